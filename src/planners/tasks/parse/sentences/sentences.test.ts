import { describe, expect, it } from 'vitest';
import { announced, contextUnder, inContext, MAX_CONTEXT, saysSomething } from '../entries/context.ts';
import { outlineOf } from '../layout/outline.ts';
import { sectionContexts } from '../layout/sections.ts';
import { protectedSpans } from '../spans/protected-spans.ts';
import { classify } from './classify.ts';
import { withoutPleasantries } from './pleasantries.ts';
import { isQuestion } from './question.ts';
import { sentencesOf } from './sentences.ts';

describe('a text is split', () => {
  it.each([
    ['Fix it. Ship it.', ['Fix it.', 'Ship it.']],
    ['A b! c d', ['A b!', 'c d']],
    ['A b?! C', ['A b?!', 'C']],
    ['Say "A b." Then leave.', ['Say "A b."', 'Then leave.']],
    ['(See a.) Run it.', ['(See a.)', 'Run it.']],
    ['Ask "Why?" Then go.', ['Ask "Why?"', 'Then go.']],
    ['做。完', ['做。', '完']],
    ['Do a, then b', ['Do a', 'then b']],
    ['Do a; next b', ['Do a', 'next b']],
    ['Wait ... Then go.', ['Wait ...', 'Then go.']],
    ['It is etc. Then go.', ['It is etc.', 'Then go.']],
    ['Ask Acme Inc. Then go.', ['Ask Acme Inc.', 'Then go.']],
    ['Ask Acme Inc. Run it.', ['Ask Acme Inc.', 'Run it.']],
    ['See Task A. Paint it.', ['See Task A.', 'Paint it.']],
    ['Open a/b.ts. Paint it.', ['Open a/b.ts.', 'Paint it.']],
    ['Fix it! 🚀! Ship it.', ['Fix it! 🚀!', 'Ship it.']],
    ['Fix it. 🚀 Ship it.', ['Fix it.', '🚀 Ship it.']],
  ])('%j into %j', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it.each([
    'Use e.g. the parser',
    'Ask Dr. Smith',
    'Ask J. Doe',
    'Visit the U.S. Army',
    'Use v1.2.3 now',
    'Say "A. B" now',
    'See `a. B` now',
    'Open https://a.example/x.y',
    'Ask "Why?" Anna said',
    'Wait ... for it',
    'If a, then b',
    'Do a, and if b, then c',
    'When a is done, then b',
    'It is etc. and more',
    '(See a.) and more',
    'See Acme Inc. Paris',
  ])('not: %j', (text) => {
    expect(sentencesOf(text)).toEqual([text]);
  });

  it('and white space is not a sentence', () => {
    expect(sentencesOf('  ')).toEqual([]);
    expect(sentencesOf('  A.   B.  ')).toEqual(['A.   B.']);
  });
});

describe('a span that is never split', () => {
  it.each([
    ['a `b` c', ['code `b`']],
    ['a (b (c) d) e', ['parentheses (b (c) d)']],
    ['a (b', []],
    ['a b)', []],
    ['（b）', ['parentheses （b）']],
    ['a "b" c', ['quote "b"']],
    ['5" x 6" y', []],
    ['a "b', []],
    ["it's John's", []],
    ["say 'a b' now", ["quote 'a b'"]],
    ["say 'it's so' now", ["quote 'it's so'"]],
    [`'${'x'.repeat(199)}'`, [`quote '${'x'.repeat(199)}'`]],
    [`'${'x'.repeat(200)}'`, []],
    ['„a“ «b» 「c」 “d”', ['quote „a“', 'quote «b»', 'quote 「c」', 'quote “d”']],
    ['a“b”', ['quote “b”']],
    ['[a](b.md)', ['link [a](b.md)']],
    ['x ![a](b.md)', ['link ![a](b.md)']],
    ['see https://a.example.', ['link https://a.example']],
    ['("a" b)', ['parentheses ("a" b)']],
    ['"(a" b)', ['quote "(a"']],
  ])('of %j: %j', (text, expected) => {
    const spans = protectedSpans(text);
    expect(spans.map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)).toEqual(expected);
  });
});

describe('a sentence is a question', () => {
  it.each([
    'Which one?',
    'Which one?!',
    'Which one? (A; B)',
    'Do it (or not?)',
    'Which one? 🙂',
    'Which one?**',
    '哪个？',
    'Should we ship',
    'is it done',
    'Which one should we use',
    'What is the plan',
  ])('as in %j', (text) => {
    expect(isQuestion(text)).toBe(true);
  });

  it.each([
    'Do it',
    'Say "why?"',
    'Open https://a.example/?x',
    'Run `a?`',
    'Should we ship.',
    'What is the plan:',
    'Shoulder on',
    'Really? Go on',
  ])('but not in %j', (text) => {
    expect(isQuestion(text)).toBe(false);
  });
});

