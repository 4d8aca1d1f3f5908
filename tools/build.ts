/**
 * Bundles the program into dist/: one file per entry with shared chunks, everything but the WebAssembly packages
 * inside, so that starting the server reads few files. Source maps stay out of the package.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

// Declarations (dist/types) are made apart, and npm runs this build after them when it packs.
for (const name of existsSync(`${root}/dist`) ? readdirSync(`${root}/dist`) : []) {
  if (name !== 'types') rmSync(`${root}/dist/${name}`, { recursive: true });
}

/** Packages bundled from CommonJS call require() for Node's own modules. */
const requireBanner =
  "import { createRequire as jgCreateRequire } from 'node:module';const require = jgCreateRequire(import.meta.url);";

await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    'z3-host': 'backends/z3/host.ts',
    'lean-host': 'backends/lean/host.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: true,
  external: ['z3-solver', 'dockerode', 'tar-stream'],
  // ajv serves only elicitation in the SDK's server, which this server never asks for; it costs 28 ms at every start.
  alias: { ajv: `${root}/tools/no-ajv.ts`, 'ajv-formats': `${root}/tools/no-ajv.ts` },
  banner: { js: requireBanner },
  logLevel: 'warning',
});
