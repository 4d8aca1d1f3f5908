import semver from 'semver';
import type { BackendDeclaration, VersionPolicy } from '../contracts/backend.js';

/** What a version is good for, in words where there is something to say. */
export type Judgement =
  | { readonly status: 'AVAILABLE' | 'UNTESTED'; readonly detail: string | null }
  | { readonly status: 'UNSUPPORTED'; readonly detail: string };

const options = { includePrerelease: true } as const;

/** Judges a normalised version by the backend's policy and by what an operation asks for. */
export function judgeVersion(version: string, policy: VersionPolicy, required: string): Judgement {
  const broken = policy.broken.find(({ range }) => semver.satisfies(version, range, options));
  if (broken !== undefined)
    return { status: 'UNSUPPORTED', detail: `${version} is known to be broken: ${broken.reason}` };
  for (const range of [policy.supported, required]) {
    if (!semver.satisfies(version, range, options)) return { status: 'UNSUPPORTED', detail: misfit(version, range) };
  }
  if (semver.gt(version, policy.tested)) {
    return {
      status: 'UNTESTED',
      detail: `${version} is newer than ${policy.tested}, the newest release that was tested`,
    };
  }
  if (policy.old !== null && semver.satisfies(version, policy.old, options)) {
    return { status: 'AVAILABLE', detail: `${version} works, but is an old release` };
  }
  return { status: 'AVAILABLE', detail: null };
}

/** The normalised version, or null where the backend does not understand what was printed. */
export function normalise(printed: string, declaration: Pick<BackendDeclaration, 'normaliseVersion'>): string | null {
  const version = declaration.normaliseVersion(printed);
  return version === null ? null : semver.valid(version);
}

/** Whether a version lies in a range, prereleases included. */
export function satisfies(version: string, range: string): boolean {
  return semver.satisfies(version, range, options);
}

/** Whether a release may serve a requirement at all: in both ranges and not known to be broken. */
export function isUsable(version: string, policy: VersionPolicy, required: string): boolean {
  return judgeVersion(version, policy, required).status !== 'UNSUPPORTED';
}

function misfit(version: string, range: string): string {
  const verdict = semver.ltr(version, range, options)
    ? 'too old'
    : semver.gtr(version, range, options)
      ? 'too new'
      : 'unsuitable';
  return `${version} is ${verdict}: ${range} is needed`;
}
