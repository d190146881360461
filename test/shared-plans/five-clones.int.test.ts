import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { sqliteStore } from '../../src/journal/sqlite/sqlite-store.ts';
import type { FactStore } from '../../src/journal/store.ts';
import { sharePlan, syncPlan } from '../../src/machine/shared-plans/sync-plan.ts';
import { toWire } from '../../src/plan-tools/calls/wire.ts';
import { openPlan, planIn } from '../../src/plan-tools/plan/open-plan.ts';
import { eventually } from '../eventually.ts';

const WRITER = join(import.meta.dirname, 'writer.ts');
const CLONES = 5;

let directory: string | undefined;
afterEach(() => directory !== undefined && rmSync(directory, { recursive: true, force: true }));

/** A clone of the repository, with a store of its own. */
class Clone {
  readonly name: string;
  readonly root: string;
  /** The titles and notes that this clone was told are kept. */
  readonly steps = new Set<string>();
  readonly notes = new Set<string>();
  readonly #removed = new Set<string>();
  #count = 0;

  constructor(origin: string, name: string) {
    this.name = name;
    this.root = join(origin, '..', name);
    execFileSync('git', ['clone', '-q', origin, this.root], { stdio: 'ignore' });
    for (const [key, value] of [
      ['user.name', name],
      ['user.email', `${name}@example.com`],
      ['commit.gpgsign', 'false'],
      ['core.autocrlf', 'false'],
    ]) {
      this.git('config', key ?? '', value ?? '');
    }
    mkdirSync(join(this.root, '.wayfold'));
  }

  git(...args: readonly string[]): boolean {
    try {
      const env = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_GLOBAL: '/dev/null' };
      execFileSync('git', args, { cwd: this.root, stdio: 'ignore', env });
      return true;
    } catch {
      return false;
    }
  }

  async #inStore<Result>(work: (store: FactStore) => Promise<Result>): Promise<Result> {
    const store = sqliteStore({ file: join(this.root, '.wayfold', 'wayfold.db') });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  async share(): Promise<void> {
    await this.#inStore((store) => sharePlan({ store, planId: 'default', root: this.root }));
  }

  async sync() {
    return await this.#inStore((store) => syncPlan({ store, planId: 'default', root: this.root }));
  }

  async plan() {
    return await this.#inStore(async (store) => {
      const open = openPlan(store, 'default');
      await open.session.refresh();
      return planIn(open);
    });
  }

  /** Makes a change by the tools, and remembers it if it was taken. */
  async change(kind: string, at: number): Promise<void> {
    await this.sync();
    await this.#inStore(async (store) => {
      const open = openPlan(store, 'default', { graph: true });
      await open.session.refresh();
      const steps = planIn(open)?.steps ?? [];
      const step = steps[at % Math.max(1, steps.length)];
      const text = `${this.name} ${kind} ${this.#count++}`;
      const call = async (tool: string, input: object) =>
        await open.section
          .tool(tool)
          .call(input, { by: this.name })
          .then(
            () => true,
            () => false,
          );
      if (kind === 'add' || step === undefined) {
        const place = step && at % 2 === 0 ? { before: step.stepId } : {};
        if (await call('planning_add_step', { steps: [{ title: text }], ...place })) this.steps.add(text);
      } else if (kind === 'note') {
        const mark = { step_id: step.stepId, status: at % 3 === 0 ? 'done' : 'in_progress', note: text };
        if (await call('planning_mark_step', mark)) this.notes.add(`${step.stepId} ${text}`);
      } else if (kind === 'remove') {
        if (await call('planning_update_step', { step_id: step.stepId, remove: true })) {
          this.#removed.add(step.stepId);
        }
      } else if (kind === 'link') {
        const other = steps[(at + 1) % steps.length]?.stepId;
        await call('planning_link', { links: [{ from: step.stepId, type: 'blocks', to: other }] });
      } else await call('planning_update_step', { step_id: step.stepId, before: steps[0]?.stepId });
    });
    if (at % 2 === 0) await this.sync();
  }

  get removed(): ReadonlySet<string> {
    return this.#removed;
  }

  commit(): void {
    this.git('add', '-A', '.wayfold-plans');
    this.git('commit', '-q', '-m', `Plan of ${this.name}`);
  }

  /** Takes the others' commits in. It never conflicts. */
  pull(how: 'merge' | 'rebase'): void {
    this.commit();
    const args = how === 'merge' ? ['--no-rebase', '--no-edit'] : ['--rebase'];
    expect([this.name, this.git('pull', '-q', ...args, 'origin', 'main')]).toEqual([this.name, true]);
  }

  /** A process that changes the plan is killed in the middle of it. */
  async kill(seed: number): Promise<void> {
    const child = spawn(process.execPath, [WRITER, this.root, `${this.name} killed ${this.#count++}`]);
    let reported = '';
    child.stdout.on('data', (text: Buffer) => (reported += text.toString()));
    const isOver = () => child.exitCode !== null || reported.split('\n').length > 1 + (seed % 4);
    // It ends by itself where the plan takes no more steps: all are done.
    await eventually(isOver).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, seed % 7));
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'close');
    // What was cut off by the kill was not told.
    for (const title of reported.split('\n').slice(0, -1)) this.steps.add(title);
  }

  /** The end of this clone's file is lost, as when the machine went down in the middle of a write. */
  tear(bytes: number): void {
    const folder = join(this.root, '.wayfold-plans', 'default');
    const [own] = readdirSync(folder).filter((file) => !this.#isCommitted(file));
    if (own === undefined) return;
    const file = join(folder, own);
    truncateSync(file, Math.max(0, statSync(file).size - bytes));
  }

  #isCommitted(file: string): boolean {
    return this.git('diff', '--quiet', 'HEAD', '--', join('.wayfold-plans', 'default', file));
  }

  /** Works on another branch for a while, and merges it. */
  async branch(at: number): Promise<void> {
    this.commit();
    const name = `side-${this.#count++}`;
    this.git('checkout', '-q', '-b', name);
    await this.change('add', at);
    this.commit();
    this.git('checkout', '-q', 'main');
    await this.change('note', at);
    this.commit();
    expect(this.git('merge', '-q', '--no-edit', name)).toBe(true);
  }
}

