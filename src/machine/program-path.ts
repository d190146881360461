import { resolve } from 'node:path';

/** A path is relative to the current directory: in the checkout it would name whatever a commit put there. */
export function programAt(bin: string): string {
  return /[/\\]/.test(bin) ? resolve(bin) : bin;
}
