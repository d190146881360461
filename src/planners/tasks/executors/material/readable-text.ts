/** Elements without readable content, with the end of each. */
const UNREAD = new Map(
  'script style noscript template svg iframe object textarea select'
    .split(' ')
    .map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);
/** Elements that start and end a line. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody tfoot thead title tr ul'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  copy: '©',
  euro: '€',
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  shy: '',
  times: '×',
  trade: '™',
};
const TAG = /<(\/?)([a-z][a-z0-9-]{0,40})(?=[\s/>])/iy;

/**
 * The text of an HTML page, line by line as in its blocks, without tags, scripts and attributes. It takes one pass,
 * however broken the page is.
 */
export function readableText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      parts.push(html.slice(at));
      break;
    }
    parts.push(html.slice(at, open));
    const markup = markupAt(html, open);
    parts.push(markup.text);
    at = markup.end;
  }
  return tidied(withCharacters(parts.join('')));
}

interface Markup {
  readonly text: string;
  readonly end: number;
}

function markupAt(html: string, open: number): Markup {
  if (html.startsWith('<!--', open)) return { text: '', end: endOf(html, '-->', open + 4) };
  if (html[open + 1] === '!' || html[open + 1] === '?') return { text: '', end: endOf(html, '>', open) };
  TAG.lastIndex = open;
  const [, closing, given] = TAG.exec(html) ?? [];
  const name = given?.toLowerCase();
  if (name === undefined) return { text: '<', end: open + 1 };
  const end = endOf(html, '>', open);
  const unread = closing === '' ? UNREAD.get(name) : undefined;
  if (unread) {
    unread.lastIndex = end;
    const close = unread.exec(html);
    return { text: ' ', end: close === null ? html.length : endOf(html, '>', close.index) };
  }
  return { text: separatorOf(name, closing === '/'), end };
}

function separatorOf(name: string, isEnd: boolean): string {
  if (name === 'li' && !isEnd) return '\n- ';
  if (CELLS.has(name)) return isEnd ? '' : '\t';
  return BLOCKS.has(name) ? '\n' : '';
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

function tidied(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n');
}