it.each([
  ['Ask Ann', 'Clarification'],
  ['Please clarify it', 'Clarification'],
  ['Asking is fine', 'Processing'],
  ['**Ask** Ann', 'Clarification'],
  ['Not sure about it', 'Clarification'],
  ['The colour is TBD', 'Clarification'],
  ['Set `TBD` here', 'Processing'],
  ['Could you please run it?', 'ToolCall'],
  ['Could you please write it?', 'Processing'],
  ['Could you please ask Ann', 'Clarification'],
  ['Please, test it', 'ToolCall'],
  ['git push', 'ToolCall'],
  ['Check it with `npm test`', 'ToolCall'],
  ['Write it', 'Processing'],
])('%j is a %s', (text, kind) => {
  expect(classify(text)).toBe(kind);
});

it('the language of a block makes a step a tool call', () => {
  const fence = { type: 'fence', code: 'x = 1', source: '' } as const;
  expect(classify('Do this:', { ...fence, language: 'sh' })).toBe('ToolCall');
  expect(classify('Do this:', { ...fence, language: 'js' })).toBe('Processing');
});

describe('the context of a step', () => {
  it.each([
    ['The plan', false],
    ['Steps:', false],
    ['The release', true],
    ['See a.md', true],
    ['***', false],
  ])('%j is meaningful: %s', (text, says) => {
    expect(saysSomething(text)).toBe(says);
  });

  it.each([
    ['Here is the plan for the release:', 'Release:'],
    ['Release:', 'Release:'],
    ['Do the (big release):', '(big release):'],
    ['the plan', 'Plan'],
  ])('%j is about %j', (introduction, about) => {
    expect(announced(introduction)).toBe(about);
  });

  it('is its introduction after the outer context', () => {
    expect(contextUnder('Login', 'The form:')).toEqual({ context: 'Login: The form', isWhole: true });
    expect(contextUnder('', 'The form.,; ')).toEqual({ context: 'The form', isWhole: true });
    expect(contextUnder('Login', 'The plan:')).toEqual({ context: 'Login', isWhole: true });
    expect([inContext('', 'a'), inContext('b', 'a')]).toEqual(['a', 'b: a']);
  });

  it('is limited in length', () => {
    const fits = 'x'.repeat(MAX_CONTEXT - 7);
    expect(contextUnder('Login', fits)).toEqual({ context: `Login: ${fits}`, isWhole: true });
    expect(contextUnder('Login', `${fits}x`)).toEqual({ context: `${fits}x`, isWhole: false });
    expect(contextUnder('', `${'word '.repeat(50)}end`)).toEqual({
      context: `${'word '.repeat(40)}…`,
      isWhole: false,
    });
    expect(contextUnder('', 'x'.repeat(MAX_CONTEXT + 1))).toEqual({ context: '', isWhole: false });
  });

  it('consists of the headings that distinguish it from others', () => {
    const contexts = (text: string) => [...sectionContexts(outlineOf(text)).values()];
    expect(contexts('# Title\n## A part\n### One\n### Two\n## B part\n### Three')).toEqual([
      '',
      'A part',
      'A part: One',
      'A part: Two',
      'B part',
      'B part: Three',
    ]);
    expect(contexts('# Title of a.md\n## Only part')).toEqual(['Title of a.md', 'Title of a.md']);
  });
});

describe('a letter', () => {
  const kept = (text: string) =>
    withoutPleasantries(outlineOf(text)).map((block) => (block.type === 'fence' ? '' : block.text));

  it.each([
    ['Hi team,\nDo a.\nThanks,\nAnn', ['Do a.']],
    ['Hello Ann Lee!\nDo a.', ['Do a.']],
    ['hey you over there,\nDo a.', ['Do a.']],
    ['Do a.\nMany thanks in advance!', ['Do a.']],
    ['Do a.\nBest regards\nAnn\nAcme\nBerlin', ['Do a.']],
    [
      'Do a.\nBest regards\nAnn\nAcme\nBerlin\nMitte',
      ['Do a.', 'Best regards', 'Ann', 'Acme', 'Berlin', 'Mitte'],
    ],
    ['Do a.\nThanks\nDo b.', ['Do a.', 'Thanks', 'Do b.']],
    ['Do a.\nThanks\n- b', ['Do a.', 'Thanks', 'b']],
    [`Do a.\nThanks\n${'x'.repeat(40)}`, ['Do a.']],
    [`Do a.\nThanks\n${'x'.repeat(41)}`, ['Do a.', 'Thanks', 'x'.repeat(41)]],
    ['Do a.\nSigned-off-by: Ann\nCo-authored-by: Bob', ['Do a.']],
    ['Do a.\nHi team,', ['Do a.', 'Hi team,']],
    ['- Hi team,\n- Do a.', ['Hi team,', 'Do a.']],
    ['Hide it\nDo a.', ['Hide it', 'Do a.']],
  ])('%j without its greeting and closing is %j', (text, expected) => {
    expect(kept(text)).toEqual(expected);
  });
});
