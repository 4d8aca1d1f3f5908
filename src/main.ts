#!/usr/bin/env node
/** Thin entry: the server does not load the command line, nor the command line the server; both load the engines late. */
import type { OpenGateway } from './contracts/gateway.js';

const load = async () => {
  const [compose, { loadSettings }] = await Promise.all([import('./compose.js'), import('./config/load.js')]);
  return { ...compose, settings: loadSettings(process.env) };
};

const openGateway: OpenGateway = async () => {
  const { createGateway, settings } = await load();
  return createGateway(settings);
};

const serve = async () => (await import('./mcp/serve.js')).serve(openGateway);

const [command] = process.argv.slice(2);

if (command === 'serve' && process.argv.length === 3) {
  await serve();
} else {
  const { main } = await import('./cli/program.js');
  const openMaintenance = async () => {
    const { openMaintenance: open, settings } = await load();
    return open(settings);
  };
  const openBundles = async () => {
    const { openBundles: open, settings } = await load();
    return open(settings);
  };
  process.exitCode = await main(process.argv, { openGateway, openMaintenance, openBundles, serve });
}
