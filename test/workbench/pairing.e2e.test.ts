import type { Browser, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sdkAgent, talkative } from '../a2a-agents.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

interface Session {
  readonly id: string;
  readonly standing: string;
  readonly published: boolean;
  readonly pairedWith: string | null;
  readonly connectedTo: { readonly name: string } | null;
}
interface FactLine {
  readonly type: string;
  readonly text?: string;
}

describe.skipIf(CHROMIUM === undefined)(
  'sessions in conversation with other agents, in the workbench',
  () => {
    let browser: Browser;
    let workbench: Workbench;

    beforeAll(async () => {
      browser = await sharedBrowser();
    });
    beforeEach(async () => {
      workbench = await Workbench.start(browser, {}, ['--allow-private']);
    });
    afterEach(() => workbench.end());

    const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });
    const session = (id: string) => workbench.ask<Session>(`/api/sessions/${id}`);
    const factsOf = async (id: string) =>
      (await workbench.ask<{ facts: readonly FactLine[] }>(`/api/sessions/${id}/facts`)).facts;

    async function begin(id: string, more: Record<string, unknown> = {}): Promise<void> {
      await workbench.ask('/api/sessions', { id, title: id, plannerId: 'drafter', config: {}, ...more });
    }

    async function beginSide(id: string, mode: string, more: Record<string, unknown> = {}): Promise<void> {
      const config = { scenarioUrl: 'example:flour-supply', myAgentId: id, ...more };
      await begin(id, { plannerId: 'scenario', config, mode });
    }

    async function choose(page: Page, entry: string): Promise<void> {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    }

    it('are paired in the menu, and reach an agreement', async () => {
      await beginSide('mill-sales', 'auto');
      await beginSide('bakery-buyer', 'auto');
      const page = await workbench.openPage('/sessions/bakery-buyer');
      await choose(page, 'Pair with a session');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Session', { exact: true }).selectOption('mill-sales');
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Pair' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('link', { name: /mill-sales/ })
        .first()
        .waitFor();
      await eventually(async () => (await session('bakery-buyer')).standing).toBe('done');
      expect((await session('mill-sales')).standing).toBe('done');
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.getByRole('tab', { name: 'Both sides' }).click();
      const lanes = page.getByRole('list', { name: 'Both sides' });
      await lanes
        .getByRole('link', { name: /sign-supply-contract/ })
        .first()
        .waitFor();
      expect(
        await lanes
          .locator('> li')
          .evaluateAll((rows) =>
            rows.flatMap((row) => (row.scrollWidth > row.clientWidth ? [row.textContent] : [])),
          ),
      ).toEqual([]);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      expect(await page.getByRole('menuitem', { name: /^(Publish|Pair|Connect)/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      // It is over: nobody writes any more.
      await page.getByRole('textbox', { name: 'Whisper' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'More', exact: true }).waitFor();
      await choose(page, 'Unpair');
      await eventually(async () => (await session('bakery-buyer')).pairedWith).toBeNull();
    });

    it('are shown in two lanes, with what is private and what is waiting on each side', async () => {
      await beginSide('mill-sales', 'approve');
      await beginSide('bakery-buyer', 'approve');
      await workbench.ask('/api/pairings', { first: 'bakery-buyer', second: 'mill-sales' });
      await workbench.ask('/api/sessions/bakery-buyer/commands', { type: 'guide', text: 'Be brief' });
      const page = await workbench.openPage('/sessions/bakery-buyer?view=both', {
        viewport: { width: 1024, height: 768 },
      });
      const lanes = page.getByRole('list', { name: 'Both sides' });
      const mine = lanes.locator('[data-lane=left]');
      await mine.filter({ hasText: 'Be brief' }).getByRole('img', { name: 'Private' }).waitFor();
      await lanes.getByRole('link', { name: 'Decide' }).waitFor();
      const tabs = page.getByRole('tablist', { name: 'Views' });
      expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
      await draft(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await mine.getByText('Sent', { exact: true }).waitFor();
      await lanes.getByRole('link', { name: 'Decide' }).click();
      await page.waitForURL(/mill-sales/);
      await draft(page).waitFor();
      await page.getByRole('tab', { name: 'Both sides' }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    it('start from the gallery, with a chosen side to play the other', async () => {
      const page = await workbench.openPage('/?new=scenario');
      await page.getByRole('button', { name: /^A flat by the park/ }).click();
      expect(await page.getByRole('radio', { name: 'A message I received' }).isChecked()).toBe(true);
      // Words of one's own are what one wants, not what the other side wrote.
      await page.getByRole('textbox', { name: 'Your goal' }).fill('Settle the rent');
      expect(await page.getByRole('radio', { name: 'My goal' }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Plan with Scenario planner' }).click();
      await page.getByRole('button', { name: 'Choose the other side' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pair with a session' });
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Pair' }).click();
      await page.getByRole('tab', { name: 'Both sides' }).waitFor();
      await page.getByRole('button', { name: 'Choose the other side' }).waitFor({ state: 'detached' });
      await draft(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await page
        .getByRole('list', { name: 'Messages' })
        .getByText('Other side', { exact: true })
        .first()
        .waitFor();
    });

    it('take a scenario from the gallery for the goal that was typed before', async () => {
      const page = await workbench.openPage('/');
      const goal = page.getByRole('textbox', { name: 'Your goal' });
      await goal.fill('Settle the rent for me');
      const planners = page.getByRole('group', { name: 'Planner' });
      // An example that is nothing but a text would take the place of the goal.
      await planners.getByText('Trip planner').click();
      await page.getByRole('button', { name: 'Plan with Trip planner' }).waitFor();
      expect(await page.getByRole('button', { name: 'Route 66' }).count()).toBe(0);
      await planners.getByText('Scenario planner').click();
      const flat = page.getByRole('button', { name: /^A flat by the park/ });
      await flat.click();
      await eventually(() => flat.getAttribute('aria-pressed')).toBe('true');
      expect(await goal.inputValue()).toBe('Settle the rent for me');
      expect(await page.getByRole('radio', { name: 'My goal' }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Plan with Scenario planner' }).click();
      await page.getByRole('heading', { name: 'Settle the rent for me' }).waitFor();
    });

    it('let the person choose their side beside the goal', async () => {
      const page = await workbench.openPage('/?new=scenario');
      await page.getByRole('button', { name: /^A flat by the park/ }).click();
      const side = page.getByRole('combobox', { name: 'My side' });
      await side.waitFor();
      const played = await side.inputValue();
      const sides = await side
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      const other = sides.find((each) => each !== played) ?? '';
      await side.selectOption(other);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Plan with Scenario planner' }).click();
      await page.getByRole('button', { name: 'Choose the other side' }).waitFor();
      const [session] = (await workbench.ask<{ sessions: { id: string }[] }>('/api/sessions')).sessions;
      const { setup } = await workbench.ask<{ setup: { seed: object } }>(`/api/sessions/${session?.id}`);
      expect(setup.seed).toMatchObject({ myAgentId: other });
    });

    it('ask for the scenario if only a goal was written, and keep the goal', async () => {
      const page = await workbench.openPage('/', { viewport: PHONE });
      await page.getByRole('textbox', { name: 'Your goal' }).fill('Two agents negotiate the rent');
      await page.getByRole('group', { name: 'Planner' }).getByText('Scenario planner').click();
      await page.getByRole('button', { name: 'Plan with Scenario planner' }).click();
      const asks = page.getByRole('alert').filter({ hasText: 'Scenario' });
      await asks.waitFor();
      expect((await asks.boundingBox())?.y).toBeLessThan(PHONE.height);
      const flat = page.getByRole('button', { name: /^A flat by the park/ });
      await flat.click();
      await asks.waitFor({ state: 'detached' });
      await eventually(() => flat.getAttribute('aria-pressed')).toBe('true');
      await page.getByRole('button', { name: 'Plan with Scenario planner' }).click();
      await page.getByRole('heading', { name: 'Two agents negotiate the rent' }).waitFor();
    });

    it('offer to receive a message only without a transport', async () => {
      await begin('desk');
      await begin('office');
      const page = await workbench.openPage('/sessions/desk');
      const voices = page.getByRole('radiogroup', { name: 'How to send it' });
      await voices.getByText('Receive').waitFor();
      await workbench.ask('/api/pairings', { first: 'desk', second: 'office' });
      await page.getByRole('textbox', { name: 'Whisper' }).waitFor();
      await voices.getByText('Receive').waitFor({ state: 'detached' });
    });

    it("ask before a tool commits a side, and follow the person's answer", async () => {
      await beginSide('mill-sales', 'auto');
      await beginSide('bakery-buyer', 'auto', { confirmCommitments: 'always' });
      await workbench.ask('/api/pairings', { first: 'bakery-buyer', second: 'mill-sales' });
      const page = await workbench.openPage('/sessions/bakery-buyer');
      const question = page.getByRole('region', { name: /^May I / });
      await question.getByRole('button', { name: 'Decline' }).waitFor();
      await question
        .getByRole('listitem')
        .filter({ hasText: /^months: / })
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect((await session('mill-sales')).standing).not.toBe('done');
      await question.getByRole('button', { name: 'Approve' }).click();
      await eventually(async () => (await session('mill-sales')).standing).toBe('done');
    });

    it('are published and unpublished in the menu', async () => {
      await begin('desk');
      const page = await workbench.openPage('/sessions/desk');
      await choose(page, 'Publish to other agents');
      const dialog = page.getByRole('dialog', { name: 'desk is published' });
      const address = await dialog.getByRole('textbox', { name: 'Address of its card' }).inputValue();
      expect((await session('desk')).published).toBe(true);
      expect((await fetch(address)).status).toBe(200);
      await page.keyboard.press('Escape');
      // The address can be found again, and nothing is offered that a published session refuses.
      await page.getByRole('button', { name: 'Published' }).click();
      await dialog.getByRole('textbox', { name: 'Address of its card' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Stop publishing' }).waitFor();
      expect(await page.getByRole('menuitem', { name: /^(Pair|Connect)/ }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Stop publishing' }).click();
      await eventually(async () => (await session('desk')).published).toBe(false);
    });

    it('are connected to an agent in the menu, which reports an invalid address', async () => {
      const agent = await sdkAgent(talkative);
      try {
        await begin('desk');
        const page = await workbench.openPage('/sessions/desk');
        await choose(page, 'Connect to an agent');
        const dialog = page.getByRole('dialog');
        const address = dialog.getByRole('textbox', { name: 'Address of the agent card' });
        await address.fill('nowhere');
        await dialog.getByRole('button', { name: 'Connect' }).click();
        await dialog.getByRole('alert').waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await address.fill(agent.url);
        await dialog.getByRole('button', { name: 'Connect' }).click();
        await dialog.waitFor({ state: 'detached' });
        await draft(page)
          .getByRole('button', { name: /^Approve/ })
          .click();
        await page.getByText(/^You said:/).waitFor();
        await draft(page).getByText('Draft to Sample').waitFor();
        await choose(page, 'Disconnect from Sample');
        await eventually(async () => (await session('desk')).connectedTo).toBeNull();
      } finally {
        await agent.close();
      }
    });

    it('show an approved draft while it is sent, and why it was not sent once', async () => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const agent = await sdkAgent(async (turn) => {
        await held;
        talkative(turn);
      });
      try {
        await begin('desk');
        await workbench.ask('/api/sessions/desk/commands', { type: 'connect', cardUrl: agent.url });
        await workbench.ask('/api/sessions/desk/commands', { type: 'guide', text: 'Ask for the price' });
        const page = await workbench.openPage('/sessions/desk');
        const approve = draft(page).getByRole('button', { name: /^Approve/ });
        await approve.click();
        await page.getByRole('article').filter({ hasText: 'Sending' }).waitFor();
        await agent.close();
        answer();
        await approve.waitFor({ timeout: 60_000 });
        await draft(page)
          .getByText(/^It could not be sent/)
          .waitFor();
        expect(await page.getByText(/^Not sent/).count()).toBe(0);
      } finally {
        answer();
        await agent.close();
      }
    });

    it('mark drafts that end the conversation, and a person decides whether they do', async () => {
      await begin('desk');
      const tell = (command: object) => workbench.ask('/api/sessions/desk/commands', command);
      await tell({ type: 'receive', text: 'When do you deliver?' });
      const page = await workbench.openPage('/sessions/desk');
      await draft(page).getByRole('button', { name: 'Edit' }).click();
      await draft(page).getByLabel('After it').selectOption('completed');
      await draft(page).getByRole('button', { name: 'Save draft' }).click();
      await draft(page).getByText('This ends the conversation (completed).').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await draft(page)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await eventually(async () => (await session('desk')).standing).toBe('done');
      // It ends once: what is left is to go on in a copy, or to begin anew.
      await page.getByRole('button', { name: 'Start over' }).waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
      await page.getByRole('button', { name: 'Fork before the end' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Fork from here' }).click();
      await page.getByRole('textbox', { name: /Receive|Whisper/ }).waitFor();
    });

    it("send a person's own text to the other side", async () => {
      await begin('desk');
      await workbench.ask('/api/sessions/desk/commands', { type: 'receive', text: 'When do you deliver?' });
      const page = await workbench.openPage('/sessions/desk');
      await draft(page).waitFor();
      await page.getByRole('radiogroup', { name: 'How to send it' }).getByText('Write yourself').click();
      const file = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('the offer') };
      await page.locator('input[type=file][aria-label=File]').first().setInputFiles(file);
      await page.getByRole('textbox', { name: 'Write yourself' }).fill('Tomorrow, says Ada.');
      const problem = { type: '/errors/x', title: 'x', status: 409, detail: 'Busy.', code: 'conflict' };
      const refuse = (route: Route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify(problem),
        });
      await page.route('**/commands', refuse);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.unroute('**/commands', refuse);
      await page.getByRole('textbox', { name: 'Write yourself' }).press('Enter');
      await draft(page).waitFor({ state: 'detached' });
      await eventually(async () =>
        (await factsOf('desk')).filter(({ type }) => type === 'remote_sent').map(({ text }) => text),
      ).toEqual(['Tomorrow, says Ada.']);
      const sent = (await factsOf('desk')).find(({ type }) => type === 'remote_sent');
      expect(sent).toMatchObject({ attachments: [{ name: 'offer.txt' }] });
    });

    it('plan again when a setup is saved, and refuse an unknown model in its field', async () => {
      await begin('desk');
      await workbench.ask('/api/sessions/desk/commands', { type: 'receive', text: 'When do you deliver?' });
      const page = await workbench.openPage('/sessions/desk?view=setup');
      await draft(page).waitFor();
      await page.getByLabel('Model').fill('opneai/gpt-5');
      await page
        .getByText(/opneai/)
        .first()
        .waitFor();
      await eventually(() => page.getByRole('button', { name: 'Save & apply' }).isDisabled()).toBe(true);
      await page.getByLabel('Model').fill('offline');
      await page.getByRole('button', { name: 'Save & apply' }).click();
      await eventually(
        async () => (await factsOf('desk')).filter(({ type }) => type === 'compose_intent').length,
      ).toBe(2);
      await draft(page).waitFor();
    });
  },
);
