import type { StepItem, StepStatus } from '../../../src/harness/module/view-block.ts';

/** The progress of some steps. Steps with substeps count by those. */
export interface StepProgress {
  readonly total: number;
  readonly done: number;
  /** Not carried out: simulated by a model without tools. */
  readonly simulated: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** Counts the steps that are done, simulated, failed and cancelled. */
export function stepProgress(items: readonly StepItem[]): StepProgress {
  const statuses = leavesOf(items).map(({ status }) => status);
  const count = (wanted: StepStatus) => statuses.filter((status) => status === wanted).length;
  return {
    total: statuses.length,
    done: count('done'),
    simulated: count('simulated'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
}

/** Progress in words, such as "3 of 7 done, 1 failed". */
export function progressText({ total, done, simulated, failed, cancelled }: StepProgress): string {
  return [
    total > 1 && done === total ? `All ${total} done` : `${done} of ${total} done`,
    ...(simulated > 0 ? [`${simulated} simulated`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ');
}

/** All steps at any depth, each before its own. */
export function allSteps(items: readonly StepItem[]): readonly StepItem[] {
  return items.flatMap((item) => [item, ...allSteps(item.children ?? [])]);
}

/** The titles of all steps, by id. */
export function stepTitles(items: readonly StepItem[]): ReadonlyMap<string, string> {
  return new Map(allSteps(items).map(({ id, title }) => [id, title]));
}

/** Whether any step depends on another one that is there. */
export function hasDependencies(items: readonly StepItem[]): boolean {
  const all = allSteps(items);
  const known = new Set(all.map(({ id }) => id));
  return all.some(({ id, dependsOn = [] }) => dependsOn.some((each) => each !== id && known.has(each)));
}

/** Longer ids are not meant to be read. */
const MAX_ID_LENGTH = 8;

/** The id as people see it; undefined for one that only programs read. */
export function readableId(id: string): string | undefined {
  return id.length <= MAX_ID_LENGTH ? id : undefined;
}

/** Whether a step's details start open. */
export function opensItself(status: StepStatus): boolean {
  return status === 'running' || status === 'waiting' || status === 'blocked' || status === 'failed';
}

function leavesOf(items: readonly StepItem[]): readonly StepItem[] {
  return items.flatMap((item) => {
    const { children = [] } = item;
    return children.length === 0 ? [item] : leavesOf(children);
  });
}
