import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExampleRepository } from './example-repository.ts';

let directory: string;
let trusted: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-example-'));
  trusted = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

const repositoryIn = (folder?: string) => new ExampleRepository(folder, (root) => trusted.push(root));

describe('the repository of the example', () => {
  it('is in a private directory of a name that nobody can know, and gone with the server', async () => {
    vi.stubEnv('TMPDIR', directory);
    const victim = join(directory, 'victim');
    mkdirSync(victim);
    symlinkSync(victim, join(directory, 'wayfold-examples'));
    const repository = repositoryIn();
    const path = await repository.path();
    expect(path).not.toContain(`${join(directory, 'wayfold-examples')}/`);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(victim)).toEqual([]);
    expect(trusted).toEqual([path]);
    await repository.close();
    expect(existsSync(path)).toBe(false);
  });

  it('is made once, and planned for by a later server too', async () => {
    const folder = join(directory, 'data', 'examples');
    const path = await repositoryIn(folder).path();
    expect(await repositoryIn(folder).path()).toBe(path);
    expect(trusted).toContain(path);
    expect(readdirSync(folder)).toEqual(['basket']);
  });

  it('is not trusted for its name', () => {
    mkdirSync(join(directory, 'examples', 'basket', '.git'), { recursive: true });
    chmodSync(join(directory, 'examples', 'basket'), 0o777);
    repositoryIn(join(directory, 'examples'));
    expect(trusted).toEqual([]);
  });

  it.each(['folder', 'repository'])(
    'is refused where the %s is a link, or others may write it',
    async (which) => {
      const folder = join(directory, 'examples');
      const elsewhere = join(directory, 'elsewhere');
      mkdirSync(elsewhere);
      if (which === 'folder') symlinkSync(elsewhere, folder);
      else {
        mkdirSync(folder);
        symlinkSync(elsewhere, join(folder, 'basket'));
      }
      await expect(repositoryIn(folder).path()).rejects.toMatchObject({ code: 'invalid-request' });
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, 'basket', '.git'), { recursive: true });
      chmodSync(which === 'folder' ? folder : join(folder, 'basket'), 0o777);
      await expect(repositoryIn(folder).path()).rejects.toMatchObject({ code: 'invalid-request' });
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(trusted).toEqual([]);
    },
  );

  it.skipIf(process.getuid?.() !== 0)('is refused where another user made it', async () => {
    const folder = join(directory, 'examples');
    mkdirSync(join(folder, 'basket', '.git'), { recursive: true });
    chownSync(join(folder, 'basket'), 65_534, 65_534);
    await expect(repositoryIn(folder).path()).rejects.toMatchObject({ code: 'invalid-request' });
    expect(trusted).toEqual([]);
  });
});
