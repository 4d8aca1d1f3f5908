import { readdirSync } from 'node:fs';

/** Everything under a folder, by its path in it. A folder that is removed during the walk is walked anew: nothing is missed. */
export function filesUnder(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true }).map(String);
    } catch (error) {
      const isGone =
        (error as NodeJS.ErrnoException).code === 'ENOENT' && (error as NodeJS.ErrnoException).path !== folder;
      if (!isGone) throw error;
    }
  }
}
