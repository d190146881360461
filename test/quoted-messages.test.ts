import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The share of a sentence's words that a message of the source has to have; the rest may be values. */
const MIN_SHARE = 0.4;

/** Sentences that are mostly values, or what other programs print. */
const MOSTLY_VALUES = [
  'Run `codex login` first.".',
  'git worktree add --detach failed: fatal: could not create leading directories.',
  'one of npm run bench',
];

const IN_HOLE = '(?:[^{}`]|\\{[^{}]*\\}|`(?:[^`\\\\]|\\\\.)*`)*';
const HOLE = new RegExp(`\\$\\{${IN_HOLE}\\}`, 'g');
const COMMENT_OR_LITERAL = new RegExp(
  [
    '/\\*[^]*?\\*/',
    '//.*',
    "'((?:[^'\\\\\\n]|\\\\.)*)'",
    '"((?:[^"\\\\\\n]|\\\\.)*)"',
    `\`((?:[^\`\\\\$]|\\\\.|\\$(?!\\{)|\\$\\{${IN_HOLE}\\})*)\``,
  ].join('|'),
  'g',
);

/** Each sentence that the source prints, as its fixed parts. */
const printed = [...new Set(globSync('src/**/*.ts', { cwd: root }).filter(isSource).flatMap(sentencesIn))]
  .filter((sentence) => /[A-Za-z]\W*\s/.test(sentence.replaceAll('\0', '')))
  .map((sentence) => sentence.split('\0').filter((part) => part !== ''));

const quoted = globSync('docs/**/*.md', { cwd: root })
  .filter((page) => !page.startsWith('docs/api/'))
  .flatMap((page) => messagesOn(page).map((message) => [page, message] as const));

it('finds the messages of the error pages', () => {
  expect(quoted.filter(([page]) => page.startsWith('docs/errors/')).length).toBeGreaterThan(100);
});

it('quotes only messages that the source prints', () => {
  const unknown = quoted.flatMap(([page, message]) =>
    sentencesOf(message)
      .filter((sentence) => !MOSTLY_VALUES.includes(sentence) && !isPrinted(sentence))
      .map((sentence) => `${page}: ${sentence}`),
  );
  expect(unknown).toEqual([]);
});

function isSource(path: string): boolean {
  return !path.includes('.test.');
}

function sentencesIn(path: string): readonly string[] {
  return literalsIn(textOf(path))
    .flatMap((literal) =>
      sentencesOf(literal.replace(HOLE, '\0').replaceAll('\\n', '\n  ').replace(/\\(.)/g, '$1')),
    )
    .flatMap((sentence) => [sentence, beginningOf(sentence)]);
}

function literalsIn(source: string): readonly string[] {
  return [...source.matchAll(COMMENT_OR_LITERAL)].flatMap(([, single, double, template]) => {
    const literal = single ?? double ?? template ?? '';
    return [literal, ...(template?.match(HOLE) ?? []).flatMap((hole) => literalsIn(hole.slice(2, -1)))];
  });
}

/** The blocks that show what happened, and the messages in answers of the API. */
function messagesOn(page: string): readonly string[] {
  const text = textOf(page);
  const [happened = ''] = page.startsWith('docs/errors/') ? text.split('## Why') : [];
  const blocks = happened.matchAll(/```text\n(.*?)```/gs);
  const fields = text.matchAll(/"(?:detail|fix)": "([^"]*)"/g);
  return [...blocks, ...fields].map(([, message = '']) => message);
}

/** Its sentences without what is only a value: what was found instead, and the word before what was expected. */
function sentencesOf(message: string): readonly string[] {
  return message
    .replace(/^wayfold: /, '')
    .split(/\n {2}|(?<=[.?!]"?\)?)\s+(?=[A-Z"`\0])|(?<=^\0) (?=[A-Z])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => /^Expected (.*); got /.exec(sentence)?.[1] ?? sentence);
}

/** What other programs say often follows a colon. */
function isPrinted(sentence: string): boolean {
  return Math.max(printedShare(sentence), printedShare(beginningOf(sentence))) >= MIN_SHARE;
}

function beginningOf(sentence: string): string {
  return /^.*?:(?= )/.exec(sentence)?.[0] ?? sentence;
}

function printedShare(sentence: string): number {
  const isCovered = new Uint8Array(sentence.length);
  for (const parts of printed) for (const [from, to] of foundIn(sentence, parts)) isCovered.fill(1, from, to);
  const words = sentence.split(' ').filter((word) => /^["'(]?[A-Za-z]?[a-z,.;:!?()'-]+$/.test(word));
  const covered = [...sentence].filter((_, at) => isCovered[at] === 1).join('');
  return lettersIn(covered) / Math.max(1, lettersIn(words.join('')));
}

/** Where all of these parts stand in a sentence, in this order; nothing if one is missing. */
function foundIn(sentence: string, parts: readonly string[]): readonly (readonly [number, number])[] {
  const places: [number, number][] = [];
  for (const part of parts) {
    const from = sentence.indexOf(part, places.at(-1)?.[1] ?? 0);
    if (from === -1) return [];
    places.push([from, from + part.length]);
  }
  return places;
}

function lettersIn(text: string): number {
  return text.replace(/[^A-Za-z]/g, '').length;
}
