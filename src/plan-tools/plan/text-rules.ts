import { shown } from '../../journal/error.ts';
import type { ToolRules } from '../calls/tool-rules.ts';
import { ToolValidationError } from '../error.ts';
import { plainPunctuation } from './plain-text.ts';

/** The maximum length of a plan's objective. */
export const MAX_OBJECTIVE = 240;
/** The maximum length of a step's title. */
export const MAX_TITLE = 160;
/** The maximum length of a step's details. */
export const MAX_DETAILS = 512;
/** The maximum length of a note. */
export const MAX_NOTE = 512;

interface TextRule {
  /** The text's name in a message: `Objective`. */
  readonly name: string;
  /** Its path in the input. */
  readonly field: string;
  readonly most: number;
  readonly multiline?: boolean;
  readonly text: ToolRules['text'];
}

/** Bidirectional controls show text in another order than a model reads it. */
const NOT_ONE_LINE = {
  ascii: /[^\x20-\x7e]/u,
  unicode: /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
  recorded: /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u,
};
const NOT_LINES = {
  ascii: /[^\x20-\x7e\n\t]/u,
  unicode: /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
  recorded: /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u,
};
const NO_CONTROLS = {
  line: 'must be one line without control characters',
  lines: 'must not have control characters',
};
const WANTED = {
  ascii: { line: 'must be one line of printable ASCII', lines: 'must be printable ASCII' },
  unicode: NO_CONTROLS,
  recorded: NO_CONTROLS,
};
/** A text of only these characters looks empty. */
const NOTHING_SEEN = /^[\p{Cf}\p{Z}]*$/u;

/**
 * The trimmed text, or a refusal that names the broken rule: not empty, then the length, then the characters. In
 * ASCII mode, typographic quotes, dashes and ellipses are converted.
 */
export function requiredText(given: string, rule: TextRule): string {
  const trimmed = given.trim();
  if (looksEmpty(trimmed)) throw refused(rule, 'must not be empty', shown(given), WRITE_ONE);
  const text = rule.text === 'ascii' ? plainPunctuation(trimmed) : trimmed;
  const characters = [...text].length;
  if (characters > rule.most) {
    throw refused(rule, `must be <= ${rule.most} characters`, `${characters} characters`);
  }
  const stray = (rule.multiline ? NOT_LINES : NOT_ONE_LINE)[rule.text].exec(text);
  if (stray) {
    const wanted = WANTED[rule.text][rule.multiline ? 'lines' : 'line'];
    const found = `${codePointOf(stray[0])} at character ${[...text.slice(0, stray.index)].length + 1}`;
    throw refused(rule, `${wanted}; found ${found}`, found);
  }
  return text;
}

/** Whether a text has no visible character. */
export function looksEmpty(text: string): boolean {
  return NOTHING_SEEN.test(text);
}

/** Blank means none. */
export function optionalText(text: string | null | undefined, rule: TextRule): string | null {
  return text == null || text.trim() === '' ? null : requiredText(text, rule);
}

function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const WRITE_ONE = 'Give it a text, or leave it out if it is optional, and call again: the plan is unchanged.';
const REWORD = 'Shorten or reword it, and call again: the plan is unchanged.';

function refused(
  { name, field, most, text }: TextRule,
  broken: string,
  actual: string,
  fix = REWORD,
): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message: `${name} ${broken}.`,
    expected: `1 to ${most} ${text === 'ascii' ? 'ASCII ' : ''}characters in ${field}`,
    actual,
    fix,
  });
}
