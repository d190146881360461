import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isKernelPlace, makePrivateDirectory } from './private-directory.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayfold-private-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('makePrivateDirectory', () => {
  test('creates missing directories for their owner only, and returns the first', () => {
    expect(makePrivateDirectory(join(root, 'a', 'b', 'c'))).toBe(join(root, 'a'));
    for (const path of ['a', 'a/b', 'a/b/c']) expect(modeOf(join(root, path))).toBe(0o700);
  });

  test('leaves an existing directory unchanged', () => {
    chmodSync(root, 0o755);
    expect(makePrivateDirectory(root)).toBeUndefined();
    expect(modeOf(root)).toBe(0o755);
  });

  test('replaces nothing else', () => {
    writeFileSync(join(root, 'taken'), '');
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    for (const path of ['taken', 'taken/inner', 'link', 'link/inner'])
      expect(() => makePrivateDirectory(join(root, path))).toThrow(
        expect.objectContaining({ code: 'store-read-only' }),
      );
    expect(readdirSync(root).toSorted()).toEqual(['link', 'taken']);
  });

  test
    .skipIf(process.platform !== 'linux')
    .each(['/proc/wayfold/data', '/proc/self/fd/x/y', '/sys/x', '/dev/x/y'])('refuses %s at once', (path) => {
    expect(() => makePrivateDirectory(path)).toThrow(expect.objectContaining({ code: 'store-read-only' }));
    expect(existsSync(path)).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('a kernel directory', () => {
  test('is found through links too', () => {
    symlinkSync('/proc', join(root, 'link'));
    expect(isKernelPlace(join(root, 'link', 'none', 'inner'))).toBe(true);
    expect(isKernelPlace('/proc')).toBe(true);
  });

  test('is not a directory with a similar name', () => {
    mkdirSync(join(root, 'proc'));
    expect(isKernelPlace(join(root, 'proc'))).toBe(false);
    expect(isKernelPlace('/process/data')).toBe(false);
    expect(isKernelPlace('/dev/shm/wayfold')).toBe(false);
  });
});
