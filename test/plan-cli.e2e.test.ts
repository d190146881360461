import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunResult, runWayfold } from './cli-process.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-plan-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

const UTF8 = { LC_ALL: 'C.UTF-8' };

async function plan(...args: string[]): Promise<RunResult> {
  return await runWayfold(['plan', ...args], { cwd, env: UTF8 });
}

/** A command that must succeed; resolves to what it printed. */
async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await plan(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function json(...args: string[]): Promise<unknown> {
  return JSON.parse(await ok(...args, '--json'));
}

/** A command that must be refused; resolves to its error. */
async function refused(...args: string[]): Promise<{ code: number | null; error: unknown }> {
  const { code, stdout, stderr } = await plan(...args, '--json');
  expect(stdout).toBe('');
  return { code, error: JSON.parse(stderr).error };
}

async function file(name: string, text: string): Promise<void> {
  await writeFile(join(cwd, name), text);
}

const CHECKLIST = `# Ship 1.0

- [x] Write the changelog
  - 34 entries
- [~] Run every test
  Linux first.
- [!] Sign the tag
- [ ] Publish
`;

describe('wayfold plan', () => {
  it('uses the configured plan, unless another one is named', async () => {
    await file('wayfold.config.json', JSON.stringify({ plan: 'release' }));
    await ok('set', 'Ship 1.0', 'Build');
    expect(await json('show')).toMatchObject({ plan_id: 'release' });
    await ok('set', 'Something else', 'Look', '--plan', 'other');
    const listed = (await ok('list', '--json'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed.map(({ plan_id }) => plan_id).toSorted()).toEqual(['other', 'release']);
  });

  it('moves, removes and inserts steps, marks several with evidence, and shows an earlier moment', async () => {
    await ok('set', 'Ship 1.0', 'Build', 'Test', 'Tag');
    await ok('move', 'S003', '--before', 'S001');
    await ok('remove', 'S002');
    await ok('add', 'Sign', '--after', 'S003');
    await ok('mark', 'S001,S003', 'done', '--command', 'npm test', '--exit-code', '0');
    expect(await json('show')).toMatchObject({
      plan: {
        steps: [
          { step_id: 'S003', status: 'done', evidence: [{ command: 'npm test', exit_code: 0 }] },
          { step_id: 'S004', status: 'pending' },
          { step_id: 'S001', status: 'done' },
        ],
      },
    });
    expect(await ok('show')).toContain('npm test exited with 0');
    expect(await json('show', '--at', '1')).toMatchObject({
      version: 1,
      plan: { steps: [{ step_id: 'S001' }, { step_id: 'S002' }, { step_id: 'S003' }] },
    });
    await mkdir(join(cwd, '.git'));
    await mkdir(join(cwd, 'src'));
    const below = await runWayfold(['plan', 'show', '--json'], { cwd: join(cwd, 'src'), env: UTF8 });
    expect(JSON.parse(below.stdout)).toMatchObject({ plan: { objective: 'Ship 1.0' } });
    expect(existsSync(join(cwd, 'src', '.wayfold'))).toBe(false);
  });

  it('starts a plan, edits it and shows it', async () => {
    expect(await ok('set', 'Ship 1.0', 'Write the changelog', 'Tag it')).toBe(
      'Plan set up with 2 steps: S001, S002.\n',
    );
    expect(await ok('add', 'Publish', '--details', 'npm publish')).toBe('Added S003.\n');
    await ok('mark', 'S001', 'done', '34 entries');
    await ok('update', 'S002', '--title', 'Sign and tag it');
    await ok('mark', 'S002', 'in_progress');
    expect(await ok('show')).toBe(
      [
        'Ship 1.0',
        'Session plan · Working · plan:default · fact 5',
        '',
        '██████████░░░░░░░░░░░░░░░░░░░░  Steps done: 1 of 3',
        '',
        '✓ S001  Write the changelog',
        '        - 34 entries',
        '▸ S002  Sign and tag it',
        '○ S003  Publish',
        '        npm publish',
        '',
      ].join('\n'),
    );
  });

  it('is drawn in ASCII if the terminal is not UTF-8', async () => {
    await file('todo.md', CHECKLIST);
    await ok('import', 'todo.md');
    const { stdout } = await runWayfold(['plan', 'show'], { cwd, env: { LC_ALL: 'C' } });
    expect(stdout).toMatch(/^[\n -~]*$/);
    expect(stdout).toContain('Session plan - Working - plan:default');
    expect(stdout).toContain('#######.......................  Steps done: 1 of 4');
    expect(stdout).toContain(
      '[x] S001  Write the changelog\n          - 34 entries\n[~] S002  Run every test',
    );
  });

  it('prints the wire format for programs', async () => {
    await ok('set', 'Ship 1.0', 'Tag it');
    expect(await json('show')).toEqual({
      plan_id: 'default',
      version: 1,
      plan: {
        objective: 'Ship 1.0',
        status: 'active',
        steps: [{ step_id: 'S001', title: 'Tag it', details: null, status: 'pending', notes: [] }],
      },
    });
    expect(await json('mark', 'S001', 'done')).toMatchObject({
      plan_id: 'default',
      version: 2,
      plan_status: 'completed',
      step: { step_id: 'S001', status: 'done' },
    });
  });

  it('lists every plan with its objective, progress, version and last change', async () => {
    await ok('set', 'Ship 1.0', 'Tag it', 'Publish', '--plan', 'release');
    await ok('mark', 'S001', 'done', '--plan', 'release');
    await ok('set', 'Clean up');
    await plan('mark', 'S009', 'done', '--plan', 'release');
    const [first, second] = (await ok('list', '--json')).trimEnd().split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ plan_id: 'default', objective: 'Clean up', steps: 0 });
    expect(JSON.parse(second ?? '')).toEqual({
      plan_id: 'release',
      objective: 'Ship 1.0',
      status: 'active',
      steps: 2,
      done: 1,
      version: 2,
      branch: null,
      updated_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await ok('list')).toMatch(
      /^PLAN .*\ndefault +active +0\/0 .*Clean up\nrelease +active +1\/2 +2 .*Ship 1\.0\n$/,
    );
  });

  it('reports a missing plan, and creates no data directory', async () => {
    expect((await refused('show')).error).toMatchObject({ code: 'no-data' });
    expect((await refused('mark', 'S001', 'done')).error).toMatchObject({ code: 'no-data' });
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
    await ok('set', 'Clean up');
    expect((await refused('show', 'release')).error).toMatchObject({
      code: 'no-plan',
      fix: expect.stringContaining('wayfold plan set'),
    });
  });

  it('refuses an invalid plan id', async () => {
    for (const args of [
      ['show', 'Release'],
      ['watch', 'a/b'],
      ['export', 'x'.repeat(65)],
      ['set', 'Go', '--plan', 'ü'],
    ]) {
      expect((await refused(...args)).error).toMatchObject({ code: 'invalid-tool-input' });
    }
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
  });

  it('applies the rules of the tools to people, and leaves the plan unchanged', async () => {
    await ok('set', 'Ship 1.0', 'Tag it');
    const before = await json('show');
    const refusals = [
      [['mark', 'S009', 'done'], 'step-not-found'],
      [['mark', 'S001', 'finished'], 'invalid-tool-input'],
      [['mark', 'S001', 'done', ' '], 'invalid-tool-input'],
      [['add', 'x'.repeat(161)], 'invalid-tool-input'],
      [['update', 'S001'], 'invalid-tool-input'],
      [['mark', 'S001', 'done', '--expect', '7'], 'conflict'],
    ] as const;
    for (const [args, code] of refusals) {
      const failed = await refused(...args);
      expect(failed).toMatchObject({ error: { code } });
      expect(failed.code).not.toBe(0);
    }
    expect(await json('show')).toEqual(before);
  });

  it('abandons a plan only after a confirmation', async () => {
    await ok('set', 'Ship 1.0', 'Tag it');
    expect((await refused('clear')).error).toMatchObject({ code: 'confirmation-needed' });
    await ok('clear', '--yes');
    expect(await ok('show')).toMatch(/^Ship 1\.0\nSession plan · Cancelled · .*\n\nStatus {2}Abandoned\n$/);
    expect((await refused('clear')).error).toMatchObject({ code: 'plan-not-active' });
  });
});

describe('wayfold plan import and export', () => {
  it('round-trips an export through Markdown and JSON', async () => {
    await file('todo.md', CHECKLIST);
    expect(await ok('import', 'todo.md')).toBe('Imported plan default: Ship 1.0 (1 of 4 done, 1 blocked).\n');
    const { plan: imported } = JSON.parse(await ok('show', '--json'));
    for (const format of ['md', 'json']) {
      expect(await ok('export', '--format', format, '-o', `plan.${format}`)).toBe(
        `Exported plan default to plan.${format}.\n`,
      );
      await ok('import', `plan.${format}`, `from-${format}`);
      expect(await json('show', `from-${format}`)).toMatchObject({ plan: imported });
    }
  });

  it('reads task-master files, stdin, and the format given with --format', async () => {
    const tasks = {
      master: {
        tasks: [
          { id: 1, title: 'Tag it', status: 'done' },
          { id: 2, title: 'Publish' },
        ],
      },
    };
    const { code } = await runWayfold(['plan', 'import', '-', 'release'], {
      cwd,
      input: JSON.stringify(tasks),
    });
    expect(code).toBe(0);
    expect(await json('show', 'release')).toMatchObject({
      plan: {
        steps: [
          { title: 'Tag it', status: 'done' },
          { title: 'Publish', status: 'pending' },
        ],
      },
    });
    await file('bare.md', '- [ ] Sweep\n');
    await ok('import', 'bare.md', '--objective', 'Clean up');
    expect(await json('show')).toMatchObject({ plan: { objective: 'Clean up' } });
    await file('todo.md', CHECKLIST);
    expect((await refused('import', 'todo.md', 'other', '--format', 'json')).error).toMatchObject({
      code: 'import-unreadable',
    });
  });

  it('replaces an active plan only with --replace, and a finished one without', async () => {
    await file('todo.md', CHECKLIST);
    await ok('set', 'Clean up', 'Sweep');
    expect(await refused('import', 'todo.md')).toMatchObject({
      code: 2,
      error: { code: 'confirmation-needed', message: expect.stringContaining('Clean up') },
    });
    expect((await refused('set', 'Something else')).error).toMatchObject({ code: 'confirmation-needed' });
    expect(await json('show')).toMatchObject({ plan: { objective: 'Clean up' } });
    await ok('import', 'todo.md', '--replace');
    await ok('clear', '--yes');
    await ok('set', 'Something else');
    expect(await json('show')).toMatchObject({ plan: { objective: 'Something else' } });
  });

  it('refuses an invalid file and changes nothing', async () => {
    await ok('set', 'Clean up', 'Sweep');
    await file('prose.md', '# Notes\n\n- [?] Odd box\n');
    await file('latin1.md', '');
    await writeFile(join(cwd, 'latin1.md'), Buffer.from([0x23, 0x20, 0xe4]));
    const before = await json('show');
    expect((await refused('import', 'prose.md', '--replace')).error).toMatchObject({
      code: 'import-unreadable',
    });
    expect((await refused('import', 'latin1.md', '--replace')).error).toMatchObject({ code: 'file-failed' });
    expect((await refused('import', 'none.md')).error).toMatchObject({ code: 'file-not-found' });
    expect(await json('show')).toEqual(before);
  });

  it('overwrites a file only with --force, and writes for its owner only', async () => {
    await ok('set', 'Clean up', 'Sweep');
    expect(await ok('export')).toContain('- [ ] S001: Sweep\n');
    await file('plan.md', 'mine');
    expect(await refused('export', '-o', 'plan.md')).toMatchObject({
      code: 4,
      error: { code: 'file-exists' },
    });
    expect(await readFile(join(cwd, 'plan.md'), 'utf8')).toBe('mine');
    await ok('export', '-o', 'plan.md', '--force');
    expect((await stat(join(cwd, 'plan.md'))).mode & 0o777).toBe(0o600);
    expect((await refused('export', '-o', join('no', 'such', 'folder.md'))).error).toMatchObject({
      code: 'file-failed',
    });
    expect((await readdir(cwd)).toSorted()).toEqual(['.wayfold', 'plan.md']);
  });
});
