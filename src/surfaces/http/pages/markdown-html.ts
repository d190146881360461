import { Marked } from 'marked';

const COMMENT = /^<!--[\s\S]*-->$/;

const marked = new Marked({
  renderer: {
    /** Comments hold what only tests run; all other HTML is shown as text. */
    html: ({ text }) => (COMMENT.test(text.trim()) ? '' : escaped(text)),
    /** Links to other error codes work here; other pages appear by name only. */
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

/** Renders the Markdown of error pages to HTML without scripts and styles. */
export function markdownHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
