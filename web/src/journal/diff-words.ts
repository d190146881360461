/** A value that differs, in words. */
export interface ValueWords {
  readonly text: string;
  /** Whether part of it is left out. */
  readonly isCut: boolean;
}

/**
 * A value that differs, for a person: texts as they are, objects by their contents, without ids and without what the
 * label says already. Without words if nothing remains.
 */
export function wordsOf(value: unknown, label = ''): ValueWords {
  if (value === null || value === undefined) return { text: 'nothing', isCut: false };
  if (Array.isArray(value)) return value.length === 0 ? { text: 'nothing', isCut: false } : inside(value);
  if (typeof value !== 'object') return inside(value);
  const all = Object.entries(value).filter(([key, each]) => !isForPrograms(key) && !isEmpty(each));
  // The label shows the type already, unless nothing else is left.
  const rest = all.filter(([key]) => key !== 'type');
  const left = (rest.length > 0 ? rest : all).filter(([, each]) => !isSaid(each, label));
  // With other fields, one that the label starts with is not repeated.
  const begun = left.length > 1 ? left.filter(([key, each]) => key !== 'text' && isBegun(each, label)) : [];
  const shown = left.filter((each) => !begun.includes(each));
  const parts = shown.map(([key, each]) => ({ key: worded(key), words: inside(each) }));
  const isCut = begun.length > 0 || parts.some(({ words }) => words.isCut);
  const [only] = parts;
  if (parts.length === 1 && only?.key === 'text') return only.words;
  // The author alone says nothing.
  if (parts.length === 1 && only?.key === 'by') return { text: '', isCut: false };
  return { text: parts.map(({ key, words }) => `${key}: ${words.text}`).join(' · '), isCut };
}

/** A value that differs, in full. */
export function wholeOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : wordsOf(value).text;
}

/** Fields that identify a thing to people, the most telling first. */
const NAMES = ['title', 'name', 'description', 'label', 'text'] as const;
const MAX_NAMED = 3;

function inside(value: unknown): ValueWords {
  if (Array.isArray(value)) {
    const names = value.map(nameOf).filter((name) => name !== undefined);
    if (names.length < value.length) return { text: `${value.length} of them`, isCut: true };
    const more = names.length - MAX_NAMED;
    return more > 0
      ? { text: `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more`, isCut: true }
      : { text: names.join(', '), isCut: false };
  }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no', isCut: false };
  return typeof value === 'object' && value !== null
    ? { text: '…', isCut: true }
    : { text: String(value), isCut: false };
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return String(value);
  const found = NAMES.map((name) => Reflect.get(value, name)).find((name) => typeof name === 'string');
  return found === '' ? undefined : found;
}

/** Longer texts are cut in a label unless they are only slightly longer. */
const LABELLED = 50;
const ALMOST_LABELLED = 120;

function isSaid(value: unknown, label: string): boolean {
  return typeof value === 'string' && value.length <= ALMOST_LABELLED && isBegun(value, label);
}

function isBegun(value: unknown, label: string): boolean {
  if (typeof value !== 'string') return false;
  return label.includes(`“${value.replace(/\s+/g, ' ').trim().slice(0, LABELLED)}`);
}

/** `thingsToDo` as “things to do”. */
function worded(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function isForPrograms(key: string): boolean {
  return (
    key === 'v' ||
    key === 'key' ||
    key === 'number' ||
    key === 'digest' ||
    key === 'id' ||
    /(Id|Sha256|sha256)$/.test(key)
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
