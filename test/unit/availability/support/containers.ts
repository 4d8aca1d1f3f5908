import type { ContainerEngine, EngineImage, ImageList } from '../../../../src/contracts/containers.js';
import { runCommand } from '../../../../src/process/run-command.js';

/** Docker as a test wants it: what it answers can change, what it is asked is kept. */
export interface TestContainers extends ContainerEngine {
  list: ImageList;
  /** How often the images were asked for, and what was run: image, file and arguments. */
  asked: number;
  readonly ran: string[];
}

/** Runs the program of this machine that stands for an image, by the image's id; an image without one has no such file. */
export function testContainers(list: ImageList, programs: Readonly<Record<string, string>> = {}): TestContainers {
  const containers: TestContainers = {
    list,
    asked: 0,
    ran: [],
    images: () => {
      containers.asked += 1;
      return Promise.resolve(containers.list);
    },
    run: (image, file, args, options) => {
      containers.ran.push([image, file, ...args].join(' '));
      const { list: now } = containers;
      const isThere = now.state === 'available' && now.images.some(({ id }) => id === image);
      return isThere
        ? runCommand(programs[image] ?? '/nowhere', args, { ...options, isolation: 'off' })
        : Promise.resolve({ stdout: '', stderr: '', code: null, signal: null, timedOut: false, spawnError: 'gone' });
    },
  };
  return containers;
}

export function available(...images: readonly EngineImage[]): ImageList {
  return { state: 'available', version: '20.10.24', images };
}

/** An image of the backend of the tests, made at that moment. */
export function image(name: string, id: string, created = 0, backends: readonly string[] = ['fake']): EngineImage {
  return { name, id, backends, versions: {}, created };
}
