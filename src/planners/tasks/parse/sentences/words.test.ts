import { describe, expect, it } from 'vitest';
import { stepText } from '../entries/step-text.ts';
import { codeSpans, collapseSpaces } from '../spans/code-spans.ts';
import { endsInAbbreviation, fullStopAfter } from './abbreviations.ts';
import { capitalised, connectorEnd, isConnectorInside, withoutConnectors, wordAt } from './connectors.ts';

describe('a full stop', () => {
  it.each([
    ['e.g', 'the', 'abbreviation'],
    ['E.G', 'the', 'abbreviation'],
    ['Dr', 'Smith', 'abbreviation'],
    ['dr', 'Smith', 'closing'],
    ['ms', 'Then', 'closing'],
    ['etc', 'Then', 'abbreviation-or-closing'],
    ['max', 'Then', 'abbreviation-or-closing'],
    ['Inc', 'Then', 'name-or-closing'],
    ['J', 'Doe', 'name-or-closing'],
    ['u.s', 'Army', 'name-or-closing'],
    ['x.y.z', 'Army', 'name-or-closing'],
    ['No', '5', 'abbreviation'],
    ['no', 'Then', 'closing'],
    ['Jan', '3', 'abbreviation'],
    ['3', 'Januar', 'abbreviation'],
    ['13', 'märz', 'abbreviation'],
    ['113', 'Januar', 'closing'],
    ['3', 'January', 'closing'],
    ['a', 'b', 'abbreviation'],
    ['a', 'bc', 'closing'],
    ['ab', 'c', 'closing'],
    ['done', 'Then', 'closing'],
    ['', 'Then', 'closing'],
  ])('after %j before %j is %s', (word, next, role) => {
    expect(fullStopAfter(word, next)).toBe(role);
  });

  it.each([
    ['etc', true],
    ['E.g', true],
    ['Inc', true],
    ['x.y', true],
    ['done', false],
    ['x', false],
    ['max', false],
  ])('at the end stays with %j: %s', (word, stays) => {
    expect(endsInAbbreviation(word)).toBe(stays);
  });
});

describe('a connector', () => {
  it.each([
    ['then test', 5],
    ['Then: test', 6],
    ['and then  test', 10],
    ['After that, test', 12],
    ['afterwards test', 11],
    ['finally test', 8],
    ['finally, is', 9],
    ['next test', 5],
    ['Next, week', 6],
    ['first run', 6],
    ['Firstly, look', 9],
    ['second run', 7],
  ])('starts %j and ends at %i', (text, end) => {
    expect(connectorEnd(text, 0)).toBe(end);
  });

  it.each([
    'then',
    'then ',
    'thenceforth go',
    'next week it is',
    'Next Page',
    'finally block',
    'finally is',
    'first look',
    'third party',
    'a then b',
  ])('does not start %j', (text) => {
    expect(connectorEnd(text, 0)).toBeUndefined();
  });

  it.each([
    ['a, then b', true],
    ['a; and then b', true],
    ['a, finally b', true],
    ['a, after that b', true],
    ['a; next b', true],
    ['a, next b', false],
    ['a, thenceforth b', false],
    ['a,then b', false],
  ])('is inside %j: %s', (text, stands) => {
    expect(isConnectorInside(text, 1)).toBe(stands);
  });

  it.each([
    ['then test it', 'Test it'],
    ['Then, finally, test it', 'Test it'],
    ['then npm test', 'npm test'],
    ['then iOS works', 'iOS works'],
    ['then main.ts', 'main.ts'],
    ['then écrire', 'Écrire'],
    ["then don't, ever", "Don't, ever"],
    ['test it then', 'test it then'],
  ])('is removed from %j, which leaves %j', (text, left) => {
    expect(withoutConnectors(text)).toBe(left);
  });

  it('is followed by words of at most 40 characters', () => {
    expect(wordAt("a don't_stop-now b", 2)).toBe("don't_stop-now");
    expect(wordAt('x'.repeat(50), 0)).toHaveLength(40);
    expect([wordAt('a, b', 1), wordAt('a', 5)]).toEqual(['', '']);
  });

  it.each([
    ['word (x)', 'Word (x)'],
    ['word) x', 'Word) x'],
    ['wOrd', 'wOrd'],
    ['w0rd', 'w0rd'],
    ['git push', 'git push'],
    ['', ''],
  ])('leaves %j, which becomes %j', (text, capital) => {
    expect(capitalised(text)).toBe(capital);
  });
});

describe('inline code', () => {
  it.each([
    ['a `b` c `d`', ['b', 'd']],
    ['``a ` b``', ['a ` b']],
    ['`a ``b`` c', ['b']],
    ['`a', []],
    ['``a`', []],
    ['```a` b```', ['a` b']],
    ['`a``b`', ['a``b']],
    ['', []],
  ])('in %j is %j', (text, contents) => {
    const spans = codeSpans(text);
    expect(spans.map(({ content }) => content)).toEqual(contents);
    for (const { start, end, content } of spans) {
      expect(text.slice(start, end).replace(/^`+|`+$/g, '')).toBe(content.replace(/^`+|`+$/g, ''));
    }
  });

  it('keeps its spaces when those of the text are collapsed', () => {
    expect(collapseSpaces(' a \n\t b `c  d`  e  ')).toBe('a b `c  d` e');
    expect(collapseSpaces('  ')).toBe('');
  });
});

describe('the text of a step', () => {
  it.each([
    ['Then  test it.', 'Test it'],
    ['Test it,;: ', 'Test it'],
    ['Test it …', 'Test it …'],
    ['Test it..', 'Test it..'],
    ['Use e.g.', 'Use e.g.'],
    ['Buy milk, eggs, etc.', 'Buy milk, eggs, etc.'],
    ['作业。', '作业'],
    ['Test it .', 'Test it'],
    ['Test it?', 'Test it?'],
  ])('of %j are %j', (text, words) => {
    expect(stepText(text)).toBe(words);
  });

  it('keeps its colon before code', () => {
    expect(stepText('Run this: ', true)).toBe('Run this:');
    expect(stepText('Run this, ', true)).toBe('Run this');
    expect(stepText('Run this: ', false)).toBe('Run this');
  });
});
