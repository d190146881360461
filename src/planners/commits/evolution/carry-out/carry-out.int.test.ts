import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { memoryStore } from '../../../../journal/memory-store.ts';
import type { AgentBackend } from '../../../../machine/agents/agent-backend.ts';
import { Sessions } from '../../../../sessions/sessions.ts';
import { scriptedModel } from '../../../../testing/scripted-model.ts';
import { commitDetails } from '../../history/commit-details.ts';
import { type CommitsModuleOptions, commitsModule } from '../../module.ts';
import type { PlanWire } from '../../plan/schema.ts';
import type { CommitsState, SessionPlan } from '../../session-fold.ts';
import { settingsFromEnv } from '../../settings.ts';

let repository: GitRepository;
let directory: string;

beforeEach(() => {
  repository = new GitRepository();
  repository.commit('Add the parser', {
    'parse.js': 'slow\n',
    'old.js': 'old\n'.repeat(20),
    'gone.js': 'x\n',
  });
  directory = mkdtempSync(join(tmpdir(), 'wayfold-carry-out-'));
});

afterEach(() => {
  repository.remove();
  rmSync(directory, { recursive: true, force: true });
});

const step = (id: string, file: string) => ({
  id,
  title: `Change ${file}`,
  intent: 'Because.',
  actions: [`Change ${file}.`],
  files: [file],
  validation: ['It works.'],
});

const PLAN: PlanWire = {
  plan_summary: 'Make parsing fast',
  rationale: 'It is slow.',
  focus_metrics: ['ms'],
  guardrails: ['It works.'],
  risks: ['None.'],
  validation: ['It is fast.'],
  steps: [step('s1', 'parse.js'), step('s2', 'old.js'), step('s3', 'gone.js')],
  handoff_notes: [],
  fallback_plan: null,
};

const prompts: string[] = [];

/** Plans, and writes into the checkout where it may. */
const backend: AgentBackend = {
  name: 'scripted',
  run: async ({ prompt }, { workingDir, access }) => {
    prompts.push(prompt);
    if (access === 'write') writeFileSync(join(workingDir, 'parse.js'), 'fast\n');
    const stdout = access === 'write' ? 'Made it fast.' : JSON.stringify(PLAN);
    return { command: ['scripted'], stdout, stderr: '', durationSeconds: 0 };
  },
};

async function accepted(options: CommitsModuleOptions = {}, setup: object = {}) {
  const settings = settingsFromEnv({ LOGS_BASE_DIR: directory, PATH: process.env.PATH });
  const module = commitsModule({ settings, backend, roots: [repository.directory], ...options });
  const store = memoryStore();
  const llm = scriptedModel([]);
  const sessions = new Sessions({
    source: { store: async () => store, existing: async () => store },
    registry: createRegistry([module]),
    llm,
  });
  const config = { repository: repository.directory, base: 'main', ...setup };
  const session = await sessions.create({ planner: 'commits', config, text: 'Make parsing fast', by: 'ada' });
  await session.untilIdle({});
  const plan = async (): Promise<SessionPlan> => {
    const [only] = ((await session.view()).at.state as CommitsState).plans.values();
    if (only === undefined) throw new Error('no plan');
    return only;
  };
  const { requestId, digest } = (await plan()).proposal ?? {};
  await session.do({ type: 'accept-plan', requestId, digest }, { by: 'ada' });
  const carryOut = async (more: object = {}) => {
    await session.do({ type: 'carry-out-plan', requestId, ...more }, { by: 'ada' });
    await session.untilIdle({});
    return await plan();
  };
  return { store, session, plan, carryOut, journal: openJournal(store, session.id) };
}

