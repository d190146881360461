import { shown } from '../journal/error.ts';
import { ToolValidationError } from './error.ts';

/** The most characters of a plan's objective. */
export const MAX_OBJECTIVE = 240;
/** The most characters of a step's title. */
export const MAX_TITLE = 160;
/** The most characters of a step's details. */
export const MAX_DETAILS = 512;
/** The most characters of a note. */
export const MAX_NOTE = 512;

interface TextRule {
  /** How the text is called in a message: `Objective`. */
  readonly name: string;
  /** Where it stands in the input. */
  readonly field: string;
  readonly most: number;
  readonly multiline?: boolean;
}

const NOT_ONE_LINE = /[^\x20-\x7e]/u;
const NOT_LINES = /[^\x20-\x7e\n\t]/u;

/** The trimmed text, or a refusal that says which rule it breaks: not empty, then the length, then ASCII. */
export function requiredText(text: string, rule: TextRule): string {
  const trimmed = text.trim();
  if (trimmed === '') throw refused(rule, 'must not be empty', shown(text), WRITE_ONE);
  const characters = [...trimmed].length;
  if (characters > rule.most) {
    throw refused(rule, `must be <= ${rule.most} characters`, `${characters} characters`);
  }
  const stray = (rule.multiline ? NOT_LINES : NOT_ONE_LINE).exec(trimmed);
  if (stray) {
    const wanted = rule.multiline ? 'must be printable ASCII' : 'must be one line of printable ASCII';
    const found = `${codePointOf(stray[0])} at character ${[...trimmed.slice(0, stray.index)].length + 1}`;
    throw refused(rule, `${wanted}; found ${found}`, found);
  }
  return trimmed;
}

/** Blank means none. */
export function optionalText(text: string | null | undefined, rule: TextRule): string | null {
  return text == null || text.trim() === '' ? null : requiredText(text, rule);
}

function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const WRITE_ONE = 'Give it a text, or leave it out if it is optional, and call again: the plan is as it was.';
const REWORD = 'Shorten or reword it, and call again: the plan is as it was.';

function refused(
  { name, field, most }: TextRule,
  broken: string,
  actual: string,
  fix = REWORD,
): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message: `${name} ${broken}.`,
    expected: `1 to ${most} ASCII characters in ${field}`,
    actual,
    fix,
  });
}
