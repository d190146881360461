import { fileURLToPath } from 'node:url';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPlan } from '../../src/plan-tools/plan/open-plan.ts';
import { eventually } from '../eventually.ts';
import { NEWEST, ONE_BEFORE, Project } from '../mcp-client.ts';
import { accessibilityProblems } from '../workbench/accessibility.ts';
import { CHROMIUM, sharedBrowser } from '../workbench/workbench.ts';

const MIME_TYPE = 'text/html;profile=mcp-app';
const APP = 'ui://wayfold/plan';
const SHOWS_APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } } };
const RELEASE = fileURLToPath(new URL('../../examples/release-planner.ts', import.meta.url));

/** `WAYFOLD_PICTURES=docs` takes the picture of the documentation anew. */
const PICTURE = fileURLToPath(new URL('../../docs/images/plan-app.webp', import.meta.url));

const linked = async (client: Client) => {
  const { tools } = await client.listTools();
  return tools.filter(({ _meta }) => _meta?.ui !== undefined).map(({ name }) => name);
};

describe('the app of the plan tools', () => {
  const KNOWN = [
    { over: 'stdio', protocol: NEWEST },
    { over: 'stdio', protocol: ONE_BEFORE },
    { over: 'http', protocol: NEWEST },
  ] as const;

  it.each(KNOWN)('is offered over $over with $protocol only to clients that show apps', async (way) => {
    const [showing, other] = [await Project.create(SHOWS_APPS), await Project.create()];
    try {
      const [client, plain] = [await showing.connect(way), await other.connect(way)];
      expect(await linked(client)).toEqual([
        'planning_setup_plan',
        'planning_read_plan',
        'wayfold_app_view',
        'wayfold_app_do',
      ]);
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(APP);
      const { contents } = await client.readResource({ uri: APP });
      expect(contents).toMatchObject([
        {
          uri: APP,
          mimeType: MIME_TYPE,
          _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
        },
      ]);

      expect(await linked(plain)).toEqual([]);
      expect((await plain.listTools()).tools).toHaveLength(6);
      expect((await plain.listResources()).resources).toEqual([]);
      await expect(plain.readResource({ uri: APP })).rejects.toThrow();
      const setup = { name: 'planning_setup_plan', arguments: { objective: 'Ship' } };
      expect((await client.callTool(setup))._meta).toMatchObject({ 'wayfold/address': 'plan://default' });
      expect((await plain.callTool(setup))._meta ?? {}).not.toHaveProperty('wayfold/address');
    } finally {
      await showing.end();
      await other.end();
    }
  });
});

describe.skipIf(CHROMIUM === undefined)('the app in a host', () => {
  let browser: Browser;
  let hostScript: string;
  let project: Project;
  let page: Page;
  let app: FrameLocator;
  const problems: string[] = [];

  beforeAll(async () => {
    [browser, hostScript] = await Promise.all([sharedBrowser(), bundledHost()]);
  });
  beforeEach(async () => {
    problems.length = 0;
    project = await Project.create(SHOWS_APPS);
  });
  afterEach(async () => {
    await page.context().close();
    await project.end();
    expect(problems).toEqual([]);
  });

  /** Shows the answer to a call as a host does. */
  async function show(client: Client, name: string, input: object): Promise<void> {
    const { contents } = await client.readResource({ uri: APP });
    const result = await client.callTool({ name, arguments: { ...input } });
    page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.exposeFunction(
      'callTool',
      async (params: Parameters<Client['callTool']>[0]): Promise<CallToolResult> =>
        await client.callTool(params),
    );
    await page.setContent('<!doctype html><html lang="en"><title>Host</title><body></body></html>');
    await page.addScriptTag({ content: hostScript });
    await page.evaluate(([document, answer]) => window.showApp(document, answer), [
      String(Object(contents[0]).text),
      result,
    ] as const);
    app = page.frameLocator('iframe');
  }

  const step = (id: string) => app.locator(`[data-step="${id}"]`);
  const reported = () => page.evaluate(() => window.told);

  it('shows a plan, marks its steps, and shows changes by others', async () => {
    const { client } = await project.spawn(NEWEST);
    await show(client, 'planning_setup_plan', {
      objective: 'Ship 1.0',
      initial_steps: [{ title: 'Test' }, { title: 'Tag', details: 'v1' }],
    });
    await app.getByRole('heading', { name: 'Ship 1.0' }).waitFor();
    expect(await app.locator('[data-step]').count()).toBe(2);

    await app.getByRole('button', { name: 'Done: Test' }).click();
    await eventually(() => step('S001').getAttribute('data-status')).toBe('done');
    const marks = (await project.calls()).filter(({ tool }) => tool === 'planning_mark_step');
    expect(marks).toMatchObject([{ success: true, by: 'mcp:wayfold-test', params: { step_id: 'S001' } }]);
    await eventually(reported).toEqual([expect.stringContaining('Test')]);

    const { section } = openPlan(project.store, 'default');
    await section.tool('planning_mark_step').call({ step_id: 'S002', status: 'blocked', note: 'No key' });
    await eventually(() => step('S002').getAttribute('data-status')).toBe('blocked');
    await step('S002').getByText('No key').waitFor();
    // Looking is no call on record.
    expect(await project.calls()).toHaveLength(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.mouse.move(0, 0);
    if (process.env.WAYFOLD_PICTURES === 'docs') await page.locator('iframe').screenshot({ path: PICTURE });

    await app.getByRole('button', { name: 'Remove: Tag' }).click();
    expect(await app.locator('[data-step]').count()).toBe(2);
    await app.getByRole('button', { name: 'Really? Remove' }).click();
    await eventually(() => app.locator('[data-step]').count()).toBe(1);
  });

  it('approves waiting items, in the session of any planner', async () => {
    const { client } = await project.spawn(NEWEST, '--tools', 'release', '--planner', RELEASE);
    await show(client, 'release_start', { text: 'Faster start', config: { tag: '1.4.0' } });
    const card = app.getByRole('region', { name: /^Release 1\.4\.0/ });
    await card.getByRole('button').first().click();
    await card.waitFor({ state: 'detached' });
    const { resources } = await client.listResources();
    const address = resources.find(({ uri }) => uri.startsWith('release://'))?.uri ?? '';
    const refusal = await client.callTool({
      name: 'wayfold_app_do',
      arguments: { address, command: { type: 'archive' } },
    });
    expect(refusal).toMatchObject({ isError: true, structuredContent: { field: 'command' } });
  });

  it('shows hostile text as text', async () => {
    const { client } = await project.spawn(ONE_BEFORE);
    const hostile = [
      '<img src=x onerror="alert(1)">',
      '</script><script>alert(2)</script>',
      '<a href="javascript:alert(3)">a link</a>',
      '"><svg onload=alert(4)>',
    ];
    await show(client, 'planning_setup_plan', {
      objective: hostile[0],
      initial_steps: hostile.map((title) => ({ title, details: title })),
    });
    for (const [at, title] of hostile.entries()) {
      const shown = step(`S00${at + 1}`);
      expect(await shown.locator('.title').textContent()).toBe(title);
    }
    expect(await app.locator('#plan :is(img, script, a, svg)').count()).toBe(0);
    const wrong = await client.callTool({
      name: 'wayfold_app_view',
      arguments: { address: 'file:///etc/passwd' },
    });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { field: 'address' } });
  });
});

async function bundledHost(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL('host-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'host',
      },
    },
  });
  const [bundle] = [built].flat();
  const [file] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (file?.type !== 'chunk') throw new Error('expected one script');
  return file.code;
}
