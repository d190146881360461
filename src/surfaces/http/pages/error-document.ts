import { escaped, markdownHtml } from './markdown-html.ts';

/** The color scheme the person chose; undefined follows the system. */
export type Theme = 'light' | 'dark';

/** The HTML page of an error code, rendered from its Markdown. */
export function errorPage(code: string, markdown: string, theme?: Theme): string {
  return documentHtml(code, markdownHtml(markdown), theme);
}

/** The list of all codes with a page. */
export function codesPage(codes: readonly string[], theme?: Theme): string {
  const body = `<h1>Error codes</h1>
<p>Every refusal has a code that stays the same. Its page says what happened, why, and what to do.</p>
${listHtml(codes)}`;
  return documentHtml('Error codes', body, theme);
}

/** The page for an unknown code, with the list of known ones. */
export function unknownCodePage(code: string, codes: readonly string[], theme?: Theme): string {
  const shown = code.length > MAX_CODE_LENGTH ? `${code.slice(0, MAX_CODE_LENGTH)}…` : code;
  const body = `<h1>There is no such error code</h1>
<p>No error is called <code>${escaped(shown)}</code> here. The link may be incomplete, or it comes from another version of
Wayfold. These are the codes of this one:</p>
${listHtml(codes)}`;
  return documentHtml('No such error code', body, theme);
}

const MAX_CODE_LENGTH = 100;

function listHtml(codes: readonly string[]): string {
  const items = codes.map((code) => `<li><a href="/errors/${escaped(code)}">${escaped(code)}</a></li>`);
  return `<ul class="codes">\n${items.join('\n')}\n</ul>`;
}

/** A plain HTML page in the style of the workbench, without scripts. It loads only files of this server. */
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