const action = fc.record({
  who: fc.nat({ max: CLONES - 1 }),
  what: fc.constantFrom(
    ...['add', 'add', 'note', 'note', 'remove', 'link', 'move', 'commit', 'push', 'push', 'merge', 'rebase'],
    ...['tear', 'reset', 'branch', 'kill'],
  ),
  at: fc.nat({ max: 40 }),
});

it('gives the same plan in all clones, with every acknowledged change', {
  timeout: 180_000 * Number(process.env.CLONE_RUNS ?? 1),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 40, maxLength: 50 }), async (actions) => {
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
      directory = mkdtempSync(join(tmpdir(), 'wayfold-clones-'));
      const origin = join(directory, 'origin.git');
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', origin]);
      const first = new Clone(origin, 'clone0');
      first.git('checkout', '-q', '-b', 'main');
      execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'Begin'], { cwd: first.root });
      await begin(first);
      first.commit();
      expect(first.git('push', '-q', 'origin', 'main')).toBe(true);
      const others = Array.from({ length: CLONES - 1 }, (_, i) => new Clone(origin, `clone${i + 1}`));
      const clones = [first, ...others];

      let kills = 0;
      for (const { who, what, at } of actions) {
        const clone = clones[who] ?? first;
        if (what === 'commit') clone.commit();
        else if (what === 'push') clone.git('push', '-q', 'origin', 'main');
        else if (what === 'merge' || what === 'rebase') clone.pull(what);
        else if (what === 'tear') clone.tear(at + 1);
        else if (what === 'reset') clone.git('reset', '-q', '--hard');
        else if (what === 'branch') await clone.branch(at);
        else if (what !== 'kill') await clone.change(what, at);
        else if (kills++ < 3) await clone.kill(at);
      }

      for (let round = 0; round < 2; round++) {
        for (const clone of clones) {
          await clone.sync();
          clone.pull(round === 0 ? 'merge' : 'rebase');
          await clone.sync();
          clone.commit();
          expect(clone.git('push', '-q', 'origin', 'main')).toBe(true);
        }
      }
      for (const clone of clones) {
        clone.pull('merge');
        const synced = await clone.sync();
        expect(existsSync(join(clone.root, '.wayfold-plans', 'default'))).toBe(true);
        expect(synced?.plan && toWire(synced.plan)).toEqual(await wireOf(clone));
      }
      const plans = await Promise.all(clones.map(wireOf));
      for (const plan of plans) expect(plan).toEqual(plans[0]);

      const steps = plans[0]?.steps ?? [];
      const removed = new Set(clones.flatMap((clone) => [...clone.removed]));
      const titles = new Set(steps.map(({ title }) => title));
      const missing = clones.flatMap((clone) => [...clone.steps]).filter((title) => !titles.has(title));
      // A step that is not there was removed by somebody.
      expect(missing.length).toBeLessThanOrEqual(removed.size);
      const notes = new Set(steps.flatMap(({ step_id, notes }) => notes.map((note) => `${step_id} ${note}`)));
      const lost = clones
        .flatMap((clone) => [...clone.notes])
        .filter((note) => !notes.has(note) && !removed.has(note.split(' ')[0] ?? ''));
      expect(lost).toEqual([]);
    }),
    { numRuns: Number(process.env.CLONE_RUNS ?? 1), endOnFailure: true },
  );
});

async function begin(clone: Clone): Promise<void> {
  const store = sqliteStore({ file: join(clone.root, '.wayfold', 'wayfold.db') });
  await openPlan(store, 'default')
    .section.tool('planning_setup_plan')
    .call({ objective: 'Ship it', initial_steps: [{ title: 'One' }, { title: 'Two' }] });
  await store.close();
  await clone.share();
}

async function wireOf(clone: Clone) {
  const plan = await clone.plan();
  return plan && toWire(plan);
}
