import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAN, isPlanId, journalOf, planIdOf, planOfJournal } from './plan-id.ts';

describe('the id of a plan', () => {
  it.each(['a', '7', '-', 'release-notes', '0123456789-abcdefghijklmnopqrstuvwxyz', 'x'.repeat(64)])(
    'may have 1 to 64 lower-case letters, digits and hyphens: %s',
    (planId) => {
      expect(isPlanId(planId)).toBe(true);
      expect(planIdOf(planId)).toBe(planId);
      expect(planOfJournal(journalOf(planId))).toBe(planId);
    },
  );

  it.each([
    ['', '""'],
    ['x'.repeat(65), JSON.stringify('x'.repeat(65))],
    ['Release', '"Release"'],
    ['a b', '"a b"'],
    ['a/b', '"a/b"'],
    ['a\n', '"a\\n"'],
    ['\na', '"\\na"'],
    [7, '7'],
    [null, 'null'],
    [['a'], 'an array of 1'],
  ])('is refused, and its form is told, for %j', (named, actual) => {
    expect(isPlanId(named)).toBe(false);
    expect(() => planIdOf(named)).toThrow(
      expect.objectContaining({
        name: 'ToolValidationError',
        code: 'invalid-tool-input',
        field: 'plan_id',
        actual,
      }),
    );
  });

  it('defaults to "default"', () => {
    expect(planIdOf(undefined)).toBe('default');
    expect(DEFAULT_PLAN).toBe('default');
  });
});

describe('the journal of a plan', () => {
  it('is named plan: and the id', () => {
    expect(journalOf('release')).toBe('plan:release');
    expect(journalOf('')).toBe('plan:');
  });

  it.each(['release', 'task:release', 'xplan:release', 'plan:', 'plan:Release', 'plan:plan:a'])(
    'is not %s',
    (journal) => {
      expect(planOfJournal(journal)).toBeUndefined();
    },
  );
});
