import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStep } from './split-step.ts';
import type { TaskStep } from './task-plan.ts';

const limits = { characters: 60, minutes: 30 };
const NONE: ReadonlySet<string> = new Set();

function step(more: Partial<TaskStep>): TaskStep {
  return { id: 's', title: 'Write', dependsOn: ['before'], ...more };
}

/** Title and the room for "(1 of 2)" leave 35 of the 60 characters for details. */
function detailsOf(details: string): (string | undefined)[] | undefined {
  return splitStep(step({ details }), limits, NONE)?.map((part) => part.details);
}

describe('splitStep', () => {
  it('creates consecutive steps, the last of which keeps the id', () => {
    const details = 'First find the words that matter. Then put them in order.';
    expect(splitStep(step({ details, minutes: 45 }), limits, NONE)).toEqual([
      {
        id: 's.1',
        title: 'Write (1 of 2)',
        dependsOn: ['before'],
        details: 'First find the words that matter.',
        minutes: 22,
      },
      {
        id: 's',
        title: 'Write (2 of 2)',
        dependsOn: ['s.1'],
        details: 'Then put them in order.',
        minutes: 23,
      },
    ]);
  });

  it('gives the details to the first steps if the duration needs more steps than the text', () => {
    expect(splitStep(step({ details: 'All of it.', minutes: 61 }), limits, NONE)).toStrictEqual([
      { id: 's.1', title: 'Write (1 of 3)', dependsOn: ['before'], details: 'All of it.', minutes: 20 },
      { id: 's.2', title: 'Write (2 of 3)', dependsOn: ['s.1'], minutes: 20 },
      { id: 's', title: 'Write (3 of 3)', dependsOn: ['s.2'], minutes: 21 },
    ]);
  });

  it('invents neither details nor minutes', () => {
    expect(splitStep(step({ minutes: 31 }), limits, NONE)).toEqual([
      { id: 's.1', title: 'Write (1 of 2)', dependsOn: ['before'], minutes: 15 },
      { id: 's', title: 'Write (2 of 2)', dependsOn: ['s.1'], minutes: 16 },
    ]);
    const parts = splitStep(step({ details: `${'a'.repeat(34)}. ${'b'.repeat(34)}.` }), limits, NONE);
    expect(parts?.map((part) => Object.keys(part).toSorted())).toEqual([
      ['dependsOn', 'details', 'id', 'title'],
      ['dependsOn', 'details', 'id', 'title'],
    ]);
  });

  it('skips ids of other steps', () => {
    const used = new Set(['s', 's.1', 's.1-2', 's.2']);
    expect(
      splitStep(step({ minutes: 90 }), limits, used)?.map(({ id, dependsOn }) => [id, dependsOn]),
    ).toEqual([
      ['s.1-3', ['before']],
      ['s.2-2', ['s.1-3']],
      ['s', ['s.2-2']],
    ]);
  });

  it.each([
    ['its title alone is too long', { title: 't'.repeat(61), minutes: 90 }],
    ['a sentence is longer than a step may be', { details: `Short. ${'x'.repeat(36)}` }],
    ['it is one sentence', { details: 'x'.repeat(80) }],
    ['it is not too long', { details: 'Short.', minutes: 30 }],
    ['there is nothing but its title', {}],
  ])('returns undefined if %s', (_, more) => {
    expect(splitStep(step(more), limits, NONE)).toBeUndefined();
  });

  it('splits by duration alone if the title takes all the characters', () => {
    expect(splitStep(step({ title: 't'.repeat(60), minutes: 60 }), limits, NONE)).toHaveLength(2);
  });
});

describe('the text of a split step', () => {
  const seventeen = `${'a'.repeat(16)}.`;

  it.each([
    [
      'fills a part to the last character',
      `${seventeen} ${seventeen} c.`,
      [`${seventeen} ${seventeen}`, 'c.'],
    ],
    [
      'begins a part where one character would be too many',
      `${seventeen} b${seventeen} c.`,
      [seventeen, `b${seventeen} c.`],
    ],
    ['takes a sentence of exactly the length', `${'x'.repeat(35)}\nb`, ['x'.repeat(35), 'b']],
    [
      'parts after a question and an exclamation',
      `${'q'.repeat(30)}? ${'e'.repeat(30)}! Done`,
      [`${'q'.repeat(30)}?`, `${'e'.repeat(30)}!`, 'Done'],
    ],
    ['passes over blank lines before the text', `\n\n\n${'x'.repeat(35)}\nb`, ['x'.repeat(35), 'b']],
    [
      'keeps the lines that stay together as lines',
      `- one\n  - two\n\n- three\n${'x'.repeat(34)}\n`,
      ['- one\n  - two\n\n- three', 'x'.repeat(34)],
    ],
  ])('%s', (_, details, parts) => {
    expect(detailsOf(details)).toEqual(parts);
  });

  it('is complete, and no part is longer than a step may be', () => {
    const sentence = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '-'), maxLength: 20 });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 3, maxLength: 12 }), (sentences) => {
        const details = sentences.join('. ');
        const parts = splitStep(step({ details }), limits, NONE) ?? [];
        for (const part of parts) {
          expect(part.title.length + (part.details?.length ?? 0)).toBeLessThanOrEqual(limits.characters);
        }
        if (parts.length === 0) return;
        const inked = (text: string) => text.replaceAll(/\s/g, '');
        expect(parts.map((part) => inked(part.details ?? '')).join('')).toBe(inked(details));
      }),
    );
  });
});

it.each([
  [50 * 480, 50],
  [50 * 480 + 1, 0],
  [1e12, 0],
  [Number.POSITIVE_INFINITY, 0],
])('a step of %d minutes becomes %d', (minutes, count) => {
  const long = { id: 'a', title: 'Wait', dependsOn: [], minutes };
  expect(splitStep(long, { characters: 500, minutes: 480 }, NONE) ?? []).toHaveLength(count);
});
