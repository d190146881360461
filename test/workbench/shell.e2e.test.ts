import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

const TOKEN = 'a-token-that-is-long-enough';

describe.skipIf(CHROMIUM === undefined)('the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(() => workbench.end());

  async function menu(page: Page, entry: string): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  }

  it('lists the planners in one order', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    const chips = page.getByRole('group', { name: 'Planner' }).getByRole('button');
    const cards = page.getByRole('list', { name: 'Planners' }).getByRole('heading');
    await cards.first().waitFor();
    expect(await chips.allInnerTexts()).toEqual(await cards.allInnerTexts());
  });

  it('lets a newcomer try every planner with one click', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    const tries: readonly (readonly [string, string])[] = [
      ['Prepare a release', 'Ask which version number it should get'],
      ['A question about a delivery', 'Draft to the other side'],
      ['A year of flour', 'Draft to the mill'],
      ['Exact totals for a basket', 'Accept this plan?'],
      ['Los Angeles to Chicago', 'Day 1'],
    ];
    for (const [example, seen] of tries) {
      await page.getByRole('link', { name: 'Wayfold' }).click();
      await page.getByRole('button', { name: `Try an example: ${example}` }).click();
      await page.getByText(seen).first().waitFor();
    }
    await page.getByRole('link', { name: /Inbox/ }).click();
    await eventually(() => page.getByRole('list', { name: 'Waiting' }).locator('> li').count()).toBe(4);
  });

  it('shows the command for a coding agent, and the plan that one creates here', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    const command = await page.getByLabel('Your coding agent').inputValue();
    expect(command).toBe('npx wayfold install claude');
    const agent = new Client({ name: 'coding-agent', version: '1.0.0' });
    await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', workbench.url)));
    await agent.callTool({
      name: 'planning_setup_plan',
      arguments: { objective: 'Release 2.0', initial_steps: [{ title: 'Write the notes' }] },
    });
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Release 2.0/ })
      .click();
    await page.getByText('Write the notes').first().waitFor();
    await agent.close();
  });

  it('asks for the token of the server once, and accepts no other', async () => {
    workbench = await Workbench.start(browser, { WAYFOLD_TOKEN: TOKEN });
    const page = await workbench.openPage();
    await page.getByRole('heading', { name: 'Sign in to Wayfold' }).waitFor();
    await page.getByLabel('Token').fill('another-token-that-is-long-enough');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('token-refused').waitFor();
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  it('renames, pauses, duplicates, archives and reopens sessions', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    await page.getByRole('button', { name: 'Try an example: A question about a delivery' }).click();
    await page.getByText('Draft to the other side').waitFor();
    await menu(page, 'Rename');
    await page.getByRole('textbox', { name: 'Title' }).fill('Forty sacks');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Forty sacks' }).waitFor();
    await menu(page, 'Pause');
    await page.getByRole('main').getByText('Paused', { exact: true }).waitFor();
    await menu(page, 'Resume');
    await page.getByRole('main').getByText('Needs you').waitFor();
    await menu(page, 'Archive');
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    await page.getByRole('button', { name: '1 archived' }).click();
    await page.getByRole('link', { name: /Forty sacks/ }).click();
    await page.getByText('This session is archived').first().waitFor();
    await menu(page, 'Reopen');
    await page.getByRole('main').getByText('Needs you').waitFor();
    await menu(page, 'Duplicate setup');
    await page.getByText('No messages yet').waitFor();
  });

  it('offers a reload when the server comes back with a newer page', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    await page.getByRole('list', { name: 'Planners' }).getByRole('listitem').first().waitFor();
    await workbench.stopServer();
    await page.getByRole('status', { name: 'Connection' }).waitFor();
    await page.route(`${workbench.url}/`, async (route) => {
      await route.fulfill({ body: '<script type="module" src="/assets/index-newer.js"></script>' });
    });
    await workbench.startServer();
    await page.getByText('A newer version of this page is available').waitFor();
    await page.unroute(`${workbench.url}/`);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('A newer version of this page is available').waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Planners' }).getByRole('listitem').first().waitFor();
  });

  it('loads less than 200 kB of scripts before it can be used', async () => {
    workbench = await Workbench.start(browser);
    await workbench.ask('/api/sessions', { id: 'talk', title: 'Flour', plannerId: 'drafter', config: {} });
    for (const path of ['/', '/sessions/talk']) {
      const page = await workbench.openPage(path);
      await page.getByRole('main').getByRole('button').first().waitFor();
      // What writes links into the address comes last.
      if (path !== '/') await page.waitForURL((url) => url.hash !== '');
      // A file that comes from the browser's cache a second time was loaded once.
      const sizes = await page.evaluate(() => [
        ...new Map(
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('.js'))
            .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize]),
        ).values(),
      ]);
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    }
  });

  it('fetches nothing twice to show a page', async () => {
    workbench = await Workbench.start(browser);
    await workbench.ask('/api/sessions', { id: 'talk', title: 'Flour', plannerId: 'drafter', config: {} });
    await workbench.ask('/api/sessions', { id: 'other', title: 'Rye', plannerId: 'drafter', config: {} });
    const { id: trip } = await workbench.ask<{ id: string }>('/api/examples/trip', {});
    const page = await workbench.openPage('/healthz');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const asked = new Map<string, string>();
    network.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => asked.set(requestId, url));
    // A file that is preloaded comes from there when it is imported.
    network.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId));
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache) asked.delete(requestId);
    });
    const onTrip = ['map', 'why', 'setup'].map(
      (view) => `/sessions/${encodeURIComponent(trip)}?view=${view}`,
    );
    const others = ['/', '/inbox', '/sessions/talk?view=journal', '/compare?left=talk&right=other'];
    const twiceFor = async (path: string) => {
      // What the page before has asked for is not counted.
      await page.goto('about:blank');
      asked.clear();
      await page.goto(`${workbench.url}${path}`);
      await page.getByRole('button', { name: 'Pause everything' }).waitFor();
      await page.waitForLoadState('load');
      await eventually(() => page.getByText('Loading…').count()).toBe(0);
      const [urls, icon] = [[...asked.values()], `${workbench.url}/icon.svg`];
      return urls.filter((url, at) => url !== icon && urls.indexOf(url) !== at);
    };
    for (const path of [...others, ...onTrip]) {
      // Where the stream is late, as on a busy machine, the list is read before it and after it.
      await eventually(() => twiceFor(path)).toEqual([]);
    }
  });

  it('stops everything with one switch, and resumes it', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    await page.getByRole('button', { name: 'Pause everything' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The bill is too high');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause everything' }).click();
    await page.getByRole('status').getByText('The bill is too high').waitFor();
    await page.getByRole('button', { name: 'Try an example: A question about a delivery' }).click();
    await page.getByText('Can you deliver forty sacks').waitFor();
    expect(await page.getByText('Draft to the other side').count()).toBe(0);
    await page.getByRole('status').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Draft to the other side').waitFor();
  });

  it('shows its shortcuts, moves through sessions with j and k, and counts waiting items in its title', async () => {
    workbench = await Workbench.start(browser);
    await workbench.ask('/api/sessions', { id: 'one', title: 'One', plannerId: 'trip', config: {} });
    await workbench.ask('/api/sessions', { id: 'two', title: 'Two', plannerId: 'trip', config: {} });
    const page = await workbench.openPage('/sessions/two');
    await page.getByRole('heading', { name: 'Two' }).waitFor();
    expect(await page.title()).toBe('Two · Wayfold');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'One' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Two' }).waitFor();

    await workbench.ask('/api/examples/drafter', {});
    await eventually(() => page.title()).toBe('(1) Two · Wayfold');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('trip');
    const first = page.getByRole('option').first();
    await eventually(() => first.textContent()).toBe('New Trip planner session');
    await eventually(() => page.getByRole('option').allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringContaining('Export')]),
    );
  });

  it('notifies of waiting items while the page is hidden, with a link, until that is turned off', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    await page.context().grantPermissions(['notifications'], { origin: workbench.url });
    // Playwright keeps every page visible, some headless browsers show no notification, and nobody can click on one.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      const shown: Notification[] = [];
      const Real = Notification;
      class Kept extends Real {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          shown.push(this);
        }
      }
      Object.assign(window, { Notification: Kept, shown });
    });
    const shown = () =>
      page.evaluate(() => (window as unknown as { shown: Notification[] }).shown.map(({ title }) => title));
    await page.goto(`${workbench.url}/inbox`);
    await page.getByText('Nothing needs you').waitFor();
    await workbench.ask('/api/examples/drafter', {});
    await page.getByRole('button', { name: 'Approve & send' }).waitFor();
    expect(await shown()).toEqual([]);

    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'hidden' });
    const { id } = await workbench.ask<{ readonly id: string }>('/api/examples/tasks', {});
    await eventually(shown).toEqual(['Prepare a release needs you']);
    await eventually(() => page.title()).toBe('(2) Inbox · Wayfold');
    await page.evaluate(() =>
      (window as unknown as { shown: Notification[] }).shown[0]?.dispatchEvent(new Event('click')),
    );
    await eventually(() => decodeURIComponent(new URL(page.url()).pathname)).toBe(`/sessions/${id}`);

    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Turn off notifications' }).click();
    await workbench.ask('/api/examples/commits', {});
    await eventually(() => page.title()).toBe('(3) Prepare a release · Wayfold');
    expect(await shown()).toHaveLength(1);
  });

  it('offers notifications once, and they stay off', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage('/inbox');
    const offer = page.getByRole('region', { name: 'Notifications' });
    await offer.getByRole('button', { name: 'No, thanks' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Nothing needs you').waitFor();
    expect(await offer.count()).toBe(0);
  });

  it('explains a pass: its prompt, its answer, and the result of another run', async () => {
    workbench = await Workbench.start(browser);
    const page = await workbench.openPage();
    await page.getByRole('button', { name: 'Try an example: A question about a delivery' }).click();
    await page.getByText('Draft to the other side').waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('button', { name: /Planning pass/ }).click();
    await page.getByRole('button', { name: 'Show prompt' }).click();
    await page.locator('pre').getByText('Can you deliver forty sacks').waitFor();
    await page.getByRole('button', { name: 'Re-run from here' }).click();
    await page.getByRole('button', { name: 'Run and compare' }).click();
    await page.waitForURL(/\/compare\?left=.+&right=.+/);
    // The same model says the same: what is alike is no difference, though it has another id.
    const differences = page.getByRole('list', { name: 'What differs' }).getByRole('listitem');
    await page
      .getByRole('region', { name: /^Right/ })
      .getByRole('link', { name: 'Decide' })
      .waitFor();
    await eventually(() => differences.count()).toBe(1);
    await differences.getByText('Title').waitFor();
  });
});
