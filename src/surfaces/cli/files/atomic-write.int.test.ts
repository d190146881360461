import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atomicWrite } from './atomic-write.ts';

/** A small disk can be had only by root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-file-'));
  file = join(directory, 'out.txt');
});
afterEach(() => rmSync(directory, { recursive: true }));

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

describe('atomicWrite', () => {
  it('writes every chunk, readable by the owner only', async () => {
    await atomicWrite(file, pieces('grün\n', 'x'.repeat(1_000_000)), { force: false });
    expect(readFileSync(file, 'utf8')).toBe(`grün\n${'x'.repeat(1_000_000)}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['out.txt']);
  });

  it('replaces a file with force only', async () => {
    writeFileSync(file, 'mine');
    await expect(atomicWrite(file, ['new'], { force: false })).rejects.toMatchObject({
      code: 'file-exists',
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await atomicWrite(file, ['new'], { force: true });
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it('leaves what is there, and nothing else, when the pieces fail', async () => {
    writeFileSync(file, 'mine');
    async function* failing(): AsyncGenerator<string> {
      yield 'new';
      throw new RangeError('no more');
    }
    await expect(atomicWrite(file, failing(), { force: true })).rejects.toThrow(RangeError);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(directory)).toEqual(['out.txt']);
  });

  it.each([true, false])('does not replace a directory, with force %s', async (force) => {
    mkdirSync(file);
    await expect(atomicWrite(file, ['new'], { force })).rejects.toMatchObject({
      code: 'file-failed',
      summary: expect.stringContaining(file),
    });
    expect(readdirSync(directory)).toEqual(['out.txt']);
  });

  it.skipIf(process.platform === 'win32')('replaces only regular files', async () => {
    const socket = createServer().listen(file);
    await once(socket, 'listening');
    try {
      const written = atomicWrite(file, ['new'], { force: true });
      await expect(written).rejects.toMatchObject({ code: 'file-failed' });
      expect(statSync(file).isSocket()).toBe(true);
    } finally {
      socket.close();
    }
  });

  it('names the requested file if it cannot be created', async () => {
    const missing = join(directory, 'none', 'out.txt');
    await expect(atomicWrite(missing, ['new'], { force: false })).rejects.toMatchObject({
      code: 'file-failed',
      message: expect.not.stringContaining('.part'),
      summary: expect.stringContaining(missing),
    });
  });

  it.skipIf(!canMount)('fails when the disk is full, also in the last piece', async () => {
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80k', 'tmpfs', disk]);
    try {
      const written = atomicWrite(join(disk, 'out.txt'), pieces('x'.repeat(60_000), 'y'.repeat(40_000)), {
        force: false,
      });
      await expect(written).rejects.toMatchObject({
        code: 'file-failed',
        summary: expect.stringContaining('ENOSPC'),
      });
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
