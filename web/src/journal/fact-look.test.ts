import { describe, expect, it } from 'vitest';
import { lineOf, reasonOf } from './fact-look.ts';

const envelope = { seq: 1, id: 'a', ts: '2026-01-01T00:00:00.000Z', type: 'noted', v: 1 };

describe('a fact in one line', () => {
  it('is its words, on one line', () => {
    expect(lineOf({ ...envelope, code: 'x', text: ' Two\n lines ' })).toBe('Two lines');
  });

  it('is what its fields hold when it has no words', () => {
    expect(lineOf({ ...envelope, n: 3, list: [1, 2], one: [1], deep: { a: 1 }, ok: false })).toBe(
      'n: 3 · list: 2 items · one: 1 item · deep: {a} · ok: false',
    );
  });

  it('is what a tool was given', () => {
    const params = { step_id: 'S001', status: 'done' };
    expect(lineOf({ ...envelope, params, plan: 1, success: true, tool: 'planning_mark_step' })).toBe(
      'planning_mark_step · step_id: S001 · status: done',
    );
  });

  it('leaves out a hash where words could be', () => {
    expect(lineOf({ ...envelope, answer: 'a'.repeat(64), model: 'offline' })).toMatch(/model: offline$/);
  });

  it('stays short however long the words are', () => {
    expect(lineOf({ ...envelope, text: 'word '.repeat(100_000) }).length).toBeLessThanOrEqual(240);
  });
});

describe('why something failed', () => {
  it.each([
    [{ error: 'no network' }, 'no network'],
    [{ message: 'not reached', stage: 'plan' }, 'not reached'],
    [{ error: { message: 'inner' } }, 'inner'],
    [{ ok: false }, undefined],
  ])('is read from %j', (payload, reason) => {
    expect(reasonOf({ ...envelope, ...payload })).toBe(reason);
  });
});
