import { describe, expect, it } from 'vitest';
import { Session } from '../../kernel/session/session.ts';
import { toWire } from '../calls/wire.ts';
import type { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { backlogExport } from './backlog-export.ts';
import type { PlanFile } from './backlog-plan.ts';
import { type ExportFormat, exportPlan, formatOf, type ImportFormat, importPlan } from './plan-files.ts';

const AT = '2026-11-16T12:00:00.000Z';

async function imported(
  text: string | readonly PlanFile[],
  format?: ImportFormat,
  objective?: string,
): Promise<Plan> {
  return (await importResult(text, format, objective)).plan;
}

async function importResult(text: string | readonly PlanFile[], format?: ImportFormat, objective?: string) {
  const section = new PlanningToolsSection({ session: new Session(), text: 'unicode' });
  return await importPlan(section, text, format, { objective });
}

/** A repository's issues as `bd` exports them. */
const ISSUES = [
  {
    id: 'shop-a3f8',
    title: 'Checkout rewrite',
    description: 'Replace the old checkout.\n\nSee docs/checkout.md.',
    status: 'open',
    priority: 1,
    issue_type: 'epic',
    created_at: '2026-10-01T08:00:00Z',
    updated_at: '2026-10-02T08:00:00Z',
    labels: ['checkout', 'q4'],
  },
  {
    id: 'shop-a3f8.1',
    title: 'Price totals in cents',
    design: 'Integers only.',
    acceptance_criteria: '- no floats',
    status: 'closed',
    priority: 0,
    issue_type: 'bug',
    assignee: 'ann@example.com',
    close_reason: 'Fixed in #12',
    created_at: '2026-10-01T08:00:00Z',
    updated_at: '2026-10-02T08:00:00Z',
    closed_at: '2026-10-02T08:00:00Z',
    dependencies: [{ issue_id: 'shop-a3f8.1', depends_on_id: 'shop-a3f8', type: 'parent-child' }],
    comments: [{ id: 1, issue_id: 'shop-a3f8.1', author: 'bob', text: 'Verified on staging.' }],
  },
  {
    id: 'shop-b1c2',
    title: 'Pay by invoice – für Firmen',
    status: 'in_progress',
    priority: 2,
    issue_type: 'feature',
    created_at: '2026-10-01T08:00:00Z',
    dependencies: [
      {
        issue_id: 'shop-b1c2',
        depends_on_id: 'shop-a3f8.1',
        type: 'blocks',
        created_at: '2026-10-01T08:00:00Z',
      },
      { issue_id: 'shop-b1c2', depends_on_id: 'shop-zzzz', type: 'blocks' },
    ],
  },
  {
    id: 'shop-c9d0',
    title: 'Flaky invoice test',
    status: 'deferred',
    created_at: '2026-10-01T08:00:00Z',
    dependencies: [
      { issue_id: 'shop-c9d0', depends_on_id: 'shop-b1c2', type: 'discovered-from' },
      { issue_id: 'shop-c9d0', depends_on_id: 'shop-a3f8', type: 'related' },
    ],
  },
  { id: 'shop-gone', title: 'Deleted', status: 'tombstone', created_at: '2026-10-01T08:00:00Z' },
];
const BEADS = ISSUES.map((issue) => `${JSON.stringify(issue)}\n`).join('');

describe('issues of beads', () => {
  it('become steps with their dependencies, and notes for fields that a step lacks', async () => {
    expect(formatOf(BEADS)).toBe('beads');
    expect(toWire(await imported(BEADS))).toEqual({
      objective: 'Issues of shop',
      status: 'active',
      steps: [
        {
          step_id: 'S001',
          title: 'Checkout rewrite',
          details: 'Replace the old checkout.\n\nSee docs/checkout.md.',
          status: 'pending',
          notes: ['beads shop-a3f8: P1; epic; labels checkout, q4'],
        },
        {
          step_id: 'S002',
          title: 'Price totals in cents',
          details: null,
          status: 'done',
          notes: [
            'Design: Integers only.',
            'Acceptance criteria: - no floats',
            'bob: Verified on staging.',
            'Closed: Fixed in #12',
            'beads shop-a3f8.1: P0; bug; assignee ann@example.com',
          ],
          parent: 'S001',
        },
        {
          step_id: 'S003',
          title: 'Pay by invoice – für Firmen',
          details: null,
          status: 'in_progress',
          notes: ['Depends on shop-zzzz (blocks).', 'beads shop-b1c2: P2; feature'],
          blocked_by: ['S002'],
        },
        {
          step_id: 'S004',
          title: 'Flaky invoice test',
          details: null,
          status: 'blocked',
          notes: ['Deferred.', 'beads shop-c9d0'],
          discovered_from: ['S003'],
          related: ['S001'],
        },
      ],
    });
  });

  it('are reported if a plan has no place for them', async () => {
    const { leftOut } = await importResult(
      `{"_type":"memory","key":"radio","value":"x"}\n${BEADS}{"id":"shop-x","title":"x","status":"in_review"}`,
    );
    expect(leftOut).toEqual([
      { kind: 'deleted', items: ['shop-gone'] },
      { kind: 'records', items: ['memory radio'] },
      { kind: 'fields', items: ['created_at', 'updated_at', 'closed_at'] },
      { kind: 'noted_fields', items: ['priority', 'issue_type', 'labels', 'assignee'] },
      { kind: 'noted_statuses', items: ['shop-c9d0 (deferred)', 'shop-x (in_review)'] },
      { kind: 'noted_dependencies', items: ['shop-zzzz'] },
    ]);
  });

  it('keep their ids, fields and dependencies when they are exported again', async () => {
    const lines = exportPlan(await imported(BEADS, 'beads', 'Shop'), 'beads', AT)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(lines.slice(1)).toMatchObject([
      { id: 'shop-a3f8', status: 'open', priority: 1, issue_type: 'epic', labels: ['checkout', 'q4'] },
      { id: 'shop-a3f8.1', status: 'closed', priority: 0, assignee: 'ann@example.com' },
      {
        id: 'shop-b1c2',
        issue_type: 'feature',
        dependencies: expect.arrayContaining([
          expect.objectContaining({ depends_on_id: 'shop-a3f8.1', type: 'blocks' }),
        ]),
      },
      {
        id: 'shop-c9d0',
        dependencies: expect.arrayContaining([
          expect.objectContaining({ depends_on_id: 'shop-b1c2', type: 'discovered-from' }),
        ]),
      },
    ]);
  });

  it('have long titles truncated, with the full title in a note', async () => {
    const title = 'long '.repeat(60).trim();
    const { steps } = await imported(`${JSON.stringify({ id: 'bd-1', title })}\n`);
    expect([...(steps[0]?.title ?? '')].length).toBeLessThanOrEqual(160);
    expect(steps[0]?.notes).toContain(`Title: ${title}`);
  });

  it.each([
    ['a line that is torn', `${BEADS}{"id":"shop-x","tit`, 'line 6'],
    ['a conflict of git', `${BEADS}<<<<<<< HEAD\n`, 'line 6'],
    ['an issue without a title', `${BEADS}{"id":"shop-x"}`, 'line 6'],
    ['an issue that is there twice', `${BEADS}{"id":"shop-b1c2","title":"x"}`, 'line 6'],
    [
      'issues that wait for each other',
      '{"id":"b-1","title":"x","dependencies":[{"depends_on_id":"b-2","type":"blocks"}]}\n{"id":"b-2","title":"y","dependencies":[{"depends_on_id":"b-1","type":"blocks"}]}\n',
      expect.stringMatching(/^line [12]$/),
    ],
  ])('are refused with %s, by its line', async (_, text, place) => {
    await expect(imported(text, 'beads')).rejects.toMatchObject({ code: 'import-unreadable', place });
  });
});

const TASKS: readonly PlanFile[] = [
  {
    path: 'backlog/tasks/task-7 - Log-in-with-a-passkey.md',
    text: `---
id: TASK-7
title: 'Log in with a passkey: the #1 request'
status: In Progress
assignee:
  - '@ann'
created_date: '2026-10-01 08:00'
labels: [auth, "q4, late"]
dependencies: []
priority: high
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
People forget passwords.
<!-- SECTION:DESCRIPTION:END -->

## Acceptance Criteria
<!-- AC:BEGIN -->
- [ ] #1 Works in Firefox
- [x] #2 Falls back to mail
<!-- AC:END -->
`,
  },
  {
    path: 'backlog/tasks/task-7.1 - Store-keys.md',
    text: `---
id: TASK-7.1
title: >-
  Store keys in a table
  of their own
status: Done
assignee: []
dependencies:
  - task-3
parent_task_id: task-7
---
`,
  },
  {
    path: 'backlog/tasks/task-10 - Announce-it.md',
    text: '---\nid: task-10\ntitle: Announce it\nstatus: Waiting for legal\ndependencies:\n  - TASK-7\n---\n\nIn the newsletter.\n',
  },
];

describe('tasks of Backlog.md', () => {
  it('become steps in the order of their numbers', async () => {
    expect(toWire(await imported(TASKS, undefined, 'Log in'))).toEqual({
      objective: 'Log in',
      status: 'active',
      steps: [
        {
          step_id: 'S001',
          title: 'Log in with a passkey: the #1 request',
          details: 'People forget passwords.',
          status: 'in_progress',
          notes: [
            'Acceptance Criteria: - [ ] #1 Works in Firefox\n- [x] #2 Falls back to mail',
            'backlog TASK-7: assignee @ann; created_date 2026-10-01 08:00; labels auth, q4, late; priority high',
          ],
        },
        {
          step_id: 'S002',
          title: 'Store keys in a table of their own',
          details: null,
          status: 'done',
          notes: ['Depends on task-3.', 'backlog TASK-7.1'],
          parent: 'S001',
        },
        {
          step_id: 'S003',
          title: 'Announce it',
          details: 'In the newsletter.',
          status: 'blocked',
          notes: ['Status: Waiting for legal.', 'backlog task-10'],
          blocked_by: ['S001'],
        },
      ],
    });
  });

  it.each([
    ['no front matter', 'Just text.\n', 'task.md line 1'],
    ['a line that is no field', '---\nid: task-1\nstatus: [\n---\n', 'task.md line 3'],
    ['a field twice', '---\nid: task-1\nid: task-2\ntitle: a\n---\n', 'task.md line 3'],
    ['no title', '---\nid: task-1\n---\n', 'task.md line 1'],
  ])('are refused with %s, by the line of the file', async (_, text, place) => {
    const files = [{ path: 'task.md', text }];
    await expect(imported(files)).rejects.toMatchObject({ code: 'import-unreadable', place });
  });

  it('have the statuses of their project, and leave out other files', async () => {
    const task = (id: string, fields: string) => ({
      path: `backlog/tasks/${id} - x.md`,
      text: `---\nid: ${id}\n${fields}\n---\n`,
    });
    const { plan, leftOut } = await importResult([
      task('task-1', 'title: Docs: the first page\nstatus: Terminé'),
      task('task-2', 'title: 2026\nstatus: 🔨 In Progress\nassignee: @ann\ndependencies: [task-4, task-9]'),
      task('task-3', 'title: ""'),
      { ...task('task-4', 'title: Old\nstatus: Terminé'), path: 'backlog/completed/task-4 - x.md' },
      { path: 'backlog/tasks/readme.md', text: '# How we work\n' },
      { path: 'backlog/config.yml', text: 'statuses: ["À faire", "En cours", "Terminé"]\n' },
    ]);
    expect(toWire(plan).steps).toMatchObject([
      { title: 'Docs: the first page', status: 'done' },
      {
        title: '2026',
        status: 'in_progress',
        notes: ['task-4', 'task-9', '@ann'].map((part) => expect.stringContaining(part)),
      },
    ]);
    expect(leftOut).toEqual([
      { kind: 'completed', items: ['task-4'] },
      { kind: 'untitled', items: [expect.stringContaining('task-3')] },
      { kind: 'files', items: ['backlog/tasks/readme.md'] },
      { kind: 'noted_fields', items: ['assignee'] },
      { kind: 'noted_statuses', items: ['task-1 (Terminé)'] },
      { kind: 'noted_dependencies', items: ['task-9'] },
    ]);
  });

  it('are refused when two have the same id', async () => {
    const [first] = TASKS;
    if (first === undefined) throw new Error('there is no task');
    await expect(imported([first, { ...first, path: 'other.md' }])).rejects.toMatchObject({
      place: 'other.md',
    });
  });
});

describe('a plan that is exported to another tool', () => {
  /** A plan with all that a step can have but a claim. */
  async function plan(): Promise<Plan> {
    return await imported(
      `# Ship 1.0

- [x] S001: Write the changelog
  With the names of all who helped.
  - Took two hours.
  - Second note,
    on two lines.
  - \`npm run docs\` exited with 0
- [ ] S002: Release
  - [ ] S003: Tag it
- [~] S004: Announce "it": a: b #c
  - \`blocked by\` S001, S003
- [!] S005: Fix the flaky test
  - [evidence](<https://example.com/run/7>)
`,
      'markdown',
    );
  }

  it.each<ExportFormat>(['markdown', 'json', 'beads', 'task-master'])(
    'comes back as it was from %s',
    async (format) => {
      const original = await plan();
      const back = await imported(exportPlan(original, format, AT), format);
      const expected = toWire(original);
      // A tasks.json has no field for evidence, and beads one for the id: both are notes.
      const steps = toWire(back).steps.map((step) => ({
        ...step,
        notes: step.notes.filter((note) => !note.startsWith('beads wf-')),
      }));
      if (format !== 'task-master') expect({ ...toWire(back), steps }).toEqual(expected);
      else {
        const withNotes = expected.steps.map(({ evidence = [], ...step }) => ({
          ...step,
          notes: [
            ...step.notes,
            ...evidence.map(({ command, exit_code, link }) => link ?? `${command} exited with ${exit_code}`),
          ],
        }));
        expect({ ...toWire(back), steps }).toEqual({ ...expected, steps: withNotes });
      }
    },
  );

  it('survives a round trip through Backlog.md, except for its objective and order', async () => {
    const original = await plan();
    const back = await imported(backlogExport(original, AT));
    const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title);
    const stepsOf = (each: Plan) =>
      toWire(each)
        .steps.map(({ title, details, status, notes, evidence }) => ({
          title,
          details,
          status,
          notes: notes.filter((note) => !note.startsWith('backlog ')),
          evidence,
        }))
        .toSorted(byTitle);
    expect(stepsOf(back)).toEqual(stepsOf(original));
    const links = (each: Plan) => {
      const titles = new Map(each.steps.map(({ stepId, title }) => [stepId, title]));
      return each.steps
        .map(({ title, parent, blockedBy = [] }) => ({
          title,
          parent: titles.get(parent ?? ''),
          blockedBy: blockedBy.map((id) => titles.get(id)).toSorted(),
        }))
        .toSorted(byTitle);
    };
    expect(links(back)).toEqual(links(original));
  });
});

describe('a Markdown list', () => {
  it('has nested items as parts of their parents', async () => {
    const { steps } = await imported(
      '# Trip\n- [ ] Pack\n  - [x] Tent\n    - [ ] Pegs\n  - [ ] Stove\n- [ ] Leave\n',
    );
    expect(steps.map(({ title, parent }) => [title, parent])).toEqual([
      ['Pack', undefined],
      ['Tent', 'S001'],
      ['Pegs', 'S002'],
      ['Stove', 'S001'],
      ['Leave', undefined],
    ]);
  });

  it('is refused with a link to a missing step, by its line', async () => {
    const text = '# Trip\n- [ ] Pack\n  - `blocked by` S009\n';
    await expect(imported(text)).rejects.toMatchObject({ code: 'import-unreadable', place: 'line 3' });
  });
});
