import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factMatcher, isNarrow } from './fact-filter.ts';

const envelope = { seq: 1, id: 'a', ts: '2026-01-01T00:00:00.000Z', v: 1 };
const failure = {
  ...envelope,
  type: 'planner_error',
  message: 'The "Model" was\nnot reached',
  stage: 'plan',
};
const erased = { ...envelope, type: 'redacted', redactedType: 'user_input', redactedAt: envelope.ts };

describe('the filter of facts', () => {
  it('leaves nothing out when nothing is looked for', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        expect(
          factMatcher({ text: '  ', kinds: [], types: [] })({ ...payload, ...envelope, type: 'any' }),
        ).toBe(true);
      }),
    );
    expect(isNarrow({ text: ' ' })).toBe(false);
  });

  it.each([
    ['"model" REACHED', true],
    ['planner_error', true],
    ['model tasks', false],
    ['message', false],
  ])('finds a fact by all words of %j: %s', (text, found) => {
    expect(factMatcher({ text })(failure)).toBe(found);
  });

  it('finds every fact by any word that one of its values has, however deep', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.nat({ max: 5 }), (word, depth) => {
        let payload: unknown = `x${word}y`;
        for (let level = 0; level < depth; level++) payload = level % 2 ? { deep: payload } : [payload];
        expect(
          factMatcher({ text: word.toUpperCase() })({ ...envelope, type: 'noted', ...{ payload } }),
        ).toBe(true);
      }),
    );
  });

  it('takes kinds and types, and both must hold', () => {
    expect(factMatcher({ kinds: ['failure', 'person'] })(failure)).toBe(true);
    expect(factMatcher({ kinds: ['person'] })(failure)).toBe(false);
    expect(factMatcher({ types: ['planner_error'] })(failure)).toBe(true);
    expect(factMatcher({ kinds: ['failure'], types: ['send_failed'] })(failure)).toBe(false);
  });

  it('knows an erased fact by the type that it had, and as erased', () => {
    expect(factMatcher({ types: ['user_input'] })(erased)).toBe(true);
    expect(factMatcher({ kinds: ['erased'] })(erased)).toBe(true);
    expect(factMatcher({ kinds: ['person'] })(erased)).toBe(false);
  });
});
