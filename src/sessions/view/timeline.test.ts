import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { tasksModule } from '../../planners/tasks/module.ts';
import { FACT_KINDS } from './fact-kind.ts';
import { type KindRun, Timeline } from './timeline.ts';

const module = tasksModule();
const BEGAN = Date.parse('2026-05-04T10:00:00.000Z');

/** A timeline of these facts, one a second, unless they share a batch. */
function timelineOf(payloads: readonly (ProposedFact & { readonly at?: number })[]) {
  let timeline = new Timeline();
  payloads.forEach(({ at, ...payload }, index) => {
    const ts = new Date(BEGAN + (at ?? index) * 1000).toISOString();
    const fact: Fact = { seq: index + 1, id: `f${index + 1}`, ts, v: 1, ...payload };
    timeline = timeline.accept(fact, module);
  });
  return timeline;
}

const kindsOf = (runs: readonly KindRun[]) => runs.map(([from, to, kind]) => [from, to, FACT_KINDS[kind]]);

describe('the line of kinds', () => {
  it('has one run for consecutive facts of a kind', () => {
    const timeline = timelineOf([
      { type: 'session_created' },
      { type: 'planner_configured' },
      { type: 'remote_received' },
      { type: 'claimed' },
      { type: 'made_by_a_stranger' },
    ]);
    expect(kindsOf(timeline.runs())).toEqual([
      [1, 2, 'config'],
      [3, 3, 'public'],
      [4, 4, 'bookkeeping'],
      [5, 5, 'other'],
    ]);
    expect(timeline).toMatchObject({
      head: 5,
      first: '2026-05-04T10:00:00.000Z',
      last: '2026-05-04T10:00:04.000Z',
    });
  });

  it.each([
    [{ type: 'planner_error' }],
    [{ type: 'send_failed' }],
    [{ type: 'TaskStatusUpdated', status: 'Failed' }],
    [{ type: 'tool_result', ok: false }],
  ])('shows %o as a failure', (fact) => {
    expect(kindsOf(timelineOf([fact]).runs())).toEqual([[1, 1, 'failure']]);
  });

  it.each([
    [{ type: 'TaskStatusUpdated', status: 'Completed' }, 'plan'],
    [{ type: 'tool_result', ok: true }, 'private'],
  ])('shows %o as what it is otherwise', (fact, kind) => {
    expect(kindsOf(timelineOf([fact]).runs())).toEqual([[1, 1, kind]]);
  });

  const types = fc.constantFrom('claimed', 'remote_sent', 'user_input', 'planner_error', 'TasksPlanned');

  it('covers every seq once, in order, for any buckets', () => {
    fc.assert(
      fc.property(
        fc.array(types, { maxLength: 60 }),
        fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined }),
        (all, buckets) => {
          const timeline = timelineOf(all.map((type) => ({ type })));
          const { head } = timeline;
          const runs =
            buckets === undefined ? timeline.runs() : timeline.stretches({ buckets }).map(({ run }) => run);
          const seqs = runs.flatMap(([from, to]) =>
            Array.from({ length: to - from + 1 }, (_, n) => from + n),
          );
          expect(seqs).toEqual(Array.from({ length: head }, (_, n) => n + 1));
          if (buckets !== undefined) expect(runs.length).toBeLessThanOrEqual(buckets);
        },
      ),
    );
  });

  it('shows the main kind of a stretch, and the share that is not bookkeeping', () => {
    const types = ['claimed', 'user_input', 'TasksPlanned', 'TasksPlanned', 'claimed', 'claimed'];
    const timeline = timelineOf(types.map((type) => ({ type })));
    expect(timeline.stretches({ buckets: 1 })).toEqual([
      { run: [1, 6, FACT_KINDS.indexOf('plan')], weight: 0.5 },
    ]);
    expect(timeline.stretches({ from: 3, to: 6, buckets: 2 })).toEqual([
      { run: [3, 4, FACT_KINDS.indexOf('plan')], weight: 1 },
      { run: [5, 6, FACT_KINDS.indexOf('bookkeeping')], weight: 0 },
    ]);
  });

  it('never hides a failure in a bucket', () => {
    fc.assert(
      fc.property(
        fc.array(types, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (all, buckets) => {
          const stretches = timelineOf(all.map((type) => ({ type }))).stretches({ buckets });
          const failure = FACT_KINDS.indexOf('failure');
          for (const {
            run: [from, to, kind],
          } of stretches) {
            expect(all.slice(from - 1, to).includes('planner_error')).toBe(kind === failure);
          }
        },
      ),
    );
  });
});
