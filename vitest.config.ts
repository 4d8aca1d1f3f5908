import { defineConfig } from 'vitest/config';

/**
 * `fast` needs no engine and no build. `engines` runs real engines from the built program; JACOBIAN_LANE says which of
 * them must be there (see test/support/lane.ts).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/{unit,golden,architecture}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/{contract,containers,examples,agreement,cases,e2e,live}/**/*.test.ts'],
          // A check by Lean in WebAssembly takes half a minute, on a busy machine two.
          testTimeout: ['lean', 'container'].includes(process.env['JACOBIAN_LANE'] ?? '') ? 400_000 : 120_000,
          hookTimeout: 120_000,
          // Engines are processes of their own: more files at once than processors only slow them down.
          maxWorkers: 2,
        },
      },
    ],
  },
});
