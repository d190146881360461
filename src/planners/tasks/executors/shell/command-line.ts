/** The words of a command line, or why it is invalid. */
export type CommandLine =
  | { readonly type: 'words'; readonly words: readonly [string, ...string[]] }
  | { readonly type: 'refused'; readonly problem: string };

/** Characters that a shell would interpret outside quotes. They are refused here. */
const SHELL_SYNTAX: Readonly<Record<string, string>> = {
  '|': 'connect commands',
  '&': 'run commands side by side or one after the other',
  ';': 'run one command after the other',
  '<': 'redirect input',
  '>': 'redirect output',
  '(': 'start another shell',
  ')': 'start another shell',
  $: 'put in a variable or the output of a command',
  '`': 'put in the output of a command',
  '*': 'put in the names of files',
  '?': 'put in the names of files',
  '[': 'put in the names of files',
  '\n': 'run one command after the other',
  '\r': 'run one command after the other',
};

/** Both are also interpreted inside double quotes. */
const EXPANSIONS = new Set(['$', '`']);
const ESCAPED_IN_DOUBLE_QUOTES = new Set(['$', '`', '"', '\\']);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/**
 * Splits a command line into words. Quotes and backslashes work as in a shell; anything else that a shell would
 * interpret is refused, because there is no shell to do what was intended.
 */
export function splitCommandLine(line: string): CommandLine {
  const text = line.trim();
  const braced = lastChoice(text);
  const words: string[] = [];
  /** The current word; undefined between words. `''` is a word too. */
  let word: string | undefined;
  let at = 0;
  if (ASSIGNMENT.test(text)) return syntax(text.split('=', 1)[0] ?? '', 'set an environment variable');
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\0') return { type: 'refused', problem: 'It has a NUL character in it.' };
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    const read = readPart(text, at, word, braced);
    if ('problem' in read) return { type: 'refused', problem: read.problem };
    word = (word ?? '') + read.value;
    at = read.end;
  }
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (program === undefined || program === '') return { type: 'refused', problem: 'It names no program.' };
  return { type: 'words', words: [program, ...rest] };
}

type Part = { readonly value: string; readonly end: number } | { readonly problem: string };

/** Reads a quoted part of a word, or one character of it. */
function readPart(text: string, at: number, word: string | undefined, braced: number): Part {
  const character = text[at] ?? '';
  switch (character) {
    case "'": {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return { problem: "A single quote (') is not closed." };
      const value = text.slice(at + 1, end);
      return value.includes('\0') ? { problem: 'It has a NUL character in it.' } : { value, end: end + 1 };
    }
    case '"':
      return readDoubleQuoted(text, at + 1);
    case '\\': {
      const escaped = text[at + 1];
      if (escaped === undefined) return { problem: 'It ends in a backslash, which escapes nothing.' };
      if (escaped === '\n' || escaped === '\r') return syntax('\\', 'join lines');
      return { value: escaped, end: at + 2 };
    }
    default: {
      const refusal = interpreted(character, word, at < braced);
      return refusal ?? { value: character, end: at + 1 };
    }
  }
}

function readDoubleQuoted(text: string, start: number): Part {
  let value = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') return { value, end: at + 1 };
    if (character === '\0') return { problem: 'It has a NUL character in it.' };
    if (EXPANSIONS.has(character)) return syntax(character, SHELL_SYNTAX[character] ?? '');
    const next = text[at + 1] ?? '';
    if (character === '\\' && ESCAPED_IN_DOUBLE_QUOTES.has(next)) {
      value += next;
      at += 1;
    } else {
      value += character;
    }
  }
  return { problem: 'A double quote (") is not closed.' };
}

function interpreted(
  character: string,
  word: string | undefined,
  isBeforeChoice: boolean,
): Refusal | undefined {
  const meaning = SHELL_SYNTAX[character];
  if (meaning !== undefined) return syntax(character, meaning);
  if (character === '#' && word === undefined) return syntax(character, 'leave out the rest as a comment');
  if (character === '~' && (word === undefined || /[=:]$/.test(word)))
    return syntax(character, 'put in a home directory');
  if (character === '{' && isBeforeChoice) return syntax('{…}', 'make several words of one');
  return undefined;
}

/** The index of the last comma or `..` followed by a brace: braces before it may expand to several words. */
function lastChoice(text: string): number {
  const close = text.lastIndexOf('}');
  return close < 0 ? -1 : Math.max(text.lastIndexOf(',', close), text.lastIndexOf('..', close));
}

interface Refusal {
  readonly type: 'refused';
  readonly problem: string;
}

function syntax(found: string, meaning: string): Refusal {
  const shown = found === '\n' || found === '\r' ? 'A line break' : `\`${found}\``;
  return {
    type: 'refused',
    problem:
      `${shown} would make a shell ${meaning}, but no shell is used here. ` +
      "Put it in single quotes ('…') if it is meant as it stands; make each command a task of its own.",
  };
}
