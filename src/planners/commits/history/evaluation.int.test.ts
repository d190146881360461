import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { requestFromRepository } from '../agent/repository-request.ts';
import { settingsFromEnv } from '../settings.ts';
import { commitContext } from './commit-context.ts';
import { evaluationFromNotes, evaluationsFromFile } from './evaluation.ts';

let repository: GitRepository;
let directory: string;

beforeEach(() => {
  repository = new GitRepository();
  directory = mkdtempSync(join(tmpdir(), 'wayfold-metrics-'));
});

afterEach(() => {
  repository.remove();
  rmSync(directory, { recursive: true });
});

describe('a file of metrics', () => {
  const fileWith = (text: string) => {
    const file = join(directory, 'metrics.json');
    writeFileSync(file, text);
    return evaluationsFromFile(file);
  };

  test('may start with a byte order mark', async () => {
    expect((await fileWith('\uFEFF{"abcdef1": {"speed": 1}}'))('abcdef1')?.metrics).toEqual([
      { name: 'speed', value: 1 },
    ]);
  });

  test('may assign a commit to an archive cell, including cell 0', async () => {
    const cell = { metrics: { ms: 3 }, cell_index: 0, objective: 1.5, measures: { lines: 12 } };
    expect((await fileWith(JSON.stringify({ abcdef1: cell })))('abcdef1')).toMatchObject({
      cellIndex: 0,
      objective: 1.5,
      measures: { lines: 12 },
    });
  });

  test('with an unknown key is refused with that key', async () => {
    const odd = { abcdef1: { metrics: { ms: 3 }, celIndex: 0 } };
    await expect(fileWith(JSON.stringify(odd))).rejects.toMatchObject({
      code: 'metrics-unreadable',
      summary: expect.stringContaining('celIndex'),
    });
  });

  test('has evaluations by full or abbreviated hash', async () => {
    const evaluationOf = await fileWith(
      JSON.stringify({
        abcdef1: {
          metrics: [{ name: 'speed', value: 2, higher_is_better: true }],
          summary: 'Good',
          highlights: ['Fast'],
        },
        b0b0b0b: { speed: 1, size: 3 },
        c0c0c0c: [{ name: 'speed', value: 4, unit: 'op/s' }],
      }),
    );
    expect(evaluationOf('abcdef1234567890')).toEqual({
      metrics: [{ name: 'speed', value: 2, higherIsBetter: true }],
      summary: 'Good',
      highlights: ['Fast'],
    });
    expect(evaluationOf('b0b0b0b')?.metrics).toEqual([
      { name: 'speed', value: 1 },
      { name: 'size', value: 3 },
    ]);
    expect(evaluationOf('c0c0c0c')?.metrics).toMatchObject([{ name: 'speed', value: 4, unit: 'op/s' }]);
    expect(evaluationOf('d0d0d0d')).toBeUndefined();
  });

  test.each([
    '{',
    '[]',
    '{"abcdef1": "fast"}',
    '{"main": {"x": 1}}',
    '{"abcdef1": {"metrics": [{"name": "x"}]}}',
  ])('%s is refused', async (text) => {
    await expect(fileWith(text)).rejects.toMatchObject({
      code: 'metrics-unreadable',
      message: expect.stringContaining('metrics.json'),
    });
  });

  test('that does not exist is refused', async () => {
    await expect(evaluationsFromFile(join(directory, 'none'))).rejects.toMatchObject({
      code: 'metrics-unreadable',
    });
  });
});

test('git notes contain evaluations', async () => {
  const hash = repository.commit('First');
  expect(await evaluationFromNotes(repository.directory, hash)).toBeUndefined();
  repository.git('notes', '--ref=metrics', 'add', '-m', '{"speed": 7}', hash);
  expect(await evaluationFromNotes(repository.directory, hash)).toEqual({
    metrics: [{ name: 'speed', value: 7 }],
    highlights: [],
  });
});

test('a commit is described with its most changed files', async () => {
  repository.commit('First', { 'a.txt': 'a\n' });
  const hash = repository.commit('Second\n\nWhy it is so.', {
    'few.txt': 'x\n',
    'with space/many.txt': 'x\n'.repeat(50),
    'ünïcode.txt': 'x\n'.repeat(10),
  });
  expect(await commitContext(repository.directory, 'HEAD')).toMatchObject({
    commitHash: hash,
    subject: 'Second',
    changeSummary: 'Why it is so.',
    keyFiles: ['with space/many.txt', 'ünïcode.txt', 'few.txt'],
  });
});

describe('a request from a repository', () => {
  const wanted = () => ({
    root: repository.directory,
    goal: 'Faster',
    base: 'main',
    inspirations: ['side'],
    constraints: [],
    acceptanceCriteria: [],
    coldStart: false,
  });

  beforeEach(() => {
    repository.commit('Root', { 'a.txt': 'a\n' });
    repository.git('branch', 'side');
    repository.commit('On main');
    repository.git('checkout', '-q', 'side');
    for (let i = 1; i <= 3; i++) repository.commit(`Side ${i}`);
    repository.git('checkout', '-q', 'main');
  });

  test('has the trajectory of each inspiration', async () => {
    const { signal } = new AbortController();
    const request = await requestFromRepository(wanted(), { settings: settingsFromEnv({}), signal });
    expect(request.base.subject).toBe('On main');
    expect(request.inspirations[0]?.trajectoryMeta).toMatchObject({ uniqueStepsCount: 3 });
    expect(request.inspirations[0]?.trajectory.join('\n')).toMatch(/Side 1.*Side 3/s);
  });

  test('has an evaluator measure the base, in a separate checkout', async () => {
    const program = `
      const { readFileSync } = require('node:fs');
      const hash = readFileSync(0, 'utf8').trim();
      console.log('measuring', readFileSync('a.txt', 'utf8').trim());
      console.log(JSON.stringify({ metrics: { speed: 3 }, summary: hash === process.env.COMMIT_HASH ? 'same' : 'other' }));
    `;
    const { signal } = new AbortController();
    const request = await requestFromRepository(wanted(), {
      settings: settingsFromEnv({}),
      evaluator: [process.execPath, '-e', program],
      signal,
    });
    expect(request.base).toMatchObject({ metrics: [{ name: 'speed', value: 3 }], evaluationSummary: 'same' });
    expect(request.evidence).toMatchObject([{ text: expect.stringContaining('measuring a') }]);
  });
});
