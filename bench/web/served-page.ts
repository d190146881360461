import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/debian-programs.mjs';

const LAUNCHER = fileURLToPath(new URL('../../bin/wayfold.cjs', import.meta.url));
const BROWSER_ARGUMENTS = ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'];

/** A built server in a process of its own, as a user starts it. */
export interface Served {
  readonly url: string;
  /** The file of its store. */
  readonly file: string;
  stop(): Promise<void>;
}

export async function startServed(directory: string): Promise<Served> {
  const cwd = await mkdtemp(join(directory, 'served-'));
  const child = spawn(process.execPath, [LAUNCHER, 'up', '--port', '0', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url } = await firstLine(child);
  return {
    url,
    file: join(cwd, '.wayfold', 'wayfold.db'),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<{ readonly url: string }> {
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error('the server ended before it said where it is');
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('the page is measured in Chromium, and there is none: run `npm test` once');
  return await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
}

/** Asks the server as a program would. */
export async function ask<Answer>({ url }: Served, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The bytes of live objects in a page, after everything else was collected. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
