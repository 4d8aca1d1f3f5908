/**
 * Builds after `npm ci` of a clone. Plain JavaScript, since it also runs where the development dependencies were left out:
 * then there is nothing to build with, and that is no failure.
 */
import { execSync } from 'node:child_process';
import process from 'node:process';

try {
  import.meta.resolve('tsx');
  execSync('npm run build', { stdio: 'inherit' });
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stdout.write('Nothing is built: the development dependencies are not installed.\n');
}
