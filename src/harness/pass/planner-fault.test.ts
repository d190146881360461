import { describe, expect, it } from 'vitest';
import { faultOf, plannerError } from './planner-fault.ts';

const unreadable = { code: 'exception', message: '', stage: 'plan', attempts: 1 };

describe('what a planner threw', () => {
  it.each<[string, unknown, object]>([
    ['an error', new Error('no idea'), { message: 'no idea' }],
    [
      'an error that says more of itself',
      { code: 'model-length', message: 'cut off', stage: 'draft', attempts: 0 },
      { code: 'model-length', message: 'cut off', stage: 'draft', attempts: 0 },
    ],
    ['an empty code', { code: '', message: 'm' }, { message: 'm' }],
    ['a code of 128 characters', { code: 'c'.repeat(128) }, { code: 'c'.repeat(128) }],
    ['a code of 129 characters', { code: 'c'.repeat(129) }, {}],
    ['a stage of 129 characters', { stage: 's'.repeat(129) }, {}],
    ['half an attempt', { attempts: 0.5 }, {}],
    ['less than no attempt', { attempts: -1 }, {}],
    ['a message that is none', { message: 5 }, {}],
    ['nothing', undefined, { message: 'undefined' }],
    ['text', 'oh no', { message: '"oh no"' }],
    [
      'what cannot be read',
      {
        get message(): string {
          throw new Error('not for you');
        },
      },
      { message: 'The planner threw something that cannot be read.' },
    ],
  ])('is recorded: %s', (_, thrown, told) => {
    expect(faultOf(thrown)).toEqual({ ...unreadable, ...told });
  });
});

describe('the fact of a fault', () => {
  it('has all that is known of it', () => {
    const fault = { code: 'timeout', message: 'late', stage: 'plan', attempts: 2 };
    expect(plannerError(fault)).toEqual({ type: 'planner_error', ...fault });
  });

  it.each([
    [2000, 'x'.repeat(2000)],
    [2001, `${'x'.repeat(1999)}…`],
  ])('with a message of %i characters has at most 2000', (length, message) => {
    expect(plannerError({ ...unreadable, message: 'x'.repeat(length) })).toMatchObject({ message });
  });
});
