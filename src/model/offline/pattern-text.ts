/** The position in a pattern. */
interface Cursor {
  readonly pattern: string;
  at: number;
  readonly least: number;
}

/**
 * A text that matches a simple pattern: literals, classes, groups, alternatives (the first) and repetitions (the
 * minimum, or `least` characters in total for an open one). Anchors are ignored; so are look-arounds and
 * back-references.
 */
export function textOfPattern(pattern: string, least = 0): string {
  const shortest = alternatives({ pattern, at: 0, least: 0 });
  return shortest.length >= least
    ? shortest
    : alternatives({ pattern, at: 0, least: least - shortest.length + 1 });
}

function alternatives(cursor: Cursor): string {
  const first = sequence(cursor);
  while (cursor.pattern[cursor.at] === '|') {
    cursor.at++;
    sequence(cursor);
  }
  return first;
}

function sequence(cursor: Cursor): string {
  let text = '';
  while (cursor.at < cursor.pattern.length && !'|)'.includes(cursor.pattern[cursor.at] ?? '')) {
    const one = atom(cursor);
    text += one.repeat(repetition(cursor));
  }
  return text;
}

function atom(cursor: Cursor): string {
  const sign = cursor.pattern[cursor.at++] ?? '';
  switch (sign) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'a';
    case '(':
      return group(cursor);
    case '[':
      return classMember(cursor);
    case '\\':
      return escaped(cursor);
    default:
      return sign;
  }
}

function group(cursor: Cursor): string {
  const opening = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(cursor.pattern.slice(cursor.at))?.[0] ?? '';
  cursor.at += opening.length;
  const text = alternatives(cursor);
  cursor.at++;
  return /[=!]/.test(opening) && !opening.endsWith('>') ? '' : text;
}

/** The first member of a class or, for `[^…]`, the first common character that is not in it. */
function classMember(cursor: Cursor): string {
  const [whole = ']'] = /^(?:\\.|[^\]\\])*\]/s.exec(cursor.pattern.slice(cursor.at)) ?? [];
  cursor.at += whole.length;
  const body = whole.slice(0, -1);
  const tester = new RegExp(`^[${body}]$`, 'u');
  const usual = [...'a0A-_ .,:/@#+bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789'];
  return usual.find((sign) => tester.test(sign)) ?? [...body.replace(/^\^/, '')][0] ?? '';
}

function escaped(cursor: Cursor): string {
  const sign = cursor.pattern[cursor.at++] ?? '';
  switch (sign) {
    case 'd':
      return '0';
    case 'w':
    case 'S':
    case 'D':
      return 'a';
    case 's':
    case 'W':
      return ' ';
    case 'b':
    case 'B':
      return '';
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'p':
    case 'P': {
      const property = /^\{[^}]*\}/.exec(cursor.pattern.slice(cursor.at))?.[0] ?? '';
      cursor.at += property.length;
      const tester = new RegExp(`\\${sign}${property}`, 'u');
      return [...'aA0 .-_'].find((each) => tester.test(each)) ?? 'a';
    }
    default:
      return sign;
  }
}

function repetition(cursor: Cursor): number {
  const found = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})\??/.exec(cursor.pattern.slice(cursor.at));
  if (found === null) return 1;
  cursor.at += found[0].length;
  const [quantifier, fewest, isRange, most] = found;
  if (quantifier.startsWith('?')) return 0;
  if (quantifier.startsWith('*')) return cursor.least;
  if (quantifier.startsWith('+')) return Math.max(1, cursor.least);
  const least = Number(fewest);
  if (isRange === undefined) return least;
  return Math.min(Math.max(least, cursor.least), most ? Number(most) : Number.POSITIVE_INFINITY);
}
