import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

interface Session {
  readonly setup: { readonly mode: string; readonly seed: unknown; readonly seq: number };
}

describe.skipIf(CHROMIUM === undefined)('links in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const offer = (page: Page) => page.getByRole('dialog', { name: /^(?:Set up|Start a session)/ });
  const linkTo = (more: Record<string, unknown> = {}) =>
    `/#${JSON.stringify({
      planner: { id: 'tasks', mode: 'approve' },
      planners: { tasks: { seed: { parallel: 4 } } },
      rev: 1,
      ...more,
    })}`;
  const sessions = async () =>
    (await workbench.ask<{ sessions: readonly { id: string; title: string }[] }>('/api/sessions')).sessions;
  const setupOf = async (id: string) => (await workbench.ask<Session>(`/api/sessions/${id}`)).setup;

  async function beginTasks(config: Record<string, unknown>): Promise<void> {
    await workbench.ask('/api/sessions', { id: 'todo', title: 'To do', plannerId: 'tasks', config });
  }

  it('are copied from the setup, and restore it', async () => {
    await beginTasks({ parallel: 2, systemPrompt: '100 % “exact”, {braces} and #hashes' });
    const page = await workbench.openPage('/sessions/todo?view=setup', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#%7B/);

    const other = await workbench.openPage(copied.slice(workbench.url.length));
    await other.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await offer(other).count()).toBe(0);
  });

  it('are in the address of a session, with its applied setup', async () => {
    await beginTasks({ parallel: 2 });
    const page = await workbench.openPage('/sessions/todo?view=setup');
    const linked = async () => decodeURIComponent(new URL(page.url()).hash.slice(1));
    await eventually(linked).toContain('"parallel":2');
    const { rev } = JSON.parse(await linked());
    await page.getByLabel('Tasks at once').fill('7');
    await page.getByRole('button', { name: 'Save & apply' }).click();
    await eventually(linked).toContain('"parallel":7');
    expect(JSON.parse(await linked()).rev).toBeGreaterThan(rev);
    expect(new URL(page.url()).search).toBe('?view=setup');
    await page.reload();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await offer(page).count()).toBe(0);
    await eventually(linked).toContain('"parallel":7');
  });

  it('change with the applied setup', async () => {
    await beginTasks({});
    const page = await workbench.openPage('/sessions/todo?view=setup');
    const field = page.getByLabel('Link to this setup');
    await eventually(() => field.inputValue()).toContain('%22todo%22');
    const before = await field.inputValue();
    await page.getByLabel('Tasks at once').fill('7');
    await page.getByRole('button', { name: 'Save & apply' }).click();
    await eventually(() => field.inputValue()).toContain(encodeURIComponent('"parallel":7'));
    expect(await field.inputValue()).not.toBe(before);
  });

  it('to another setup of a session offer it, and change nothing before it is applied', async () => {
    await beginTasks({ parallel: 2 });
    const link = linkTo({ session: 'todo', rev: 99 });
    const page = await workbench.openPage(link);
    await offer(page).getByText('Set up To do?').waitFor();
    expect(await setupOf('todo')).toMatchObject({ seed: { parallel: 2 } });
    await offer(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await setupOf('todo')).toMatchObject({ seed: { parallel: 2 } });

    const again = await workbench.openPage(link);
    await offer(again).getByRole('button', { name: 'Apply' }).click();
    await again.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await setupOf('todo')).toMatchObject({ seed: { parallel: 4 } });
  });

  it('that are older than the applied setup open the session, say so, and revert nothing', async () => {
    await beginTasks({ parallel: 2 });
    const { seq } = await setupOf('todo');
    await workbench.ask('/api/sessions/todo/commands', { type: 'configure', values: { parallel: 9 } });
    const page = await workbench.openPage(linkTo({ session: 'todo', rev: seq }));
    await page.getByText('The link is older than this setup').waitFor();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(await setupOf('todo')).toMatchObject({ seed: { parallel: 9 } });
  });

  it('to an unknown session offer a new one with the same setup', async () => {
    const page = await workbench.openPage(linkTo({ session: 'elsewhere' }));
    await offer(page).getByText('Start a session?').waitFor();
    expect(await sessions()).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await offer(page).getByLabel('Title').fill('From a friend');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'From a friend' }).waitFor();
    const [made] = await sessions();
    expect(await setupOf(made?.id ?? '')).toMatchObject({ seed: { parallel: 4 }, mode: 'approve' });
  });

  it('that change while the page is open are followed', async () => {
    const page = await workbench.openPage();
    await page.getByRole('heading').first().waitFor();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, linkTo().slice(1));
    await offer(page).getByText('Start a session?').waitFor();
    await page.keyboard.press('Escape');
    await offer(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('');
    expect(await sessions()).toEqual([]);
  });

  it('that are broken, too long, deceptive or for an unknown planner show a notice and change nothing', async () => {
    await beginTasks({ parallel: 2 });
    for (const [link, notice] of [
      ['/#{"planner":{"id":"tas', 'This link cannot be read'],
      [`/#{"planner":{"id":"tasks"},"seed":"${'x'.repeat(40_000)}"}`, 'This link cannot be read'],
      ['/#{"planner":{"id":"tasks"},"planners":{"__proto__":{"seed":{}}}}', 'This link cannot be read'],
      [linkTo({ planner: { id: 'nobody', mode: 'auto' } }), 'names the planner nobody'],
    ] as const) {
      const page = await workbench.openPage(link);
      await page.getByText(notice).waitFor();
      expect(await offer(page).count()).toBe(0);
      await page.close();
    }
    expect(await sessions()).toHaveLength(1);
    expect(await setupOf('todo')).toMatchObject({ seed: { parallel: 2 } });
  });

  it('with an unusable setup show what is wrong, and start nothing', async () => {
    const page = await workbench.openPage(linkTo({ planners: { tasks: { seed: { parallel: -1 } } } }));
    await offer(page).getByRole('button', { name: 'Start' }).click();
    await offer(page)
      .getByRole('alert')
      .getByText(/parallel/)
      .waitFor();
    expect(await sessions()).toEqual([]);
  });

  it('never carry a secret', async () => {
    const secret = 'sk-abcdefghijklmnop';
    const page = await workbench.openPage(
      linkTo({ planners: { tasks: { seed: { apiKey: secret, parallel: 3 } } } }),
    );
    await offer(page).getByText('parallel').waitFor();
    expect(await offer(page).getByText(secret).count()).toBe(0);
  });
});
