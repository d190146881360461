import { Marked } from 'marked';

const COMMENT = /^<!--[\s\S]*-->$/;

const marked = new Marked({
  renderer: {
    /** What only tests run stands in comments; any other HTML is shown as text. */
    html: ({ text }) => (COMMENT.test(text.trim()) ? '' : escaped(text)),
    /** Other error codes are served here; of other pages only the name is shown. */
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const [, code] = /^([A-Za-z-]+)\.md$/.exec(href) ?? [];
      if (code !== undefined) return `<a href="/errors/${code}">${words}</a>`;
      return href.startsWith('https://') ? `<a href="${escaped(href)}" rel="noreferrer">${words}</a>` : words;
    },
    image: ({ text }) => escaped(text),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

/** HTML without scripts and styles, out of the Markdown that error pages are written in. */
export function markdownHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
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
