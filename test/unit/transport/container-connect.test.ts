import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDockerClient } from '../../../src/transport/container/client.js';
import { findDocker, usualSocket } from '../../../src/transport/container/connect.js';
import { asContainerError } from '../../../src/transport/container/errors.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'jacobian-connect-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const find = (env: Record<string, string>, address: string | null = null) =>
  findDocker(address, { HOME: home, ...env });
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};
const putContext = (name: string, docker: unknown) => {
  const id = createHash('sha256').update(name).digest('hex');
  put(`.docker/contexts/meta/${id}/meta.json`, JSON.stringify({ Name: name, Endpoints: { docker } }));
  return `.docker/contexts/tls/${id}/docker`;
};

describe('where Docker is looked for', () => {
  it.each([
    ['unix:///run/other.sock', { kind: 'socket', path: '/run/other.sock' }],
    ['tcp://10.0.0.1:2375', { kind: 'tcp', host: '10.0.0.1', port: 2375, tls: null }],
    ['tcp://machine', { kind: 'tcp', host: 'machine', port: 2375, tls: null }],
    ['machine:99', { kind: 'tcp', host: 'machine', port: 99, tls: null }],
    ['tcp://[::1]:99', { kind: 'tcp', host: '[::1]', port: 99, tls: null }],
  ])('%s', (address, place) => {
    expect(find({ DOCKER_HOST: address })).toEqual(place);
    expect(find({ DOCKER_HOST: 'tcp://elsewhere:1' }, address)).toEqual(place);
  });

  it('takes certificates from the folder that is named, and else its own', () => {
    put('certs/ca.pem', 'authority');
    put('certs/cert.pem', 'certificate');
    put('certs/key.pem', 'secret');
    const env = { DOCKER_HOST: 'tcp://machine:2376', DOCKER_CERT_PATH: join(home, 'certs') };
    const tls = { ca: 'authority', cert: 'certificate', key: 'secret', verify: true };
    expect(find({ ...env, DOCKER_TLS_VERIFY: '1' })).toEqual({ kind: 'tcp', host: 'machine', port: 2376, tls });
    // A word of certificates is enough, and never turns the check off.
    expect(find(env)).toMatchObject({ tls });
    put('.docker/ca.pem', 'other');
    expect(find({ DOCKER_HOST: 'tcp://machine', DOCKER_TLS_VERIFY: '1' })).toMatchObject({
      port: 2376,
      tls: { ca: 'other', verify: true },
    });
  });

  it('refuses what would not be what was meant', () => {
    expect(() => find({ DOCKER_HOST: 'ssh://machine' })).toThrow(/ssh:\/\/ are not supported/);
    expect(() => find({ DOCKER_HOST: 'tcp://a b' })).toThrow(/not understood/);
    expect(() => find({ DOCKER_HOST: 'tcp://machine', DOCKER_TLS_VERIFY: '1' })).toThrow(/no ca.pem/);
    expect(() => find({ DOCKER_CONTEXT: 'lost' })).toThrow(/context in use does not exist/);
    put('.docker/config.json', '{');
    expect(() => find({})).toThrow(/configuration is not readable/);
  });

  it('follows the context in use, with its certificates', () => {
    const tls = putContext('far', { Host: 'tcp://far:2376', SkipTLSVerify: false });
    put(`${tls}/ca.pem`, 'authority');
    put('.docker/config.json', JSON.stringify({ currentContext: 'far' }));
    expect(find({})).toEqual({ kind: 'tcp', host: 'far', port: 2376, tls: { ca: 'authority', verify: true } });
    putContext('loose', { Host: 'tcp://loose:2376', SkipTLSVerify: true });
    expect(find({ DOCKER_CONTEXT: 'loose' })).toMatchObject({ host: 'loose', tls: { verify: false } });
    putContext('near', { Host: 'unix:///run/near.sock' });
    expect(find({ DOCKER_CONTEXT: 'near' })).toEqual({ kind: 'socket', path: '/run/near.sock' });
    // The address wins over all contexts; another folder of configuration has others.
    expect(find({ DOCKER_HOST: 'unix:///run/set.sock' })).toEqual({ kind: 'socket', path: '/run/set.sock' });
    expect(find({ DOCKER_CONFIG: join(home, 'none') })).toMatchObject({ kind: 'socket' });
    expect(find({ DOCKER_CONTEXT: 'default' })).toMatchObject({ kind: 'socket' });
  });

  it('takes the first of the usual sockets that is there', () => {
    put('second', '');
    put('third', '');
    const sockets = ['first', 'second', 'third'].map((name) => join(home, name)) as [string, string, string];
    expect(usualSocket(sockets)).toBe(sockets[1]);
    expect(usualSocket([sockets[0]])).toBe(sockets[0]);
  });
});

describe('a daemon that does not answer', () => {
  const ask = (address: string) =>
    createDockerClient(address)
      .call((docker) => docker.ping(), 500)
      .catch((error: unknown) => error);

  it('is absent, refuses, breaks off, is no daemon, or hangs', async () => {
    expect(await ask(`unix://${home}/none.sock`)).toMatchObject({ name: 'ContainerError', failure: 'absent' });
    const answers: [string, (socket: import('node:net').Socket) => void, unknown][] = [
      ['breaks', (socket) => socket.once('data', () => socket.destroy()), { failure: 'gone' }],
      ['other', (socket) => socket.end('SSH-2.0\r\n'), { failure: 'connection', message: /cannot be reached/ }],
      ['hangs', () => undefined, { failure: 'connection', message: /no answer within 0.5 s/ }],
    ];
    for (const [name, answer, { failure, message = /./ }] of answers as [
      string,
      (socket: import('node:net').Socket) => void,
      { failure: string; message?: RegExp },
    ][]) {
      const sockets = new Set<import('node:net').Socket>();
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
        answer(socket);
      });
      await new Promise<void>((resolve) => server.listen(join(home, name), resolve));
      expect(await ask(`unix://${join(home, name)}`)).toMatchObject({
        failure,
        message: expect.stringMatching(message) as string,
      });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as import('node:net').AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(`tcp://127.0.0.1:${String(port)}`)).toMatchObject({
      failure: 'connection',
      message: expect.stringMatching(/refused/) as string,
    });
  });

  it('is told from one that may not be used, and errors name no paths', () => {
    expect(asContainerError(Object.assign(new Error('connect'), { code: 'EACCES' })).failure).toBe('permission');
    const full = Object.assign(new Error('(HTTP code 500) server error - write /a/b: no space left on device '), {
      statusCode: 500,
    });
    expect(asContainerError(full).failure).toBe('disk');
    const other = Object.assign(new Error('(HTTP code 500) server error - open /var/lib/x/y: bad '), {
      statusCode: 500,
    });
    expect(asContainerError(other).message).toBe('Docker refused (status 500): open <path>: bad');
  });
});
