import { spawnSync } from 'node:child_process';

/** Whether a program can be started by its name. */
export function isPresent(program: string): boolean {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}
