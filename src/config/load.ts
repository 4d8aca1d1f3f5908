import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SettingsError } from '../contracts/diagnostic.js';
import { settingsSchema, type Settings, type SettingsInput } from '../contracts/settings.js';

export { SettingsError };

/**
 * Environment variables, each overriding the field of the settings file it stands for. The file is JSON of the same
 * shape as the settings; JACOBIAN_CONFIG names it.
 */
const variables: Readonly<Record<string, (text: string) => SettingsInput>> = {
  JACOBIAN_TRANSPORT: (text) => ({ transport: text as SettingsInput['transport'] }),
  JACOBIAN_ISOLATION: (text) => ({ isolation: text as SettingsInput['isolation'] }),
  JACOBIAN_ENGINE_FOLDER: (text) => ({ engineFolder: text }),
  JACOBIAN_HIDE: (text) => ({
    hide: text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  }),
  JACOBIAN_CONCURRENCY: (text) => ({ concurrency: Number(text) }),
  JACOBIAN_LOG_LEVEL: (text) => ({ logLevel: text as SettingsInput['logLevel'] }),
};

/** Settings from the file that JACOBIAN_CONFIG names and from the environment. Throws SettingsError. */
export function loadSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const file = environment['JACOBIAN_CONFIG'];
  const merged: SettingsInput = file === undefined || file === '' ? {} : readSettingsFile(file);
  for (const [name, read] of Object.entries(variables)) {
    const text = environment[name];
    if (text !== undefined && text !== '') Object.assign(merged, read(text));
  }
  merged.backends = { ...merged.backends, ...backendPaths(environment, merged) };
  return parseSettings(merged);
}

/** Settings given as an object, with defaults filled in. Throws SettingsError. */
export function parseSettings(input: SettingsInput): Settings {
  const parsed = settingsSchema.safeParse(input);
  if (!parsed.success) throw new SettingsError(`The settings cannot be used:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** `JACOBIAN_PATH_PARI=/opt/pari/bin/gp` names the executable of the backend `pari`. */
function backendPaths(environment: Readonly<Record<string, string | undefined>>, merged: SettingsInput) {
  const paths: NonNullable<SettingsInput['backends']> = {};
  for (const [name, path] of Object.entries(environment)) {
    // Whatever follows is taken for a backend's name, so that one that is none is refused and not passed over.
    const backend = /^JACOBIAN_PATH_(.+)$/.exec(name)?.[1]?.toLowerCase();
    if (backend !== undefined && path !== undefined && path !== '') {
      paths[backend] = { ...merged.backends?.[backend], path };
    }
  }
  return paths;
}

/** A schema does not see this name, so nothing would refuse it. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('__proto__ is no name of a setting');
  return value;
}

function readSettingsFile(file: string): SettingsInput {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8'), refuseProto));
  } catch (error) {
    const why = error instanceof z.ZodError ? 'it must hold a JSON object' : (error as Error).message;
    throw new SettingsError(`The settings file ${file} cannot be read: ${why}`);
  }
}
