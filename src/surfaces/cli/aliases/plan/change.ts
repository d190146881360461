import { localUser } from '../../../../host/local-user.ts';
import type { StepPlace } from '../../../../plan-tools/plan/commands.ts';
import { openPlan } from '../../../../plan-tools/plan/open-plan.ts';
import { Plan } from '../../../../plan-tools/plan/plan.ts';
import type { PlanningToolsSection } from '../../../../plan-tools/prompt/planning-tools-section.ts';
import { isShared, selectedPlan, syncShared } from '../../config/plan-choice.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';
import { noPlan, progressText } from './plan-text.ts';

/** The options that select a plan. */
export interface ChangeOptions {
  readonly plan?: string;
  /** The version the plan must be at. */
  readonly expect?: number;
}

interface MarkEvidence {
  readonly command?: string;
  readonly exitCode?: number;
  readonly link?: string;
}

/** A plan to change. */
export interface OpenedPlan {
  readonly planId: string;
  readonly section: PlanningToolsSection;
  /** Undefined if there is none yet. */
  readonly plan: Plan | undefined;
  readonly version: number;
}

/** A call of a plan tool, with the expected version of the plan. */
interface ToolCall {
  readonly tool: string;
  readonly input: object;
  readonly expectedVersion: number | undefined;
}

export async function set(
  invocation: Invocation,
  objective: string,
  steps: readonly string[],
  { plan, expect, replace }: ChangeOptions & { readonly replace?: boolean },
): Promise<undefined> {
  const input = { objective, initial_steps: steps.map((title) => ({ title })) };
  await withPlan(invocation, plan, { create: true }, async (opened) => {
    const replaceable = await replaceableAt(invocation, opened, replace);
    const expectedVersion = expect ?? replaceable;
    await call(invocation, opened, { tool: 'planning_setup_plan', input, expectedVersion });
  });
}

export async function add(
  invocation: Invocation,
  titles: readonly string[],
  { details, before, after, ...options }: ChangeOptions & StepPlace & { readonly details?: string },
): Promise<undefined> {
  if (details !== undefined && titles.length > 1) {
    throw new CliError('usage', {
      summary: `--details is for a single step, and there are ${titles.length}.`,
      fix: 'Add the steps one by one, or write their details later: wayfold plan update S001 --details "…"',
    });
  }
  const steps = titles.map((title) => ({ title, ...(details !== undefined && { details }) }));
  await change(invocation, options, {
    tool: 'planning_add_step',
    input: { steps, ...placeOf({ before, after }) },
  });
}

export async function mark(
  invocation: Invocation,
  stepIds: string,
  status: string,
  note: string | undefined,
  { command, exitCode, link, ...options }: ChangeOptions & MarkEvidence,
): Promise<undefined> {
  const evidence = {
    ...(command !== undefined && { command }),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(link !== undefined && { link }),
  };
  const mark = {
    status,
    ...(note !== undefined && { note }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
  const [step_id = '', ...others] = stepIds.split(',');
  const also = others.map((each) => ({ step_id: each, ...mark }));
  const input = { step_id, ...mark, ...(also.length > 0 && { also }) };
  await change(invocation, options, { tool: 'planning_mark_step', input });
}

export async function update(
  invocation: Invocation,
  step_id: string,
  { title, details, ...options }: ChangeOptions & { readonly title?: string; readonly details?: string },
): Promise<undefined> {
  const input = {
    step_id,
    ...(title !== undefined && { title }),
    ...(details !== undefined && { details }),
  };
  await change(invocation, options, { tool: 'planning_update_step', input });
}

export async function move(
  invocation: Invocation,
  step_id: string,
  { before, after, ...options }: ChangeOptions & StepPlace,
): Promise<undefined> {
  const input = { step_id, ...placeOf({ before, after }) };
  await change(invocation, options, { tool: 'planning_update_step', input });
}

export async function remove(
  invocation: Invocation,
  step_id: string,
  options: ChangeOptions,
): Promise<undefined> {
  await change(invocation, options, { tool: 'planning_update_step', input: { step_id, remove: true } });
}

function placeOf({ before, after }: StepPlace): StepPlace {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

export async function clear(
  invocation: Invocation,
  { plan: named, expect, yes }: ChangeOptions & { readonly yes?: boolean },
): Promise<undefined> {
  await withPlan(invocation, named, { create: false }, async (opened) => {
    const { planId, plan, version } = opened;
    if (plan?.status === 'active') {
      const about = `plan ${planId}, "${plan.objective}" (${progressText(plan)})`;
      await confirm(invocation, `Abandon ${about}? Its steps will be removed.`, yes);
    }
    // Only the plan that the person was asked about is replaced.
    const expectedVersion = expect ?? version;
    await call(invocation, opened, { tool: 'planning_clear_plan', input: {}, expectedVersion });
  });
}

/** The version at which a plan may be replaced; undefined for any. Asks the person at a terminal. */
export async function replaceableAt(
  invocation: Invocation,
  { planId, plan, version }: OpenedPlan,
  replace = false,
): Promise<number | undefined> {
  if (replace) return undefined;
  if (plan?.status !== 'active') return version;
  if (invocation.stdin.isTTY && !invocation.output.json) {
    await confirm(invocation, `Give up plan ${planId}, "${plan.objective}" (${progressText(plan)})?`, false);
    return version;
  }
  throw new CliError('confirmation-needed', {
    summary: `Plan ${planId} is active: "${plan.objective}", ${progressText(plan)}.`,
    fix: 'Add --replace to replace it, or name another plan. Nothing was changed.',
  });
}

/** Works on the plan with this id, which may not exist yet if `create` is set. */
export async function withPlan(
  invocation: Invocation,
  named: string | undefined,
  { create }: { readonly create: boolean },
  work: (opened: OpenedPlan) => Promise<void>,
): Promise<void> {
  const planId = await selectedPlan(invocation, named);
  await withStore(invocation, { create: create || isShared(planId) }, async (store) => {
    await syncShared(invocation, store, planId);
    const { session, section } = openPlan(store, planId, { text: 'unicode', graph: true });
    await session.refresh();
    const plan = session.select(Plan).at(-1);
    if (!create && plan === undefined) throw noPlan(planId);
    await work({ planId, section, plan, version: session.version });
    await syncShared(invocation, store, planId);
  });
}

/** Calls a tool on an existing plan. */
export async function change(
  invocation: Invocation,
  { plan, expect }: ChangeOptions,
  wanted: Omit<ToolCall, 'expectedVersion'>,
): Promise<void> {
  await withPlan(invocation, plan, { create: false }, (opened) =>
    call(invocation, opened, { ...wanted, expectedVersion: expect }),
  );
}

async function call(
  { output }: Invocation,
  { planId, section }: OpenedPlan,
  { tool, input, expectedVersion }: ToolCall,
): Promise<void> {
  const called = await section.tool(tool).call(input, { expectedVersion, by: localUser() });
  const { message } = called;
  if (output.json) await output.value({ plan_id: planId, ...called.output, message });
  else for (const line of message.split('\n')) await output.line(line);
}
