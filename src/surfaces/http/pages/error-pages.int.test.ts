import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../journal/index.ts';
import { type RunningServer, serve } from '../index.ts';
import { errorPage } from './error-document.ts';

let server: RunningServer;
const store = memoryStore();
beforeEach(async () => {
  server = await serve({ store, port: 0 });
});
afterEach(() => server.close());

describe('the page of an error', () => {
  it('is where the type of a problem points to', async () => {
    const refusal = await fetch(`${server.url}/api/sessions/nobody`);
    const problem: unknown = await refusal.json();
    expect(problem).toMatchObject({ code: 'no-session', type: '/errors/no-session' });
    const page = await fetch(`${server.url}/errors/no-session`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    expect(html).toContain('<h1>no-session</h1>');
    expect(html).toContain('<h2>What to do</h2>');
  });

  it('is there for every code, and has nothing that a browser would run or fetch elsewhere', async () => {
    for (const name of readdirSync(new URL('../../../../docs/errors/', import.meta.url))) {
      const page = await fetch(`${server.url}/errors/${name.replace(/\.md$/, '')}`);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).not.toMatch(/<(?:script|style|iframe)|\sstyle=|\son\w+=|javascript:/i);
      expect(html).not.toMatch(/<(?:img|link)[^>]+(?:src|href)="(?!\/(?:icon\.svg|document\.css)")/);
      const leftOver = html.replaceAll(/<pre>[\s\S]*?<\/pre>|<code>.*?<\/code>/g, '');
      expect(leftOver).not.toMatch(/^#|```|\]\(|<!--|\*\*/m);
    }
  });

  it.each(['..%2F..%2Fpackage.json', '%2e%2e/README', 'nothing', 'conflict.md'])(
    'is not another file: %s',
    async (path) => {
      const { status } = await fetch(`${server.url}/errors/${path}`);
      expect(status).toBe(404);
    },
  );

  it('helps a person who has no right code: all codes are listed, and what was asked is only text', async () => {
    const asked = encodeURIComponent('<img src=x onerror=alert(1)>');
    const page = await fetch(`${server.url}/errors/${asked}`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).toContain('<code>&lt;img src=x onerror=alert(1)&gt;</code>');
    for (const name of readdirSync(new URL('../../../../docs/errors/', import.meta.url))) {
      const code = name.replace(/\.md$/, '');
      expect(html).toContain(`<a href="/errors/${code}">${code}</a>`);
    }
    const all = await fetch(`${server.url}/errors`);
    expect(all.status).toBe(200);
    expect(await all.text()).toContain('<a href="/errors/conflict">conflict</a>');
  });

  it('tells a program that has no right code so, as a problem', async () => {
    const answer = await fetch(`${server.url}/errors/nothing`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await answer.json()).toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('nothing'),
    });
  });

  it.each([
    ['dark', ' data-theme="dark"'],
    ['light', ' data-theme="light"'],
    ['system', ''],
    ['"><script>', ''],
  ])('has the colours that were chosen in the workbench: %s', async (chosen, attribute) => {
    const cookie = `wayfold-theme=${encodeURIComponent(chosen)}`;
    const page = await fetch(`${server.url}/errors/conflict`, { headers: { cookie } });
    expect(await page.text()).toContain(`<html lang="en"${attribute}>`);
  });

  it('shows what is written and never runs it', () => {
    const html = errorPage('x', 'A <b onclick="x()">bold</b> [link](javascript:alert(1)) `<i>` & **more**.');
    expect(html).toContain('<p>A &lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt; ');
    expect(html).toContain('<code>&lt;i&gt;</code> &amp; <strong>more</strong>');
    expect(html.slice(html.indexOf('<main>'))).not.toContain('href');
  });
});
