import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nearestData } from './nearest-data.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wayfold-nearest-'));
  await mkdir(join(root, 'repository/src/deep'), { recursive: true });
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

it('is the directory above, within the same work tree', async () => {
  const repository = join(root, 'repository');
  await mkdir(join(repository, '.git'));
  await mkdir(join(root, '.wayfold'));
  expect(nearestData(join(repository, 'src/deep'))).toBe('.wayfold');
  await mkdir(join(repository, '.wayfold'));
  expect(nearestData(join(repository, 'src/deep'))).toBe(join(repository, '.wayfold'));
  await mkdir(join(repository, 'src/.wayfold'));
  expect(nearestData(join(repository, 'src/deep'))).toBe(join(repository, 'src/.wayfold'));
  expect(nearestData(join(repository, 'src'))).toBe('.wayfold');
  expect(nearestData(repository)).toBe('.wayfold');
});

it('is not looked for above where there is no work tree', async () => {
  await mkdir(join(root, 'repository/.wayfold'));
  expect(nearestData(join(root, 'repository/src'))).toBe('.wayfold');
});