test('an accepted plan is carried out in a separate checkout, measured, and put on a branch', async () => {
  const evaluator = `${process.execPath} -e console.log(JSON.stringify({ms:3}))`;
  const { carryOut, session } = await accepted({ evaluators: [evaluator], carriesOut: true });
  const before = repository.git('status', '--porcelain=v1', '--branch');
  const { work, standing } = await carryOut({ evaluators: [evaluator] });
  expect(standing).toBe('accepted');
  expect(work?.change).toMatchObject({
    agent: 'scripted',
    summary: 'Made it fast.',
    files: [{ path: 'parse.js' }],
  });
  expect(work?.evaluation).toMatchObject({ status: 'measured', metrics: [{ name: 'ms', value: 3 }] });
  const { commit = '', ref = '' } = work?.change ?? {};
  expect(repository.git('rev-parse', ref)).toBe(commit);
  expect(repository.git('show', `${commit}:parse.js`)).toBe('fast');
  expect(repository.git('status', '--porcelain=v1', '--branch')).toBe(before);

  const { latest: requestId } = (await session.view()).at.state as CommitsState;
  await session.do({ type: 'conclude-plan', requestId, outcome: 'succeeded' }, { by: 'ada' });
  const [plan] = ((await session.view()).at.state as CommitsState).plans.values();
  expect(plan?.conclusion).toMatchObject({ commit, metrics: [{ name: 'ms', value: 3 }] });
  expect(await commitDetails(repository.directory, commit)).toMatchObject({
    subject: 'Make parsing fast',
    files: [{ path: 'parse.js', added: 1, removed: 1 }],
    diff: expect.stringContaining('+fast'),
  });
}, 60_000);

test('a plan whose base has moved is repaired only where it no longer fits', async () => {
  const { carryOut } = await accepted({ carriesOut: true });
  repository.git('mv', 'old.js', 'new.js');
  repository.git('rm', '--quiet', 'gone.js');
  const moved = repository.commit('Move on');
  const { repairs, work, proposal } = await carryOut();
  expect(work?.change?.base).toBe(moved);
  expect(proposal?.baseCommit).toBe(moved);
  expect(proposal?.plan.steps.map(({ id, files }) => [id, files])).toEqual([
    ['s1', ['parse.js']],
    ['s2', ['new.js']],
  ]);
  expect(repairs.flatMap((each) => each.repairs)).toHaveLength(3);
  expect(prompts.at(-1)).toContain('new.js');
  expect(prompts.at(-1)).not.toContain('gone.js');
}, 60_000);

test('in strict mode a plan that no longer fits its base is refused, and one that still fits is carried out', async () => {
  const { carryOut } = await accepted({ carriesOut: true }, { mode: 'strict' });
  const asked = prompts.length;
  const first = repository.git('rev-parse', 'HEAD');
  repository.git('rm', '--quiet', 'gone.js');
  repository.commit('Move on');
  const { work, repairs } = await carryOut();
  expect(work?.failure).toMatchObject({ code: 'plan-outdated', reason: expect.stringContaining('gone.js') });
  expect(repairs).toEqual([]);
  expect(prompts).toHaveLength(asked);

  repository.git('reset', '--quiet', '--hard', first);
  const moved = repository.commit('Say more', { 'notes.md': 'More.\n' });
  expect((await carryOut()).work?.change?.base).toBe(moved);
}, 60_000);

test('a branch that an agent creates in its checkout is removed afterwards, but its work is kept', async () => {
  const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd });
  const branching: AgentBackend = {
    ...backend,
    run: async (task, context) => {
      const answer = await backend.run(task, context);
      if (context.access !== 'write') return answer;
      git(context.workingDir, 'checkout', '-q', '-b', 'mine');
      git(
        context.workingDir,
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@b.c',
        'commit',
        '-q',
        '-a',
        '-m',
        'Mine',
      );
      return answer;
    },
  };
  const { carryOut } = await accepted({ carriesOut: true, backend: branching });
  const { commit = '' } = (await carryOut()).work?.change ?? {};
  expect(repository.git('show', `${commit}:parse.js`)).toBe('fast');
  expect(repository.git('branch', '--list', 'mine')).toBe('');
}, 60_000);

test('a host that does not carry out plans says so, and starts nothing', async () => {
  const { carryOut } = await accepted();
  const asked = prompts.length;
  expect((await carryOut()).work?.failure).toMatchObject({ code: 'carry-out-refused' });
  expect(prompts).toHaveLength(asked);
}, 60_000);
