import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { settingsFromEnv } from '../settings.ts';
import { installedBackend, loadBackend } from './load-backend.ts';
import { PlanningAgent } from './planning-agent.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-backends-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

const settingsWith = (env: Readonly<Record<string, string>> = {}) =>
  settingsFromEnv({ PATH: directory, WAYFOLD_MODEL: '', LOGS_BASE_DIR: directory, ...env });

test('without a choice, the first installed coding agent plans', () => {
  expect(installedBackend(settingsWith())).toBeUndefined();
  for (const name of ['opencode', 'claude']) {
    writeFileSync(join(directory, name), '#!/bin/sh\n');
    chmodSync(join(directory, name), 0o755);
  }
  expect(installedBackend(settingsWith())).toBe('claude');
});

test('a configured model or program replaces an agent', () => {
  expect(installedBackend(settingsWith({ WORKER_PLANNING_MODEL: 'offline' }))).toBe('model');
  expect(installedBackend(settingsWith({ WORKER_PLANNING_COMMAND: './plan.sh' }))).toBe('command');
});

test('without any of them the error says what to install', async () => {
  await expect(loadBackend(settingsWith())).rejects.toMatchObject({ code: 'backend-missing' });
});

test('the offline model plans with its planning skill, labelled as a demo', async () => {
  const repository = new GitRepository();
  const base = repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  const settings = settingsWith({ WORKER_PLANNING_BACKEND: 'model', WORKER_PLANNING_MODEL: 'offline' });
  const backend = await loadBackend(settings);
  expect(backend.demo).toBe(true);
  const agent = new PlanningAgent(settings, backend, { progress: () => {} });
  const { origin, plan } = await agent.plan(
    { base: { commitHash: base }, goal: 'Make parsing faster' },
    { workingDir: repository.directory },
  );
  expect(origin).toBe('strict');
  expect(plan.steps).toHaveLength(3);
  repository.remove();
});
