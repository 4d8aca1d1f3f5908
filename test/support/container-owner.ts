import { containerTransport } from '../../src/transport/container/transport.js';
import { launchLimits, launchOf, openTestHost } from './containers.js';

/** A process with one busy and one waiting container, which tells its mark; it ends when it is killed, or asked to. */
const host = openTestHost();
const transport = containerTransport(host);
await transport.start(launchOf('while :; do sleep 0.1; done', 32), launchLimits);
await transport.start(launchOf('while read -r line; do echo "$line"; done', 32), launchLimits);
process.stdout.write(`${host.owner}\n`);
process.stdin.once('data', () => {
  void host.close().then(() => process.exit(0));
});
