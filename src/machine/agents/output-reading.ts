import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { isWithinLevels } from '../../model/answers/json-depth.ts';
import { offThread } from '../../model/answers/off-thread.ts';

/** Beyond this, only the end of an output is read, where the answer is. */
const MAX_READ = 8 * 1024 * 1024;
/** How often each character may be read while searching for objects, and how many characters in total. */
const EFFORT = 16;
const MAX_EFFORT = 32 * 1024 * 1024;
/** If there are more objects, only the last ones count. */
const MAX_OBJECTS = 2000;
/** A string inside JSON may contain JSON, as events of a stream do, and so on. */
const MAX_NESTING = 4;
const MAX_LEVELS = 64;
/** Up to here an output is read in a few milliseconds. */
export const MAX_LENGTH_READ_HERE = 8 * 1024;

type Json = Readonly<Record<string, unknown>>;

/**
 * The JSON objects in a backend's output, in the order they end: in fences, between prose, on lines of an event
 * stream, and inside strings of others. An object that only lacks its closing brackets counts.
 */
export function objectsIn(output: string): readonly Json[] {
  const text = output.length > MAX_READ ? output.slice(-MAX_READ) : output;
  const search = new Search(Math.min(text.length * EFFORT, MAX_EFFORT));
  search.collect(text, MAX_NESTING);
  return search.found.slice(-MAX_OBJECTS);
}

/** The result of {@link objectsIn}. A long output is read in a separate thread, so that this one stays responsive. */
export async function readObjects(output: string): Promise<readonly Json[]> {
  return output.length <= MAX_LENGTH_READ_HERE
    ? objectsIn(output)
    : await offThread({ module: import.meta.url, name: 'objectsIn', call: objectsIn }, output);
}

/** One search through a text and the texts within it, which share a budget. */
class Search {
  readonly found: Json[] = [];
  #effort: number;

  constructor(effort: number) {
    this.#effort = effort;
  }

  collect(text: string, nesting: number): void {
    const whole = parsed(text.trim());
    for (const value of whole === undefined ? this.#valuesIn(text) : [whole]) this.#visit(value, nesting);
  }

  #visit(value: unknown, nesting: number): void {
    if (typeof value === 'string') {
      if (nesting > 0 && value.includes('{')) this.collect(value, nesting - 1);
    } else if (Array.isArray(value)) {
      for (const item of value) this.#visit(item, nesting);
    } else if (isPlainObject(value)) {
      for (const field of Object.values(value)) this.#visit(field, nesting);
      this.found.push(value);
      if (this.found.length > 2 * MAX_OBJECTS) this.found.splice(0, MAX_OBJECTS);
    }
  }

  /** Every complete JSON object in a text. */
  *#valuesIn(text: string): Generator<unknown> {
    const OPENING = /\{\s*["}]/g;
    for (let match = OPENING.exec(text); match && this.#effort > 0; match = OPENING.exec(text)) {
      const { end, missing } = extentOf(text, match.index);
      this.#effort -= end - match.index;
      const value = parsed(text.slice(match.index, end) + missing);
      if (value === undefined) {
        OPENING.lastIndex = match.index + 1;
      } else {
        yield value;
        OPENING.lastIndex = end;
      }
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
    return isWithinLevels(value, MAX_LEVELS) ? value : undefined;
  } catch {
    return undefined;
  }
}
