import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

/** Follows docs/guide/adding.md to the letter in a copy of the project. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'jacobian-guide-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the operation of the guide works as shown', () => {
  for (const folder of ['src', 'catalog', 'adapters', 'backends', 'tools', 'docs', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, text } of blocks(readFileSync(join(root, 'docs/guide/adding.md'), 'utf8'))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const run = (...args: string[]) => execFileSync(process.execPath, [tsx, ...args], { cwd: copy, encoding: 'utf8' });
  run('tools/generate.ts');
  const output = run('src/main.ts', 'run', 'combinatorics.compute.binomial', '{"n":"100","k":50}', '--json');
  expect(JSON.parse(output)).toMatchObject({
    output: { value: '100891344545564193334812497256' },
    execution: { backend: 'pari' },
  });
});

function blocks(markdown: string): { file: string; text: string }[] {
  const found = [...markdown.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];
  expect(found.length).toBe(3);
  return found.map(([, file = '', text = '']) => ({ file, text }));
}
