import { describe, expect, it } from 'vitest';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { tasksModule } from '../../planners/tasks/module.ts';
import { WorkLog } from './work-log.ts';

const module = tasksModule();
const BEGAN = Date.parse('2026-05-04T10:00:00.000Z');

/** The work in these facts, one a second, unless they share a batch. */
function worksOf(payloads: readonly (ProposedFact & { readonly at?: number })[]) {
  let log = new WorkLog();
  payloads.forEach(({ at, ...payload }, index) => {
    const ts = new Date(BEGAN + (at ?? index) * 1000).toISOString();
    const fact: Fact = { seq: index + 1, id: `f${index + 1}`, ts, v: 1, ...payload };
    log = log.accept(fact, module);
  });
  return log.all.map(({ from, work, target, end }) => [from, work, target, end?.seq, end?.failed]);
}

describe('who worked on what', () => {
  const claim = (work: string, target: number, until = '2026-05-04T11:00:00.000Z') => ({
    type: 'claimed',
    work,
    target,
    worker: 'w',
    until,
  });

  it('goes from the claim of a pass to where it was settled', () => {
    const works = worksOf([
      { type: 'user_input' },
      claim('plan', 1),
      claim('plan', 1),
      { type: 'planner_error', at: 3 },
      { type: 'pass_settled', outcome: 'error', at: 3 },
      claim('plan', 1),
      { type: 'pass_settled', outcome: 'committed' },
    ]);
    expect(works).toEqual([
      [2, 'plan', 1, 5, true],
      [6, 'plan', 1, 7, false],
    ]);
  });

  it('distinguishes concurrent reactors, and which of them failed', () => {
    const works = worksOf([
      { type: 'TasksPlanned' },
      claim('task', 1),
      claim('send', 1),
      { type: 'TaskStatusUpdated', status: 'Failed', at: 3 },
      { type: 'reaction_settled', work: 'task', target: 1, at: 3 },
      { type: 'reaction_settled', work: 'send', target: 1 },
    ]);
    expect(works).toEqual([
      [2, 'task', 1, 5, true],
      [3, 'send', 1, 6, false],
    ]);
  });

  it('is open until then, and dropped with a released claim', () => {
    expect(worksOf([{ type: 'user_input' }, claim('plan', 1)])).toEqual([
      [2, 'plan', 1, undefined, undefined],
    ]);
    const givenBack = claim('plan', 1, '2026-05-04T10:00:02.000Z');
    expect(worksOf([{ type: 'user_input' }, claim('plan', 1), givenBack])).toEqual([]);
  });
});
