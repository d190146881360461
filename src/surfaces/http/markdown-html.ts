/** HTML without scripts and styles, out of the Markdown that error pages are written in. */
export function markdownHtml(markdown: string): string {
  return blocksOf(markdown).map(blockHtml).join('\n');
}

type Block =
  | { readonly type: 'code'; readonly lines: readonly string[] }
  | { readonly type: 'text'; readonly lines: readonly string[] };

/** Fenced code, and what stands between empty lines. What is only there to be run by tests stands in comments. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let isCode = false;
  const close = (): void => {
    if (isCode || lines.length > 0) blocks.push({ type: isCode ? 'code' : 'text', lines });
    lines = [];
  };
  for (const line of markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n')) {
    const isFence = /^\s*```/.test(line);
    if (isFence || (!isCode && line.trim() === '')) {
      close();
      if (isFence) isCode = !isCode;
    } else lines.push(line);
  }
  close();
  return blocks;
}

function blockHtml({ type, lines }: Block): string {
  if (type === 'code') return `<pre><code>${escaped(lines.join('\n'))}</code></pre>`;
  const [first = ''] = lines;
  const [, marks, heading = ''] = /^(#{1,6}) (.+)$/.exec(first) ?? [];
  if (marks) return `<h${marks.length}>${inline(heading)}</h${marks.length}>`;
  if (first.startsWith('|')) return tableHtml(lines);
  const list = ITEM.exec(first)?.[0];
  if (list === undefined) return `<p>${inline(lines.join(' '))}</p>`;
  const tag = list.startsWith('-') ? 'ul' : 'ol';
  const items = itemsOf(lines).map((item) => `<li>${inline(item)}</li>`);
  return `<${tag}>${items.join('')}</${tag}>`;
}

const ITEM = /^(?:-|\d+\.) /;

/** A line that goes on with an item is indented. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

function tableHtml([head = '', , ...rows]: readonly string[]): string {
  const cells = (row: string, tag: string) =>
    `<tr>${row
      .split('|')
      .slice(1, -1)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
}

/** Links, code and bold text. Everything is escaped before anything is made of it. */
function inline(text: string): string {
  const parts = escaped(text).split(/(\[[^\]]*\]\([^)\s]*\)|`[^`]+`)/);
  return parts.map(partHtml).join('');
}

function partHtml(part: string): string {
  const [, words, target = ''] = /^\[([^\]]*)\]\((.*)\)$/.exec(part) ?? [];
  if (words !== undefined) return linkHtml(inlineCode(words), target);
  return part.startsWith('`') ? inlineCode(part) : part.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

function inlineCode(part: string): string {
  return part.replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Other error codes are served here; of other pages only the name is shown. */
function linkHtml(words: string, target: string): string {
  const [, code] = /^([A-Za-z-]+)\.md$/.exec(target) ?? [];
  if (code !== undefined) return `<a href="/errors/${code}">${words}</a>`;
  return /^https:\/\//.test(target) ? `<a href="${target}" rel="noreferrer">${words}</a>` : words;
}

/** Text that is nothing but text in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
