import { readdir, readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { ServerError } from '../error.ts';
import type { Theme } from './error-document.ts';

/** The error pages in the package: at the same relative path in the sources and in `dist`. */
const PAGES = new URL('../../../../docs/errors/', import.meta.url);

/** The cookie in which the workbench stores the color scheme. */
const THEME_COOKIE = 'wayfold-theme';

const PAGE_HEADERS = { 'Cache-Control': 'no-cache' };

/**
 * Serves the page of every error code at `/errors/CODE`, the `type` of a problem. They contain no data and need no
 * token.
 */
export function errorPages(folder: URL = PAGES): Hono {
  const pages = new Hono();
  pages.get('/errors', async (c) => {
    const { codesPage } = await import('./error-document.ts');
    return c.html(codesPage(await codesIn(folder), themeOf(c)), 200, PAGE_HEADERS);
  });
  pages.get('/errors/:code', async (c) => {
    const code = c.req.param('code');
    const codes = await codesIn(folder);
    const { errorPage, unknownCodePage } = await import('./error-document.ts');
    // Only listed files are read, whatever the address contains.
    if (!codes.includes(code)) {
      if (!(c.req.header('accept') ?? '').includes('text/html')) throw noPage(code);
      return c.html(unknownCodePage(code, codes, themeOf(c)), 404, PAGE_HEADERS);
    }
    const text = await readFile(new URL(`${code}.md`, folder), 'utf8');
    return c.html(errorPage(code, text, themeOf(c)), 200, PAGE_HEADERS);
  });
  return pages;
}

async function codesIn(folder: URL): Promise<readonly string[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted((a, b) => a.localeCompare(b, 'en'));
}

function themeOf(c: Context): Theme | undefined {
  const theme = getCookie(c, THEME_COOKIE);
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

function noPage(code: string): ServerError {
  return new ServerError('not-found', {
    summary: `There is no error code ${JSON.stringify(code.slice(0, 100))}.`,
    fix: 'Take it from the `code` of a problem.',
  });
}
