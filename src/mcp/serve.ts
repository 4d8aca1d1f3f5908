import type { OpenGateway, UntypedGateway } from '../contracts/gateway.js';
import { packageVersion } from '../version.js';
import { lineTransport } from './line-transport.js';
import { createMcpServer } from './server.js';

/** Longest request line; results have a limit of their own, which the settings name. */
const maximumRequestBytes = 32 * 1024 * 1024;
/** Engines have this long to end; what is left is killed with the process. */
const closingMs = 2_000;

/** Serves MCP over standard input and output until the client is gone or a signal arrives. */
export async function serve(openGateway: OpenGateway): Promise<void> {
  let opened: Promise<UntypedGateway> | null = null;
  const gateway = () => (opened ??= openGateway());
  const server = createMcpServer({ version: packageVersion, gateway });
  // A log that nobody reads any more must not end the server.
  process.stderr.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void server.close());
  await server.connect(lineTransport(process.stdin, process.stdout, maximumRequestBytes));
  await closed;
  // Closing has aborted every call; their engines end now.
  await Promise.race([closeGateway(opened), new Promise((resolve) => setTimeout(resolve, closingMs))]);
  process.exit();
}

async function closeGateway(opened: Promise<UntypedGateway> | null): Promise<void> {
  try {
    await (await opened)?.close();
  } catch {
    // It never opened, or its engines are gone already.
  }
}
