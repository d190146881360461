import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { GitRepository } from '../../../test/cli-stand-ins/git-repository.ts';
import { checkSetup } from './check-setup.ts';
import { CommitsConfig } from './config.ts';
import { settingsFromEnv } from './settings.ts';

async function setUp() {
  const repository = new GitRepository();
  onTestFinished(() => repository.remove());
  repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  const elsewhere = await mkdtemp(join(tmpdir(), 'wayfold-no-repository-'));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const settings = settingsFromEnv({ PATH: elsewhere });
  const fieldsAtFault = async (config: unknown) => {
    const given = CommitsConfig.parse({ repository: repository.directory, ...Object(config) });
    const problems = await checkSetup(given, { settings, roots: [repository.directory, elsewhere] });
    return Object.keys(problems);
  };
  return { elsewhere, fieldsAtFault };
}

it('accepts a repository, its commits and a backend that needs no program', async () => {
  const { fieldsAtFault } = await setUp();
  expect(await fieldsAtFault({})).toEqual([]);
  expect(await fieldsAtFault({ base: 'HEAD', inspirations: ['HEAD'], backend: 'model' })).toEqual([]);
});

it('names a repository that is invalid, missing or not allowed', async () => {
  const { elsewhere, fieldsAtFault } = await setUp();
  for (const repository of [elsewhere, join(elsewhere, 'gone'), process.cwd()])
    expect(await fieldsAtFault({ repository })).toEqual(['repository']);
});

it('names each invalid revision, and a program that is not installed', async () => {
  const { fieldsAtFault } = await setUp();
  expect(await fieldsAtFault({ base: 'nothing' })).toEqual(['base']);
  expect(await fieldsAtFault({ root: 'nothing', inspirations: ['HEAD', 'nothing'] })).toEqual([
    'root',
    'inspirations',
  ]);
  for (const backend of ['codex', 'command']) expect(await fieldsAtFault({ backend })).toEqual(['backend']);
});
