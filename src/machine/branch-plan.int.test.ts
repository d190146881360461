import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryStore } from '../journal/memory-store.ts';
import { openPlan } from '../plan-tools/plan/open-plan.ts';
import { isPlanId } from '../plan-tools/plan/plan-id.ts';
import { branchesByPlan, chosenPlan, planOfBranch } from './branch-plan.ts';
import { currentBranch } from './git/branches.ts';

function repository(): { readonly root: string; git(...args: readonly string[]): void } {
  const root = mkdtempSync(join(tmpdir(), 'wayfold-branch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  return { root, git };
}

it('prefers the named plan, then that of the environment, of the branch, and the default', async () => {
  const { root, git } = repository();
  const store = memoryStore();
  const choose = (named?: string, env = {}) => chosenPlan(named, { root, env, store: async () => store });
  git('checkout', '-q', '-b', 'feature/login');
  expect(await choose()).toBe('default');
  const plan = await choose('@branch');
  expect(plan).toBe(planOfBranch('feature/login'));
  await openPlan(store, plan).section.tool('planning_setup_plan').call({ objective: 'Log in' });
  expect(await choose()).toBe(plan);
  expect(await choose(undefined, { WAYFOLD_PLAN: 'release' })).toBe('release');
  expect(await choose('other', { WAYFOLD_PLAN: 'release' })).toBe('other');
  git('checkout', '-q', 'main');
  expect(await choose()).toBe('default');
  expect(await choose(undefined, { WAYFOLD_PLAN: '@branch' })).toBe('branch-main');
  git('checkout', '-q', '--detach');
  await expect(choose('@branch')).rejects.toMatchObject({ code: 'no-branch' });
  expect(await choose()).toBe('default');
});

it('follows a renamed branch', async () => {
  const { root, git } = repository();
  const store = memoryStore();
  const choose = (named?: string) => chosenPlan(named, { root, env: {}, store: async () => store });
  git('checkout', '-q', '-b', 'feature/login');
  const plan = await choose('@branch');
  await openPlan(store, plan).section.tool('planning_setup_plan').call({ objective: 'Log in' });
  git('branch', '-m', 'feature/sign-in');
  git('branch', '-m', 'sign-in');
  expect([await choose(), await choose('@branch')]).toEqual([plan, plan]);
  expect(branchesByPlan(root).get(plan)).toBe('sign-in');
  // Another branch of the first name has that plan.
  git('branch', 'feature/login');
  expect(await choose()).toBe('default');
  expect(await choose('@branch')).toBe(planOfBranch('sign-in'));
});

it('asks git if its references are in reftables', async () => {
  const { root } = repository();
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
  mkdirSync(join(root, '.git', 'reftable'));
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const script =
    'case "$*" in *symbolic-ref*) echo feature/new;; *for-each-ref*) echo main; echo feature/new;;';
  const log = '*walk-reflogs*) echo "Branch: renamed refs/heads/old to refs/heads/feature/new";; esac';
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script} ${log}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(currentBranch(root)).toBe('feature/new');
  expect([...branchesByPlan(root)].toSorted()).toEqual(
    [
      [planOfBranch('feature/new'), 'feature/new'],
      [planOfBranch('main'), 'main'],
      [planOfBranch('old'), 'feature/new'],
    ].toSorted(),
  );
});

it('knows the branches of work trees, loose and packed', () => {
  const { root, git } = repository();
  git('branch', 'feature/login');
  git('pack-refs', '--all');
  const beside = `${root}-beside`;
  onTestFinished(() => rmSync(beside, { recursive: true, force: true }));
  git('worktree', 'add', '-q', '-b', 'hotfix', beside);
  expect(currentBranch(beside)).toBe('hotfix');
  expect(currentBranch(root)).toBe('main');
  for (const place of [root, beside]) {
    expect([...branchesByPlan(place).values()].toSorted()).toEqual(['feature/login', 'hotfix', 'main']);
  }
});

it.each(['main', 'feature/login', 'Fix #12: ümlaut', '日本', 'x'.repeat(200), '-'])(
  'gives the branch %s a unique plan',
  (branch) => {
    expect(isPlanId(planOfBranch(branch))).toBe(true);
    expect(planOfBranch(branch)).not.toBe(planOfBranch(`${branch}.`));
  },
);
