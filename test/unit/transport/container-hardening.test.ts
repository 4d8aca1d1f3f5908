import { expect, it } from 'vitest';
import { containerOptions } from '../../../src/transport/container/hardening.js';

const launch = {
  image: 'sha256:1',
  file: '/usr/bin/engine',
  args: ['-q', '$(touch /x)'],
  env: { MARK: 'one' },
  readOnly: ['/home/somebody'],
  memory: { kind: 'data', megabytes: 300 },
  isolation: 'required',
} as const;
const limits = { fileBytes: 1_000, temporaryBytes: 2_000, processes: 4 };

/** What each of these does is shown in a real container (test/contract/container-isolation.test.ts). */
it('a container is given what is granted, and nothing of this machine', () => {
  const { HostConfig, ...options } = containerOptions(launch, limits, 2, { owner: 'me' });
  expect(options).toMatchObject({
    Image: 'sha256:1',
    Entrypoint: ['/usr/bin/engine'],
    Cmd: ['-q', '$(touch /x)'],
    Env: expect.arrayContaining(['MARK=one', 'HOME=/tmp', 'TMPDIR=/tmp']) as string[],
    User: '65534:65534',
    Labels: { owner: 'me' },
  });
  expect(HostConfig).toMatchObject({
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
    Memory: 300 * 2 ** 20,
    MemorySwap: 300 * 2 ** 20,
    NanoCpus: 2e9,
    PidsLimit: 9,
    LogConfig: { Type: 'none' },
    AutoRemove: false,
  });
  const unwanted = ['Binds', 'Mounts', 'VolumesFrom', 'Devices', 'Privileged', 'PidMode', 'CapAdd', 'PortBindings'];
  expect(Object.keys(HostConfig ?? {}).filter((name) => unwanted.includes(name))).toEqual([]);
});

it('the limit for data is not below what the container runtime needs itself', () => {
  const ulimits = (kind: 'none' | 'data' | 'address-space', megabytes: number) =>
    containerOptions({ ...launch, memory: { kind, megabytes } }, limits, 1, {}).HostConfig?.Ulimits;
  const data = (value: number) => ({ Name: 'data', Soft: value * 2 ** 20, Hard: value * 2 ** 20 });
  expect(ulimits('data', 300)).toContainEqual(data(300));
  expect(ulimits('address-space', 64)).toContainEqual(data(256));
  expect(ulimits('none', 300)?.map(({ Name }) => Name)).toEqual(['core', 'fsize']);
});
