import { expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/program.js';
import { runCommandLine } from '../../../src/cli/run.js';
import { fakeGateway } from '../../support/fake-gateway.js';

const run = (payload: string) => runCommandLine(() => Promise.resolve(fakeGateway({})), 'a.echo.compute', payload, {});

it.each([['p.json'], ['@p.json'], ['@payload'], ['./payload'], ['/tmp/payload'], ['package.json'], ['README.md']])(
  'a payload that is the name of a file is pointed to --file: %s',
  async (payload) => {
    await expect(run(payload)).rejects.toBeInstanceOf(UsageError);
    await expect(run(payload)).rejects.toThrow('--file');
  },
);

it.each([['{value: 1}'], ['{"value": 1'], ['twelve']])('other text is only no JSON: %s', async (payload) => {
  await expect(run(payload)).rejects.toBeInstanceOf(UsageError);
  await expect(run(payload)).rejects.toThrow(/^The payload is not JSON: (?!.*--file)/);
});
