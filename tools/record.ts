/**
 * `npm run record`: asks the real engines of this machine every published example and writes their raw replies to
 * test/golden/replies/. The golden tests decode those without any engine. Review the diff before committing it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapters } from '../adapters/registry.generated.js';
import { backends, engineFiles } from '../backends/registry.generated.js';
import { operations } from '../catalog/registry.generated.js';
import type { Program } from '../src/contracts/adapter.js';
import { openMaintenance } from '../src/compose.js';
import { loadSettings } from '../src/config/load.js';
import { launchLimits, requestLimits } from '../src/gateway/limits.js';
import { createSessionPool } from '../src/gateway/session-pool.js';
import { createLog } from '../src/log/log.js';
import { processTransport } from '../src/transport/process.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = loadSettings(process.env);
const { prober, tools } = openMaintenance(settings);
const log = createLog('warn');
const pool = createSessionPool({
  transports: { subprocess: processTransport('subprocess', 'preferred') },
  engineCode: (backend) => ({
    files: (engineFiles[backend] ?? []).map((name) => ({ name, text: readFileSync(root + name, 'utf8') })),
  }),
  tools,
  launchLimits: (backend) => launchLimits(backends[backend]?.declaration, settings),
  idleMs: 60_000,
  maximum: () => 1,
  ready: () => 0,
  maximumInAll: 4,
  log,
});

for (const adapter of adapters) {
  const operation = operations.find(({ id }) => id === adapter.operation);
  const backend = backends[adapter.backend];
  const requirement = operation?.runtime_requirements.find((wanted) => wanted.backend === adapter.backend);
  if (operation === undefined || backend === undefined || requirement === undefined) continue;
  const { location, version } = await prober.availability(requirement, 'subprocess');
  if (location === null || version === null) {
    console.log(`${adapter.backend} is not here: ${operation.id} is left as it was`);
    continue;
  }
  const budget = operation.budget.default;
  const replies: unknown[] = [];
  for (const example of operation.examples) {
    const parsed = operation.input.safeParse(example.input);
    if (example.error !== undefined || !parsed.success) continue;
    const program = adapter.encode(parsed.data, { budget, soft_ms: budget.wall_ms });
    const target = { backend, location, version, memory_mb: budget.memory_mb };
    const ask = (text: Program) =>
      pool.execute(target, text, (raw) => raw, {
        signal: AbortSignal.timeout(budget.wall_ms),
        limits: requestLimits(backend.declaration, budget, settings),
      });
    const reply = await ask(program);
    const outcome = adapter.decode(reply, parsed.data);
    const followUp = outcome.kind === 'follow-up' ? { followUp: await ask(outcome.program) } : {};
    replies.push({ example: example.name, reply, ...followUp });
  }
  mkdirSync(`${root}test/golden/replies/${adapter.backend}`, { recursive: true });
  writeFileSync(
    `${root}test/golden/replies/${adapter.backend}/${operation.id}.json`,
    `${JSON.stringify({ operation: operation.id, backend: adapter.backend, version, replies }, null, 1)}\n`,
  );
}
await pool.close();
