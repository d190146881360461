import { escaped, markdownHtml } from './markdown-html.ts';

/** Colours that somebody chose; without a choice they are those of the system. */
export type Theme = 'light' | 'dark';

/** The page of an error code, out of the Markdown that it is written in. */
export function errorPage(code: string, markdown: string, theme?: Theme): string {
  return documentHtml(code, markdownHtml(markdown), theme);
}

/** All codes that have a page. */
export function codesPage(codes: readonly string[], theme?: Theme): string {
  const body = `<h1>Error codes</h1>
<p>Every refusal has a code that stays the same. Its page says what happened, why, and what to do.</p>
${listHtml(codes)}`;
  return documentHtml('Error codes', body, theme);
}

/** What is shown for a code that has no page: those that have one. */
export function unknownCodePage(code: string, codes: readonly string[], theme?: Theme): string {
  const shown = code.length > LONGEST_CODE ? `${code.slice(0, LONGEST_CODE)}…` : code;
  const body = `<h1>There is no such error code</h1>
<p>No error is called <code>${escaped(shown)}</code> here. The link may be incomplete, or it comes from another version of
Wayfold. These are the codes of this one:</p>
${listHtml(codes)}`;
  return documentHtml('No such error code', body, theme);
}

const LONGEST_CODE = 100;

function listHtml(codes: readonly string[]): string {
  const items = codes.map((code) => `<li><a href="/errors/${escaped(code)}">${escaped(code)}</a></li>`);
  return `<ul class="codes">\n${items.join('\n')}\n</ul>`;
}

/** A page of plain HTML in the look of the workbench, without scripts. Its files are those of this server. */
function documentHtml(title: string, body: string, theme: Theme | undefined): string {
  return `<!doctype html>
<html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Wayfold</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/document.css">
</head>
<body>
<header>
<nav aria-label="Wayfold">
<a class="home" href="/"><img src="/icon.svg" alt="" width="20" height="20">Wayfold</a>
<a href="/errors">All error codes</a>
</nav>
</header>
<main>
${body}
</main>
</body>
</html>
`;
}
