import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeOf, wordsOf } from './diff-words.ts';

describe('a value that differs', () => {
  it.each([
    ['Running', 'Running'],
    [3, '3'],
    [true, 'yes'],
    [null, 'nothing'],
    [[], 'nothing'],
    [['a', 'b'], 'a, b'],
    [{ type: 'CONTINUE_PLAN' }, 'type: CONTINUE_PLAN'],
    [{ type: 'user_guidance', text: 'Hello' }, 'Hello'],
    [{ type: 'user_input', by: 'Ann' }, ''],
    [{ id: 'x', v: 1, text: 'Hello', approvedBy: null, files: [] }, 'Hello'],
    [{ thingsToDo: [{ id: 'p', title: 'Plaza' }], locked: true }, 'things to do: Plaza · locked: yes'],
    [{ steps: ['a', 'b', 'c', 'd', 'e'] }, 'steps: a, b, c and 2 more'],
    [
      { title: 'Rome', stops: [{ a: 1 }], tags: ['x', 'y'], at: { lat: 1 } },
      'title: Rome · stops: 1 of them · tags: x, y · at: …',
    ],
  ])('%j is told as %j', (value, words) => {
    expect(wordsOf(value).text).toBe(words);
  });

  it('does not say again what its label says', () => {
    const stop = { id: 'durango', name: 'Durango', day: 3 };
    expect(wordsOf(stop, 'Stop “Durango”').text).toBe('day: 3');
    const problem = {
      key: 'LOW 7',
      description: 'Day 7 in Omaha has one thing to do, and should have at least two.',
    };
    expect(
      wordsOf(problem, 'Problem “Day 7 in Omaha has one thing to do, and should have at leas…”').text,
    ).toBe('');
  });

  it('says all of a text that its label only begins', () => {
    const text = 'Thank you for your message. '.repeat(8).trim();
    expect(wordsOf({ number: 1, text }, `Draft 1 “${text.slice(0, 59)}…”`).text).toBe(text);
  });

  it('leaves a long message to the label that begins it, beside what else there is', () => {
    const message = 'The model did not answer in time, and was asked again. '.repeat(4).trim();
    const failure = { type: 'planner_error', code: 'model-unreachable', message };
    const label = `Failure “${message.slice(0, 59)}…”`;
    expect(wordsOf(failure, label)).toEqual({ text: 'code: model-unreachable', isCut: true });
    expect(wordsOf({ message }, label).text).toBe(`message: ${message}`);
  });

  it('says whether there is more to it', () => {
    expect(wordsOf({ day: 3, tags: ['x'] }).isCut).toBe(false);
    expect(wordsOf({ at: { lat: 1 } }).isCut).toBe(true);
  });

  it('is whole when all of it is asked for', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.parse(wholeOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
