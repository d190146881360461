import { localUser } from '../../../../host/local-user.ts';
import { planIdOf } from '../../../../plan-tools/plan-id.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { confirm } from '../../terminal/confirm.ts';
import { existingPlan, type OpenPlan, openPlan } from './open-plan.ts';
import { progressText } from './plan-view.ts';

export interface ChangeOptions {
  readonly plan?: string;
  /** The version the plan must be at. */
  readonly expect?: number;
}

export interface SetOptions extends ChangeOptions {
  readonly objective: string;
  readonly steps: readonly string[];
  readonly replace?: boolean;
}

export async function set(invocation: Invocation, options: SetOptions): Promise<undefined> {
  const { objective, steps, replace = false, plan: named, expect } = options;
  planIdOf(named);
  await withStore(invocation, { create: true }, async (store) => {
    const open = await openPlan(store, named);
    const expectedVersion = expect ?? replaceableAt(open, replace);
    await call(invocation, open, {
      tool: 'planning_setup_plan',
      input: { objective, initial_steps: steps.map((title) => ({ title })) },
      expectedVersion,
    });
  });
  return undefined;
}

export async function clear(
  invocation: Invocation,
  { plan: named, expect, yes }: ChangeOptions & { readonly yes?: boolean },
): Promise<undefined> {
  await withStore(invocation, { create: false }, async (store) => {
    const open = await existingPlan(store, named);
    const { planId, plan, session } = open;
    if (plan.status === 'active') {
      await confirm(
        invocation,
        `Give up plan ${planId}, "${plan.objective}" (${progressText(plan)})? Its steps go.`,
        yes,
      );
    }
    // What was asked about is what is given up.
    const expectedVersion = expect ?? session.version;
    await call(invocation, open, { tool: 'planning_clear_plan', input: {}, expectedVersion });
  });
  return undefined;
}

export async function add(
  invocation: Invocation,
  options: ChangeOptions & { readonly titles: readonly string[]; readonly details?: string },
): Promise<undefined> {
  const { titles, details } = options;
  if (details !== undefined && titles.length > 1) {
    throw new CliError('usage', {
      expected: '--details for a single step',
      actual: `${titles.length} steps`,
      fix: 'Add the steps one by one, or write their details later: wayfold plan update S001 --details "…"',
    });
  }
  const steps = titles.map((title) => (details === undefined ? { title } : { title, details }));
  return await change(invocation, options, { tool: 'planning_add_step', input: { steps } });
}

/** Adds, updates or marks steps of a plan that has begun. */
export async function change(
  invocation: Invocation,
  { plan: named, expect }: ChangeOptions,
  wanted: { readonly tool: string; readonly input: object },
): Promise<undefined> {
  await withStore(invocation, { create: false }, async (store) => {
    const open = await existingPlan(store, named);
    await call(invocation, open, { ...wanted, expectedVersion: expect });
  });
  return undefined;
}

/** The version at which a plan may be replaced; undefined when any will do. */
export function replaceableAt({ planId, plan, session }: OpenPlan, replace: boolean): number | undefined {
  if (replace) return undefined;
  if (plan?.status !== 'active') return session.version;
  throw new CliError('confirmation-needed', {
    expected: `--replace, because plan ${planId} is active`,
    actual: `no --replace, and "${plan.objective}" with ${progressText(plan)}`,
    fix: 'Add --replace to give it up for the new one, or name another plan. Nothing was changed.',
  });
}

async function call(
  { output }: Invocation,
  { planId, section }: OpenPlan,
  wanted: { readonly tool: string; readonly input: object; readonly expectedVersion: number | undefined },
): Promise<void> {
  const { tool, input, expectedVersion } = wanted;
  const { message, output: answer } = await section
    .tool(tool)
    .call(input, { expectedVersion, by: localUser() });
  if (output.json) await output.value({ plan_id: planId, ...answer, message });
  else await output.line(message);
}
