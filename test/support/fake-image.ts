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
  const built = new Set<string>();

  const build = async (name: string, program: string, text: string): Promise<string> => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o755 });
    writeFileSync(`${file}.dockerfile`, `FROM ${baseImage}\nCOPY engine ${program}\n`);
    const context = { engine: file, Dockerfile: `${file}.dockerfile` };
    const image = `${repository}:${name}`;
    const once = () => bundles.build({ name: image, context, args: {}, network: false, labels: {} }, () => undefined);
    let result = await once();
    // Docker's builder looks through what was built before, and fails over an image that another test removes meanwhile.
    if (!result.built && /unable to find image/.test(result.lines.join(' '))) result = await once();
    if (!result.built) throw new Error(`the image of a fake was not built: ${result.lines.join(' ')}`);
    built.add(result.id);
    return result.id;
  };

  const containersFrom = async (images: readonly string[]): Promise<string[]> => {
    const filters = { label: [ownerLabel] };
    const found = await host.client.call((docker) => docker.listContainers({ all: true, filters }));
    return found.filter(({ ImageID }) => images.includes(ImageID)).map(({ Id }) => Id);
  };

  return {
    make: async (driver, behaviour, port = 0) => {
      const name = nameOf(behaviour);
      const { program } = backends[driver.backend]!.declaration.container!;
      // What is the same is the same image, also that of a run beside this one, which removes it when it ends.
      const own = { driver, name: `${gatewayMark}/${name}`, port };
      const make = (what: string) => build(name, program, programOf(own, what));
      const ids = [await make(behaviour)];
      return {
        open: (settings = {}) =>
          createGateway({ ...settings, backends: { [driver.backend]: { image: `${repository}:${name}` } } }),
        repair: async () => {
          ids.push(await make('none'));
        },
        running: () => containersFrom(ids),
        // Its own is in memory, and goes with the container.
        folders: () => [],
      };
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      const images = [...built].map((id) =>
        host.client.call((docker) => docker.getImage(id).remove({ force: true })).catch(() => undefined),
      );
      await Promise.all(images);
      await host.close();
    },
  };
}
