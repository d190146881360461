import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { killAll } from './program.ts';

/** Why no disk can be mounted here; `undefined` when one can. */
export function cannotMount(): string | undefined {
  if (process.platform !== 'linux')
    return 'Small and read-only disks are made with tmpfs, which is on Linux.';
  if (process.getuid?.() !== 0) return 'Only root may mount small and read-only disks.';
  return undefined;
}

/** A small disk of its own, until it is disposed; then every program that may use it is ended first. */
export class MountedDisk implements AsyncDisposable {
  readonly directory: string;

  constructor(directory: string, size: string) {
    this.directory = directory;
    mkdirSync(directory);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory]);
  }

  /** While anybody has a file of it open for writing, that is refused. */
  makeReadOnly(isReadOnly: boolean): void {
    execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.directory]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killAll();
    execFileSync('umount', [this.directory]);
  }
}
