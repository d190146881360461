import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { Hono } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
};

/** The page's own files, read once. They hold no data, so they need no token. */
export async function pageFiles(): Promise<Hono> {
  const folder = new URL('./page/', import.meta.url);
  const page = new Hono();
  for (const name of await readdir(folder)) {
    const type = name.endsWith('.d.ts') ? undefined : TYPES[extname(name)];
    if (type === undefined) continue;
    const source = await readFile(new URL(name, folder), 'utf8');
    // Run from its sources, the page's scripts are still TypeScript; a built package has them as JavaScript.
    const isSource = extname(name) === '.ts';
    const text = isSource ? stripTypeScriptTypes(source) : source;
    const path = name === 'index.html' ? '/' : `/page/${isSource ? name.replace(/ts$/, 'js') : name}`;
    for (const address of isSource ? [path, `/page/${name}`] : [path]) {
      page.get(address, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
    }
  }
  return page;
}
