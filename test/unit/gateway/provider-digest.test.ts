import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { declaration } from '../../../backends/z3/declaration.js';
import { driver } from '../../../backends/z3/driver.js';
import type { AnyAdapter } from '../../../src/contracts/adapter.js';
import type { EmbeddedDeclaration, ImageReference } from '../../../src/contracts/backend.js';
import type { TransportName } from '../../../src/contracts/transport.js';
import { digestJson } from '../../../src/gateway/digest.js';
import { providerDigest } from '../../../src/gateway/provider-digest.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jacobian-digest-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function digest(
  transport: TransportName,
  path: string,
  from: EmbeddedDeclaration['from'] = 'gateway',
  image?: ImageReference,
) {
  const embedded = { ...declaration.embedded!, from, package: 'engine' };
  return providerDigest({
    requirement: { backend: 'z3', version: '*', features: [] },
    adapter: {} as AnyAdapter,
    backend: { declaration: { ...declaration, embedded }, driver, diagnostics: [] },
    location: {
      transport,
      source: 'package',
      path: join(folder, path),
      roots: [],
      ...(image === undefined ? {} : { image }),
    },
    version: '5.1.0',
    remark: null,
  });
}

const expected = (transport: TransportName, executable: string | null) =>
  digestJson({ backend: 'z3', version: '5.1.0', transport, executable });

it('of a program is that of its bytes', async () => {
  write('bin/z3', 'program');
  expect(await digest('subprocess', 'bin/z3')).toBe(expected('subprocess', sha256('program')));
});

it('of a build is that of its WebAssembly, whatever else the package has', async () => {
  write('engine/build/z3.wasm', 'one');
  write('engine/build/z3.js', 'script');
  write('engine/node_modules/other/x.wasm', 'not ours');
  expect(await digest('embedded', 'engine')).toBe(expected('embedded', sha256('one')));
  write('engine/build/z3.wasm', 'another');
  expect(await digest('embedded', 'engine')).toBe(expected('embedded', sha256('another')));
});

it('of several files is that of all', async () => {
  write('wasm/node_modules/engine/a.wasm', 'a');
  write('wasm/node_modules/engine/lib/b.wasm', 'b');
  const both = digestJson({ 'a.wasm': sha256('a'), 'lib/b.wasm': sha256('b') });
  expect(await digest('embedded', 'wasm', 'engine folder')).toBe(expected('embedded', both));
});

it('of an image is that of the image', async () => {
  const image = { name: 'jacobian-gateway/z3:0.1.0', id: `sha256:${'a'.repeat(64)}` };
  write('bin/z3', 'a program of this machine');
  expect(await digest('container', 'bin/z3', 'gateway', image)).toBe(expected('container', image.id));
});

it('says so where nothing can be read', async () => {
  expect(await digest('embedded', 'nowhere')).toBe(expected('embedded', null));
  expect(await digest('subprocess', 'nowhere')).toBe(expected('subprocess', null));
});
