import { expect, it } from 'vitest';
import type { SessionLine } from '../api/contracts.ts';
import { needKey, needsIn } from './attention.ts';

const line = (id: string, more: Partial<SessionLine>): SessionLine => ({
  id,
  title: id,
  plannerId: 'some',
  plannerName: 'Some',
  standing: 'idle',
  status: null,
  mode: null,
  ready: true,
  hosted: true,
  archived: false,
  head: 1,
  lastActivity: '2026-01-01T00:00:00.000Z',
  waiting: [],
  failure: null,
  pause: null,
  spent: { tokens: 0, usd: 0, seconds: 0 },
  readOnly: false,
  ...more,
});

it('finds what waits and what failed, once each', () => {
  const draft = { type: 'draft', id: 'd', seq: 1, text: 'A draft' };
  const error = { type: 'error', id: 'e', seq: 2, text: 'It failed' };
  const needs = needsIn([
    line('a', { standing: 'failed', waiting: [error] }),
    line('b', { standing: 'waiting', waiting: [draft] }),
    line('c', { standing: 'failed' }),
    line('d', { standing: 'done' }),
    line('e', { standing: 'failed', failure: { ...error, id: 'step' } }),
  ]);
  expect(needs.map((need) => [needKey(need), need.isFailure])).toEqual([
    ['a e', true],
    ['b d', false],
    ['c failed', true],
    ['e step', true],
  ]);
});
