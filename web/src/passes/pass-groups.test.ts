import { expect, it } from 'vitest';
import type { Pass } from '../api/contracts.ts';
import { joinedPages, passGroups } from './pass-groups.ts';

const pass = (at: number, request: number | undefined, more: Partial<Pass> = {}): Pass => ({
  pass: at,
  work: 'plan',
  target: at,
  worker: 'w',
  from: at,
  to: at + 1,
  began: '2026-01-01T00:00:00.000Z',
  ended: '2026-01-01T00:00:01.000Z',
  durationMs: 1000,
  outcome: 'committed',
  calls: [],
  total: { inputTokens: 10, outputTokens: 5, cost: null },
  facts: [],
  request:
    request === undefined
      ? null
      : { seq: request, ts: '2026-01-01T00:00:00.000Z', type: 'user_input', text: 'Go', by: null },
  proposal: null,
  ...more,
});

it('puts together what one request started, with what it took and came to', () => {
  const groups = passGroups([
    pass(20, 9, { proposal: 'Second' }),
    pass(15, 9, { proposal: 'First', outcome: 'error' }),
    pass(5, 2, { total: { inputTokens: 1, outputTokens: 1, cost: 0.5 } }),
    pass(1, undefined),
  ]);
  expect(groups.map(({ key, passes }) => [key, passes.length])).toEqual([
    [9, 2],
    [2, 1],
    [0, 1],
  ]);
  expect(groups[0]).toMatchObject({
    tokens: 30,
    cost: null,
    proposal: 'Second',
    hasFailed: true,
    durationMs: 2000,
  });
  expect(groups[1]).toMatchObject({ cost: 0.5, hasFailed: false });
});

it('tells what came of a request in one line, without the marks of Markdown', () => {
  const [group] = passGroups([pass(5, 2, { proposal: '# Rome\n\n- Day 1\n- Day 2\n\n1. Keep it' })]);
  expect(group?.proposal).toBe('Rome · Day 1 · Day 2 · Keep it');
});

it('says only once that something was proposed', () => {
  const [group] = passGroups([pass(5, 2, { proposal: 'Planned:\n1. Write the tests\n2. Fix the bug' })]);
  expect(group?.proposal).toBe('Write the tests · Fix the bug');
  const [done] = passGroups([pass(5, 2, { proposal: '1 of 2 done.\nLeft:\n- Fix the bug' })]);
  expect(done?.proposal).toBe('1 of 2 done. · Left: Fix the bug');
});

it('keeps the earlier passes that were read when newer ones come, each once', () => {
  const read = { passes: [8, 7, 6, 5].map((at) => pass(at, undefined)), next: 5 };
  const newest = { passes: [10, 9, 8].map((at) => pass(at, undefined)), next: 8 };
  const { passes, next } = joinedPages(newest, read);
  expect(passes.map(({ from }) => from)).toEqual([10, 9, 8, 7, 6, 5]);
  expect(next).toBe(5);
  expect(joinedPages(newest, undefined)).toBe(newest);
});

it('shows only the newest passes where some between them and the earlier ones are not known', () => {
  const newest = { passes: [30, 29].map((at) => pass(at, undefined)), next: 29 };
  expect(joinedPages(newest, { passes: [pass(8, undefined)] })).toBe(newest);
});
