import type Docker from 'dockerode';
import { expect, it } from 'vitest';
import { listImages } from '../../../src/transport/container/images.js';

const id = `sha256:${'0123456789abcdef'.repeat(4)}`;
const digest = `sha256:${'fedcba9876543210'.repeat(4)}`;
const image = {
  Id: id,
  // Docker knows a digest of what came from a registry alone, and none can be reached where tests run.
  RepoDigests: [`registry.example:5000/pari@${digest}`],
  RepoTags: ['registry.example:5000/pari:1', 'pari:latest'],
  Labels: { 'io.jacobian-gateway.backends': 'pari', 'io.jacobian-gateway.engine-version.pari': '2.15.2' },
  Created: 1,
  Size: 2,
};

async function names(of: object, named: readonly string[]): Promise<string[]> {
  const docker = { listImages: () => Promise.resolve([of]) } as unknown as Docker;
  return (await listImages(docker, named)).map(({ name }) => name);
}

it('images with our label are listed under each of their names, and as those that are named are named', async () => {
  expect(await names(image, [])).toEqual(image.RepoTags);
  expect(await names(image, ['pari', 'pari'])).toEqual(['pari', 'registry.example:5000/pari:1']);
});

it.each([
  ['pari'],
  ['pari:latest'],
  ['registry.example:5000/pari:1'],
  [`registry.example:5000/pari@${digest}`],
  [`registry.example:5000/pari:9@${digest}`],
  [id],
  [id.slice(0, 'sha256:'.length + 12)],
  [id.slice('sha256:'.length)],
  ['0123456789ab'],
])('%s names one without a label', async (name) => {
  expect(await names({ ...image, Labels: null }, [name])).toEqual([name]);
});

it.each([
  ['pari:2'],
  ['registry.example:5000/pari'],
  [`pari@${digest}`],
  [digest],
  ['0123456789a'],
  ['123456789abc'],
  [`registry.example:5000/pari@${id}`],
])('%s does not', async (name) => {
  expect(await names({ ...image, Labels: null }, [name])).toEqual([]);
});

it('one without any name is found by its id alone', async () => {
  for (const none of [null, ['<none>:<none>']]) {
    const nameless = { ...image, RepoTags: none, RepoDigests: null };
    expect(await names(nameless, [])).toEqual([]);
    expect(await names(nameless, [id])).toEqual([id]);
  }
});
