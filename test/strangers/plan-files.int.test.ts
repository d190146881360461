import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openPlan, planIn } from '../../src/plan-tools/plan/open-plan.ts';
import { importFrom } from '../../src/surfaces/cli/aliases/plan/files.ts';
import { atTerminal } from '../invocation-fixture.ts';
import { linesOf } from './lines.ts';

const Texts = z.array(z.string()).default([]);
const Step = z.object({
  title: z.string(),
  titleAlso: Texts,
  status: z.string(),
  statusAlso: Texts,
  parent: z.string().nullish(),
  blockedBy: Texts,
  blockedByAlso: z.array(z.array(z.string())).default([]),
  notesContain: Texts,
});
const Case = z.object({
  id: z.string(),
  format: z.string(),
  files: z.record(z.string(), z.string()),
  import: z.string(),
  args: Texts,
  steps: z.array(Step),
  mustMention: Texts,
  objective: z.string().optional(),
  error: z.string().nullable(),
});

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wayfold-plan-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

it.each(linesOf('plan-files', Case))(
  'a file of another tool becomes the plan that its author expects: $id, $format',
  async ({ files, args, steps, mustMention, error, ...given }) => {
    const { invocation, seen, store } = atTerminal();
    const option = (name: string) => args[args.indexOf(name) + 1];
    const options = {
      ...(args.includes('--objective') && { objective: option('--objective') ?? '' }),
      ...(args.includes('--tag') && { tag: option('--tag') ?? '' }),
    };
    const path = join(folderOf(files), given.import);
    const refusal = await importFrom(invocation, path, 'stranger', options).then(
      () => '',
      (cause: unknown) => String(cause),
    );
    const plans = await store();
    const { session } = openPlan(plans, 'stranger');
    await session.refresh();
    const plan = planIn({ session });
    await plans.close();
    const output = `${seen.out}${seen.err}${refusal}`.toLowerCase();
    const isSaid = (text: string) =>
      text
        .toLowerCase()
        .split('|')
        .some((each) => output.includes(each));
    expect(mustMention.filter((text) => !isSaid(text))).toEqual([]);
    if (error !== null) return expect([refusal === '', plan]).toEqual([false, undefined]);
    expect(refusal).toBe('');
    if (given.objective !== undefined) expect(plan?.objective).toBe(given.objective);
    const titles = new Map(plan?.steps.map(({ stepId, title }) => [stepId, title]));
    const found = (plan?.steps ?? []).map(({ title, status, parent, blockedBy = [], details, notes }) => ({
      title,
      status,
      parent: titles.get(parent ?? '') ?? null,
      blockedBy: blockedBy.map((id) => titles.get(id)).toSorted(),
      texts: [details, ...notes].join('\n').toLowerCase(),
    }));
    const wanted = steps.map((step) => ({
      title: expect.toSatisfy((text: string) => [step.title, ...step.titleAlso].includes(text)),
      status: expect.toSatisfy((text: string) => [step.status, ...step.statusAlso].includes(text)),
      parent: step.parent ?? null,
      blockedBy: expect.toSatisfy((others: readonly string[]) =>
        [step.blockedBy, ...step.blockedByAlso].some(
          (each) => JSON.stringify(each.toSorted()) === JSON.stringify(others),
        ),
      ),
      texts: expect.toSatisfy((text: string) =>
        step.notesContain.every((part) => text.includes(part.toLowerCase())),
      ),
    }));
    expect(found).toHaveLength(wanted.length);
    for (const step of wanted) expect(found).toContainEqual(step);
  },
);
