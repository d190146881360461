import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { findChromium } from '../../scripts/debian-programs.mjs';
import { type FactStore, sqliteStore } from '../../src/journal/index.ts';
import { cleanEnv } from '../cli-process.ts';
import { eventually } from '../eventually.ts';
import { WarmProgram } from '../warm-program.ts';

/** Where Chromium is; tests in a browser are skipped without one, which CI does not allow. */
export const CHROMIUM = findChromium();

const LAUNCH_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const WITH_WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const WITHOUT_WEBGL = ['--disable-gpu', '--disable-3d-apis'];

let shared: Promise<Browser> | undefined;

/** A browser for all test files of a worker, which ends with it. Tests are apart by their contexts. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  if (!(await shared).isConnected()) shared = launchBrowser();
  return await shared;
}

/**
 * A real browser, for all tests of a file. With `webgl` it can draw the map from vectors; every page then goes through a graphics
 * card made of software, which takes the machine half as long again.
 */
export async function launchBrowser({ webgl = false } = {}): Promise<Browser> {
  const graphics = webgl ? WITH_WEBGL : WITHOUT_WEBGL;
  return await chromium.launch({ executablePath: CHROMIUM ?? '', args: [...LAUNCH_ARGUMENTS, ...graphics] });
}

/** The planners that come with Wayfold and have an example each. */
export const PLANNERS = ['drafter', 'scenario', 'tasks', 'commits', 'trip'] as const;

/** A server that the tests of a block share. Its pages are closed after each of them. */
export function sharedWorkbench(): { readonly workbench: Workbench } {
  let workbench: Workbench | undefined;
  beforeAll(async () => {
    workbench = await Workbench.start(await sharedBrowser());
  });
  afterEach(async () => await workbench?.closePages());
  afterAll(async () => await workbench?.end());
  return {
    get workbench() {
      if (workbench === undefined) throw new Error('expected a test that is running');
      return workbench;
    },
  };
}

/** A server with an empty store, and pages of it in a real browser. */
export class Workbench {
  readonly browser: Browser;
  readonly folder: string;
  readonly port: number;
  /** What went wrong in any page: errors nobody caught, dialogs, refusals of the content security policy. */
  readonly problems: string[] = [];
  #server: WarmProgram | undefined;
  #store: FactStore | undefined;
  readonly #pages: Page[] = [];

  private constructor(browser: Browser, folder: string, port: number) {
    this.browser = browser;
    this.folder = folder;
    this.port = port;
  }

  static async start(
    browser: Browser,
    env: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<Workbench> {
    const folder = await mkdtemp(join(tmpdir(), 'wayfold-workbench-'));
    const workbench = new Workbench(browser, folder, await freePort());
    await workbench.startServer(env, args);
    return workbench;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The store of the server, opened by this process as another one would. */
  get store(): FactStore {
    this.#store ??= sqliteStore(join(this.folder, '.wayfold', 'wayfold.db'));
    return this.#store;
  }

  async startServer(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<void> {
    const started = WarmProgram.run({
      args: ['up', '--port', String(this.port), ...args],
      cwd: this.folder,
      env: { ...cleanEnv(), ...env },
    });
    this.#server = started;
    await vi.waitFor(() => expect(started.stdout).toContain('running at'), { timeout: 60_000, interval: 20 });
  }

  /** Ends the server as a crash would, or as an operator does. */
  async stopServer(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#server?.end(signal);
    this.#server = undefined;
  }

  async openPage(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: DESKTOP, ...options });
    const page = await context.newPage();
    this.#pages.push(page);
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('dialog', (dialog) => this.problems.push(dialog.message()));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text())) this.problems.push(message.text());
    });
    await page.goto(`${this.url}${path}`);
    return page;
  }

  /** Asks the server as a program would. Throws with the answer when it refuses. */
  async ask<Answer>(path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  }

  /** The address of an example of a planner, once it needs somebody or is over. */
  async example(plannerId: string): Promise<string> {
    const { id } = await this.ask<{ readonly id: string }>(`/api/examples/${plannerId}`, {});
    const path = `/sessions/${encodeURIComponent(id)}`;
    await eventually(async () => (await this.ask<{ standing: string }>(`/api${path}`)).standing).not.toBe(
      'working',
    );
    return path;
  }

  /** Closes all pages, for tests that share a server, and fails when something went wrong in one. */
  async closePages(): Promise<void> {
    await Promise.all(this.#pages.splice(0).map((page) => page.context().close()));
    expect(this.problems.splice(0)).toEqual([]);
  }

  /** Ends everything, and fails when something went wrong in a page. */
  async end(): Promise<void> {
    try {
      await this.closePages();
    } finally {
      await this.stopServer('SIGTERM');
      await this.#store?.close();
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return address.port;
}
