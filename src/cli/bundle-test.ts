import type { Maintenance } from '../availability/maintenance.js';
import { probeCandidate } from '../availability/probe.js';
import { isUsable } from '../availability/version-policy.js';
import type { BundleEngine, BundleImage } from '../contracts/bundles.js';
import type { BackendsDependencies } from './backends.js';
import type { Output } from './output.js';

export interface BundleDependencies extends Maintenance {
  readonly bundles: BundleEngine;
  readonly confirm: BackendsDependencies['confirm'];
}

/** Versions of the engines that were found in an image, and whether its labels tell others. */
export interface TestedImage {
  readonly versions: Readonly<Record<string, string>>;
  readonly changed: boolean;
}

/** Lets every engine of an image tell its version and compute, isolated as a session is. Null where one does not. */
export async function testImage(
  name: string,
  dependencies: BundleDependencies,
  output: Output,
): Promise<TestedImage | null> {
  const image = (await dependencies.bundles.list()).find((one) => one.name === name);
  if (image === undefined || image.backends.length === 0) {
    output.note(`${name}: its labels name no engine.\n`);
    return null;
  }
  const versions: Record<string, string> = {};
  let works = true;
  for (const id of image.backends) {
    const version = await testEngine(id, image, dependencies, output);
    if (version === null) works = false;
    else versions[id] = version;
  }
  const changed = Object.entries(versions).some(([id, version]) => image.versions[id] !== version);
  return works ? { versions, changed } : null;
}

async function testEngine(
  id: string,
  { name, id: imageId }: BundleImage,
  { backends, bundles, run, tools }: BundleDependencies,
  output: Output,
): Promise<string | null> {
  const backend = backends[id];
  if (backend?.declaration.container == null) {
    output.note(`${name}  ${id}: not an engine of this gateway\n`);
    return null;
  }
  const { container, policy, title } = backend.declaration;
  const image = { name, id: imageId };
  const location = { transport: 'container', source: 'image', path: container.program, roots: [], image } as const;
  const finding = await probeCandidate(backend, location, { run, runInImage: bundles.run, tools, isolation: 'off' });
  const usable = finding.works && isUsable(finding.version, policy, policy.supported);
  const fault = finding.works ? `is too old or broken; ${policy.supported} is needed` : finding.detail;
  output.write(`${name}  ${title} ${finding.version ?? ''}  ${usable ? 'works' : `FAILED: ${fault}`}\n`);
  return usable ? finding.version : null;
}
