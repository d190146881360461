import { isPlainObject } from '../../journal/canonical-json.ts';

/** Beyond this, only the end of an output is read: that is where the answer stands. */
const MOST_READ = 8 * 1024 * 1024;
/** How many characters may be looked at for each one there is, while objects are searched, and how many in all. */
const EFFORT = 16;
const MOST_EFFORT = 16 * 1024 * 1024;
/** A string inside JSON may hold JSON, as events of a stream do; and that may again. */
const MOST_NESTING = 4;
const MOST_LEVELS = 64;

type Json = Readonly<Record<string, unknown>>;

/**
 * The JSON objects in a backend's output, in the order in which they end: in fences, between prose, on the lines of an
 * event stream, and inside the strings of others. An object that only lacks its closing brackets counts.
 */
export function objectsIn(output: string): readonly Json[] {
  const found: Json[] = [];
  const text = output.length > MOST_READ ? output.slice(-MOST_READ) : output;
  collect(text, MOST_NESTING, found);
  return found;
}

function collect(text: string, nesting: number, found: Json[]): void {
  const whole = parsed(text.trim());
  for (const value of whole === undefined ? valuesIn(text) : [whole]) visit(value, nesting, found);
}

function visit(value: unknown, nesting: number, found: Json[]): void {
  if (typeof value === 'string') {
    if (nesting > 0 && value.includes('{')) collect(value, nesting - 1, found);
  } else if (Array.isArray(value)) {
    for (const item of value) visit(item, nesting, found);
  } else if (isPlainObject(value)) {
    for (const field of Object.values(value)) visit(field, nesting, found);
    found.push(value);
  }
}

/** Every complete JSON object that stands in a text by itself. */
function* valuesIn(text: string): Generator<unknown> {
  const OPENING = /\{\s*["}]/g;
  let effort = Math.min(text.length * EFFORT, Math.max(text.length, MOST_EFFORT));
  for (let match = OPENING.exec(text); match && effort > 0; match = OPENING.exec(text)) {
    const { end, missing } = extentOf(text, match.index);
    effort -= end - match.index;
    const value = parsed(text.slice(match.index, end) + missing);
    if (value === undefined) {
      OPENING.lastIndex = match.index + 1;
    } else {
      yield value;
      OPENING.lastIndex = end;
    }
  }
}

/** Where the object that opens at `start` ends, and which closing brackets it lacks. */
function extentOf(text: string, start: number): { end: number; missing: string } {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const closing = closingQuote(text, at);
        if (closing === undefined) return { end: text.length, missing: '' };
        at = closing;
        break;
      }
      case '{':
        open.push('}');
        break;
      case '[':
        open.push(']');
        break;
      case '}':
      case ']':
        if (open.pop() !== text[at]) return { end: at + 1, missing: '' };
        if (open.length === 0) return { end: at + 1, missing: '' };
        break;
    }
  }
  return { end: text.length, missing: open.reverse().join('') };
}

function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, MOST_LEVELS) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value nests no deeper than this. What does is no plan, and no stack is deep enough for all of it. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithin(item, levels - 1));
}
