import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type Next } from 'hono';
import { compress } from 'hono/compress';
import { type MapTiles, withMapTiles } from './map-tiles.ts';

/** The built page: beside the compiled server, or in `dist` when running from sources. */
const PLACES = ['../../../web/', '../../../../dist/web/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The addresses that the page handles with its router. */
const VIEWS = ['/', '/inbox', '/sessions/:id', '/compare', '/journals', '/journals/:id'];

const NOT_BUILT =
  'The page is not built. Run `npm run build` in the repository, or `npm run dev` to work on the page.\n' +
  'Everything else is served: see /api/openapi.json.\n';

/** Addresses for programs: a missing one is answered with a problem. */
const FOR_PROGRAMS = /^\/(?:api|mcp|a2a|assets)(?:\/|$)/;

export interface PageFiles {
  readonly routes: Hono;
  /** The page for an unknown address; undefined for requests of programs. */
  missing(c: Context): Response | Promise<Response> | undefined;
}

/** The page's files. They contain no data, so they need no token. */
export async function pageFiles(tiles?: MapTiles): Promise<PageFiles> {
  const page = new Hono();
  const place = await builtPage();
  if (place === undefined) {
    for (const path of VIEWS) page.get(path, (c) => c.text(NOT_BUILT, 503));
    return { routes: page, missing: () => undefined };
  }
  const { folder } = place;
  const document = tiles ? withMapTiles(place.document, tiles) : place.document;
  page.use('/assets/*', compress());
  // The names of these files contain a hash of their content.
  page.use('/assets/*', keepForGood, serveStatic({ root: folder }));
  for (const name of await readdir(folder, { withFileTypes: true })) {
    if (name.isFile() && extname(name.name) !== '.html')
      page.get(`/${name.name}`, serveStatic({ root: folder }));
  }
  for (const path of VIEWS) page.get(path, (c) => c.html(document, 200, { 'Cache-Control': 'no-cache' }));
  return {
    routes: page,
    missing: (c) => (isForPerson(c) ? c.html(document, 404, { 'Cache-Control': 'no-cache' }) : undefined),
  };
}

function isForPerson(c: Context): boolean {
  const { method, path } = c.req;
  return method === 'GET' && !FOR_PROGRAMS.test(path) && (c.req.header('accept') ?? '').includes('text/html');
}

async function builtPage(): Promise<{ readonly folder: string; readonly document: string } | undefined> {
  for (const folder of PLACES) {
    const document = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (document !== undefined) return { folder, document };
  }
  return undefined;
}

async function keepForGood(c: Context, next: Next): Promise<void> {
  await next();
  if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
}
