import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backends } from '../../backends/registry.generated.js';
import { createGateway } from '../../src/compose.js';
import { gatewayMark } from '../../src/process/guard.js';
import { createBundleEngine } from '../../src/transport/container/images.js';
import { ownerLabel } from '../../src/transport/container/labels.js';
import { baseImage, openTestHost } from './containers.js';
import { createFakes, nameOf, programOf, type FakeEngine, type Fakes } from './fake-engine.js';
import { isContainerLane } from './lane.js';

/** The fakes of a test file, as its lane runs them. */
export function laneFakes(): Fakes<FakeEngine | Promise<FakeEngine>> {
  return isContainerLane() ? createFakeImages() : createFakes();
}

/** Images with a fake where the engine lies in ours, one for each: an engine in a container gets nothing else to tell it apart by. */
function createFakeImages(): Fakes<Promise<FakeEngine>> {
  const host = openTestHost();
  const bundles = createBundleEngine(host);
  const repository = `jacobian-fakes-${gatewayMark}`;
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-fakes-'));
  const ids = new Set<string>();

  const build = async (name: string, program: string, text: string): Promise<string> => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o755 });
    writeFileSync(`${file}.dockerfile`, `FROM ${baseImage}\nCOPY engine ${program}\n`);
    const context = { engine: file, Dockerfile: `${file}.dockerfile` };
    const image = `${repository}:${name}`;
    const built = await bundles.build({ name: image, context, args: {}, network: false, labels: {} }, () => undefined);
    if (!built.built) throw new Error(`the image of a fake was not built: ${built.lines.join(' ')}`);
    ids.add(built.id);
    return built.id;
  };

  const containersFrom = async (images: readonly string[]): Promise<string[]> => {
    const filters = { label: [ownerLabel] };
    const found = await host.client.call((docker) => docker.listContainers({ all: true, filters }));
    return found.filter(({ ImageID }) => images.includes(ImageID)).map(({ Id, Status }) => `${Id}: ${Status}`);
  };

  return {
    make: async (driver, behaviour, port = 0) => {
      const name = nameOf(behaviour);
      const { program } = backends[driver.backend]!.declaration.container!;
      const make = (what: string) => build(name, program, programOf({ driver, name, port }, what));
      const own = [await make(behaviour)];
      return {
        open: (settings = {}) =>
          createGateway({ ...settings, backends: { [driver.backend]: { image: `${repository}:${name}` } } }),
        repair: async () => {
          own.push(await make('none'));
        },
        running: () => containersFrom(own),
        // Its own is in memory, and goes with the container.
        folders: () => [],
      };
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      const images = [...ids].map((id) =>
        host.client.call((docker) => docker.getImage(id).remove({ force: true })).catch(() => undefined),
      );
      await Promise.all(images);
      await host.close();
    },
  };
}
