import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/index.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

interface Session {
  readonly id: string;
  readonly head: number;
  readonly waiting: readonly {
    readonly type: string;
    readonly composeId?: string;
    readonly digest?: string;
  }[];
}
interface FactLine {
  readonly seq: number;
  readonly type: string;
  readonly text?: string;
}

describe.skipIf(CHROMIUM === undefined)('a conversation in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  const draft = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });

  async function beginDrafter(text = 'Can you deliver on Monday?'): Promise<Session> {
    const session = await workbench.ask<Session>('/api/sessions', {
      title: 'Flour',
      plannerId: 'drafter',
      config: {},
    });
    await workbench.ask(`/api/sessions/${session.id}/commands`, { type: 'receive', text });
    return session;
  }

  async function factsOf(id: string): Promise<readonly FactLine[]> {
    const { facts } = await workbench.ask<{ facts: readonly FactLine[] }>(`/api/sessions/${id}/facts`);
    return facts;
  }

  it('starts with an example, and a draft is edited, approved and sent once', async () => {
    const page = await workbench.openPage();
    await page.getByRole('button', { name: 'Try an example: A question about a delivery' }).click();
    await draft(page).getByText('take this for a yes').waitFor();
    await draft(page).getByRole('button', { name: 'Edit' }).click();
    const box = draft(page).getByRole('textbox', { name: 'Draft text' });
    await box.fill('Yes, forty sacks on Monday.');
    await draft(page).getByRole('button', { name: 'Save draft' }).click();
    await draft(page).getByText('Yes, forty sacks on Monday.').waitFor();
    await draft(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    const messages = page.getByRole('list', { name: 'Messages' });
    await messages.getByText('Yes, forty sacks on Monday.').waitFor();
    await messages.getByText(/^Draft replaced by/).waitFor();
    await draft(page).waitFor({ state: 'detached' });
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const sent = (await factsOf(id)).filter(({ type }) => type === 'remote_sent');
    expect(sent.map(({ text }) => text)).toEqual(['Yes, forty sacks on Monday.']);
  });

  it('attaches files to a draft and removes them, and allows skipping a question', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).getByRole('button', { name: 'Edit' }).click();
    const add = async (name: string) => {
      await draft(page)
        .getByLabel('File for the draft')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`About ${name}`) });
      await draft(page)
        .getByRole('button', { name: `Remove ${name}` })
        .waitFor();
    };
    await add('prices.txt');
    await add('terms.txt');
    await draft(page).getByRole('button', { name: 'Remove prices.txt' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await draft(page).getByRole('button', { name: 'Save draft' }).click();
    await draft(page).getByRole('list', { name: 'Files' }).getByText('terms.txt').waitFor();
    await draft(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await draft(page).waitFor({ state: 'detached' });
    expect(await factsOf(id)).toContainEqual(
      expect.objectContaining({
        type: 'remote_sent',
        attachments: [expect.objectContaining({ name: 'terms.txt' })],
      }),
    );

    const question = { type: 'agent_question', qid: 'q1', prompt: 'Which day suits you?', required: false };
    await openJournal(workbench.store, id).append([question]);
    const card = page.getByRole('region', { name: 'Which day suits you?' });
    await card.getByRole('button', { name: 'Skip' }).waitFor();
    expect(await page.getByText('Which day suits you?', { exact: true }).count()).toBe(1);
    await card.getByRole('button', { name: 'Skip' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText('Which day suits you?').waitFor();
    await page.getByRole('article').filter({ hasText: 'Your answer' }).getByText('Skipped').waitFor();
  });

  it('lets one of two tabs decide, and shows the other who was first', async () => {
    const { id } = await beginDrafter();
    const [first, second] = await Promise.all([
      workbench.openPage(`/sessions/${id}`),
      workbench.openPage(`/sessions/${id}`),
    ]);
    const buttons = [first, second].map((page) => draft(page).getByRole('button', { name: /^Approve/ }));
    await Promise.all(buttons.map((button) => button.waitFor()));
    // By key: the first decision takes the button away from under the other pointer.
    await Promise.all([first, second].map((page) => page.keyboard.press('a')));
    for (const page of [first, second]) {
      await page.getByRole('list', { name: 'Messages' }).getByText('Sent', { exact: true }).waitFor();
    }
    const facts = await factsOf(id);
    expect(facts.filter(({ type }) => type === 'compose_approved')).toHaveLength(1);
    expect(facts.filter(({ type }) => type === 'remote_sent')).toHaveLength(1);
  });

  it('keeps an edit whose draft another window has sent, and shows the history of drafts', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).getByRole('button', { name: 'Edit' }).click();
    await draft(page).getByLabel('Draft text').fill('Not before Tuesday.');
    const { drafts } = await workbench.ask<{
      readonly drafts: readonly { readonly composeId: string; readonly digest: string }[];
    }>(`/api/sessions/${id}`);
    const [open] = drafts;
    await workbench.ask(`/api/sessions/${id}/commands`, {
      type: 'approve',
      composeId: open?.composeId,
      digest: open?.digest,
    });
    const kept = page.getByRole('region', { name: 'Your edit' });
    await eventually(() => kept.getByRole('textbox').inputValue()).toBe('Not before Tuesday.');
    expect(await accessibilityProblems(page)).toEqual([]);
    await kept.getByRole('button', { name: /^Discard/ }).click();
    await kept.waitFor({ state: 'detached' });

    await workbench.ask(`/api/sessions/${id}/commands`, { type: 'receive', text: 'And on Friday?' });
    await draft(page)
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    await page.getByRole('button', { name: 'Draft again' }).click();
    await draft(page).getByText('Version 2').waitFor();
    await draft(page).getByRole('button', { name: 'Edit' }).click();
    const text = draft(page).getByLabel('Draft text');
    const before = await text.inputValue();
    await text.fill(`${before} Ann`);
    await text.press('Enter');
    await draft(page).getByText('Version 3').waitFor();
    await draft(page)
      .getByRole('button', { name: /^Show (?:what changed|changes|the changes)/ })
      .click();
    await eventually(() => draft(page).locator('ins').allTextContents()).toEqual(['Ann']);
    expect(await draft(page).locator('del').count()).toBe(0);
  });

  it('of a fork shows nothing as sent that the original sent', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    const messages = page.getByRole('list', { name: 'Messages' });
    await messages.getByText('Sent', { exact: true }).waitFor();
    const { head, title } = await workbench.ask<{ head: number; title: string }>(`/api/sessions/${id}`);
    await workbench.ask(`/api/sessions/${id}/fork`, { atSeq: head, id: 'another-way' });
    await page.goto(`${workbench.url}/sessions/another-way`);
    await messages.getByText(`Sent by ${title}`).waitFor();
    await messages.getByText(`Forked here from ${title}`).waitFor();
    expect(await messages.getByText('Sent', { exact: true }).count()).toBe(0);
  });

  it('has single-key shortcuts, which do nothing while somebody types', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).waitFor();
    const composer = page.getByRole('textbox', { name: 'Receive' });
    await composer.fill('');
    await composer.pressSequentially('dear');
    await draft(page).waitFor();
    await composer.blur();
    await page.keyboard.press('r');
    await draft(page).getByText('another wording').waitFor();
    await page.keyboard.press('d');
    await draft(page).waitFor({ state: 'detached' });
    expect((await factsOf(id)).filter(({ type }) => type === 'compose_dismissed')).toHaveLength(2);
  });

  it('shows a whisper separately, and has the draft rewritten with it', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).waitFor();
    await page.getByRole('radiogroup', { name: 'How to send it' }).getByText('Whisper').click();
    await page.getByRole('textbox', { name: 'Whisper' }).fill('Say that Tuesday is better');
    await page.keyboard.press('Enter');
    const whisper = page.getByRole('article').filter({ hasText: 'Say that Tuesday is better' });
    await whisper.getByRole('img', { name: 'Private' }).waitFor();
    await draft(page).getByText('another wording').waitFor();
    expect(await draft(page).textContent()).not.toContain('Tuesday is better');
    await draft(page).getByText('Version 2').waitFor();
    await draft(page).getByRole('button', { name: 'Show changes' }).click();
    await eventually(() => draft(page).locator('ins').first().isVisible()).toBe(true);
  });

  it('keeps its state across reloads, and shows facts of another program', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).waitFor();
    const before = await draft(page).textContent();
    await page.reload();
    await draft(page).waitFor();
    expect(await draft(page).textContent()).toBe(before);
    await workbench.ask(`/api/sessions/${id}/commands`, { type: 'receive', text: 'And on Tuesday?' });
    await page.getByText('And on Tuesday?', { exact: true }).waitFor();
  });

  it('continues when the server is killed and restarted, with nothing lost or duplicated', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).waitFor();
    await workbench.stopServer('SIGKILL');
    await page.getByRole('status', { name: 'Connection' }).waitFor();
    const approve = draft(page).getByRole('button', { name: /^Approve/ });
    await approve.click();
    await eventually(() => approve.getAttribute('aria-busy')).toBe('true');
    await page.keyboard.press('a');
    await page.getByRole('tab', { name: 'Why' }).click();
    // What was pressed waits for the server and is done by it, once; what was asked for is shown.
    await workbench.startServer();
    await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Messages' }).getByText('Sent', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /Planning pass/ })
      .first()
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const facts = await factsOf(id);
    expect(facts.filter(({ type }) => type === 'remote_sent')).toHaveLength(1);
    expect(facts.filter(({ type }) => type === 'remote_received')).toHaveLength(1);
  });

  it('reloads a part of the page whose files could not be fetched at first', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).waitFor();
    const refused: string[] = [];
    await page.route('**/assets/*.js', (route) => {
      refused.push(route.request().url());
      return route.abort('connectionrefused');
    });
    await page.getByRole('tab', { name: 'Why' }).click();
    await eventually(() => refused.some((url) => url.includes('passes-panel'))).toBe(true);
    await page.unroute('**/assets/*.js');
    await page
      .getByRole('button', { name: /Planning pass/ })
      .first()
      .waitFor();
  });

  it('locks a draft while its edit waits for the server', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page).getByRole('button', { name: 'Edit' }).click();
    const box = draft(page).getByRole('textbox', { name: 'Draft text' });
    await box.fill('Yes, on Monday.');
    await workbench.stopServer('SIGKILL');
    await draft(page).getByRole('button', { name: 'Save draft' }).click();
    await eventually(() => box.isEditable()).toBe(false);
    await workbench.startServer();
    await box.waitFor({ state: 'detached' });
    await draft(page).getByText('Yes, on Monday.').waitFor();
  });

  it('runs a double-clicked action once', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`);
    await draft(page)
      .getByRole('button', { name: /^Approve/ })
      .dblclick();
    await page.getByRole('list', { name: 'Messages' }).getByText('Sent', { exact: true }).waitFor();
    await draft(page).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Receive' }).fill('And on Tuesday?');
    await page.getByRole('button', { name: 'Receive' }).dblclick();
    await draft(page).getByText('And on Tuesday?').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const types = (await factsOf(id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'compose_approved')).toHaveLength(1);
    expect(types.filter((type) => type === 'remote_received')).toHaveLength(2);
  });

  it('of two sides plays a scenario to its end, one approving, the other automatically', async () => {
    const page = await workbench.openPage();
    await page.getByRole('button', { name: 'Try an example: A year of flour' }).click();
    await draft(page).getByText('Our contract for strong wheat flour').waitFor();
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Auto').click();
    await page.getByText('Done', { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByText('sign_supply_contract').first().waitFor();
    await page.getByRole('link', { name: /Talks to the mill/ }).click();
    await page.getByRole('heading', { name: 'A year of flour: the mill' }).waitFor();
    await page.getByText('Our contract for strong wheat flour').waitFor();
  });

  it('decides from the inbox, which counts waiting items', async () => {
    const { id } = await beginDrafter();
    const tasks = await workbench.ask<Session>('/api/examples/tasks', {});
    const page = await workbench.openPage('/inbox');
    const waiting = page.getByRole('list', { name: 'Waiting' });
    await waiting.getByRole('textbox', { name: /asks: Ask which version/ }).fill('2.0.0');
    await page.keyboard.press('Enter');
    await waiting.getByRole('textbox').waitFor({ state: 'detached' });
    expect((await factsOf(tasks.id)).map(({ type }) => type)).toContain('ClarificationReceived');
    await waiting.getByRole('button', { name: 'Approve & send' }).click();
    await page.getByText('Nothing needs you').waitFor();
    expect((await factsOf(id)).filter(({ type }) => type === 'remote_sent')).toHaveLength(1);
  });

  it('finds sessions and commands by typing', async () => {
    await beginDrafter();
    const page = await workbench.openPage();
    await page.getByRole('link', { name: /Flour/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a session, or do something').fill('flour');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Flour' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a session, or do something').fill('dark');
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('opens found messages and facts at their moment, in this session and others', async () => {
    await workbench.ask('/api/sessions', { id: 'other', title: 'Rye', plannerId: 'drafter', config: {} });
    const { id } = await workbench.ask<Session>('/api/sessions', {
      title: 'Flour',
      plannerId: 'drafter',
      config: { systemAppend: 'Never mention wheat.' },
    });
    await workbench.ask(`/api/sessions/${id}/commands`, { type: 'receive', text: 'Forty sacks on Monday?' });
    const page = await workbench.openPage('/sessions/other');
    await page.getByRole('heading', { name: 'Rye' }).waitFor();
    const find = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Go to a session, or do something').fill(words);
      await page.getByText('Found in sessions').waitFor();
      await page.keyboard.press('Enter');
    };
    await find('forty sacks');
    await page.getByRole('heading', { name: 'Flour' }).waitFor();
    const facts = await factsOf(id);
    const received = facts.find(({ type }) => type === 'remote_received')?.seq;
    await page.getByText(`Viewing seq ${received} of`).waitFor();
    await page.getByRole('list', { name: 'Messages' }).getByText('Forty sacks on Monday?').waitFor();
    await find('never mention wheat');
    const created = facts.find((fact) => JSON.stringify(fact).includes('wheat'))?.seq;
    await page.getByText(`Viewing seq ${created} of`).waitFor();
    await page.getByRole('tab', { name: 'Journal', selected: true }).waitFor();
  });

  it('ranks titles before messages, and messages before facts', async () => {
    const begin = (title: string, more = {}) =>
      workbench.ask<Session>('/api/sessions', { title, plannerId: 'drafter', ...more });
    await begin('Wheat', { config: { systemAppend: 'Never mention barley.' } });
    const { id } = await begin('Oats', { config: {} });
    await workbench.ask(`/api/sessions/${id}/commands`, { type: 'receive', text: 'How much is barley?' });
    await begin('Barley');
    const page = await workbench.openPage();
    await page.getByRole('heading', { name: 'What do you want to plan?' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('barley');
    const options = page.getByRole('option');
    const order = async () =>
      (await options.allInnerTexts()).map((text) => /^(?:Barley|Oats|Wheat)/.exec(text)?.[0]);
    await eventually(async () => [...new Set(await order())]).toEqual(['Barley', 'Oats', 'Wheat']);
  });

  it('shows a failure once, with what to do', async () => {
    const { id } = await workbench.ask<Session>('/api/sessions', { title: 'Flour', plannerId: 'drafter' });
    const message = 'The model cannot be reached.';
    await openJournal(workbench.store, id).append([
      { type: 'user_guidance', gid: 'g1', text: 'Be brief' },
      { type: 'planner_error', code: 'model-unreachable', message, stage: 'plan', attempts: 1 },
    ]);
    const page = await workbench.openPage(`/sessions/${id}`);
    await page.getByRole('region', { name: message }).getByRole('button', { name: 'Try again' }).waitFor();
    const messages = page.getByRole('list', { name: 'Messages' });
    await messages.getByText('Be brief').waitFor();
    expect(await messages.getByText(message).count()).toBe(0);
  });

  it('shows script in text of people, agents and titles as text', async () => {
    const attack = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const session = await workbench.ask<Session>('/api/sessions', {
      title: attack,
      plannerId: 'drafter',
      config: { systemAppend: attack },
    });
    await workbench.ask(`/api/sessions/${session.id}/commands`, { type: 'receive', text: attack });
    await workbench.ask(`/api/sessions/${session.id}/commands`, { type: 'guide', text: attack });
    const page = await workbench.openPage(`/sessions/${session.id}`);
    await page.getByRole('list', { name: 'Messages' }).getByText(attack).first().waitFor();
    await draft(page).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('has no accessibility violations, on the first screen, in a session and in the inbox', async () => {
    const page = await workbench.openPage();
    await page.getByRole('list', { name: 'Planners' }).getByRole('listitem').nth(4).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { id } = await beginDrafter();
    await page.goto(`${workbench.url}/sessions/${id}`);
    await draft(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${workbench.url}/inbox`);
    await page.getByRole('list', { name: 'Waiting' }).getByText('take this for a yes').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('fits a phone: one column, tabs at the bottom, no horizontal scrolling', async () => {
    const { id } = await beginDrafter();
    const page = await workbench.openPage(`/sessions/${id}`, { viewport: PHONE });
    await draft(page).waitFor();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(PHONE.width);
    for (const name of ['Setup', 'Journal', 'Talk']) {
      await page.getByRole('tab', { name }).click();
      expect(await width()).toBeLessThanOrEqual(PHONE.width);
    }
    await draft(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await draft(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Wayfold' }).click();
    await page.getByRole('link', { name: /Inbox/ }).click();
    await page.getByText('Nothing needs you').waitFor();
  });

  it('can be read back to its beginning, and keeps the scroll position', async () => {
    const { id } = await workbench.ask<Session>('/api/sessions', { title: 'Long', plannerId: 'drafter' });
    const journal = openJournal(workbench.store, id);
    const noted = (n: number) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}.` });
    for (let from = 0; from < 10_000; from += 500) {
      await journal.append(Array.from({ length: 500 }, (_, n) => noted(from + n)));
    }
    const page = await workbench.openPage(`/sessions/${id}`);
    const messages = page.getByRole('list', { name: 'Messages' });
    const rows = messages.getByRole('listitem');
    const note = (n: number) => messages.getByText(`Note ${n}.`, { exact: true });
    const heldItems = () => rows.first().getAttribute('aria-setsize');
    const showEarlier = page.getByRole('button', { name: 'Show earlier' });
    await note(9999).waitFor();
    await eventually(heldItems).toBe('500');
    // Only what is near the view is on the page.
    expect(await rows.count()).toBeLessThan(100);

    await showEarlier.scrollIntoViewIfNeeded();
    await note(9500).waitFor();
    const before = await note(9500).boundingBox();
    await showEarlier.click();
    await eventually(heldItems).toBe('1000');
    expect((await note(9500).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

    // What is said in the meantime neither moves it nor takes it away.
    await journal.append([noted(10_000), noted(10_001)]);
    await eventually(heldItems).toBe('1002');
    expect((await note(9500).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);

    await showEarlier.focus();
    for (let held = 1002; held < 10_002; held += 500) {
      await page.keyboard.press('Enter');
      await expect.poll(heldItems, { timeout: 30_000 }).toBe(String(held + 500));
      await eventually(() => page.locator('button[aria-busy=true]').count()).toBe(0);
    }
    await showEarlier.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toContain('Note ');
    expect(await rows.count()).toBeLessThan(100);
    await eventually(async () => {
      await messages.evaluate((list) => list.parentElement?.scrollTo(0, 0));
      return await note(0).isVisible();
    }).toBe(true);
    await page.getByRole('button', { name: 'To the latest' }).click();
    await note(10_001).waitFor();
  });

  it('keeps the scroll position when it becomes a long one', async () => {
    const { id } = await workbench.ask<Session>('/api/sessions', { title: 'Growing', plannerId: 'drafter' });
    const journal = openJournal(workbench.store, id);
    const noted = (n: number) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}.` });
    await journal.append(Array.from({ length: 150 }, (_, n) => noted(n)));
    const page = await workbench.openPage(`/sessions/${id}`);
    const messages = page.getByRole('list', { name: 'Messages' });
    const note = (n: number) => messages.getByText(`Note ${n}.`, { exact: true });
    await note(149).waitFor();
    await messages.evaluate((list) => list.parentElement?.scrollTo(0, 0));
    const toLatest = page.getByRole('button', { name: 'To the latest' });
    await toLatest.waitFor();
    const before = await note(0).boundingBox();
    await journal.append([noted(150)]);
    await note(150).waitFor({ state: 'attached' });
    expect((await note(0).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await toLatest.click();
    await eventually(() => messages.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('151');
    await note(150).waitFor();
  });

  it('can be read back in the past as it was then, without erased text', async () => {
    const { id } = await workbench.ask<Session>('/api/sessions', { title: 'Long', plannerId: 'drafter' });
    const journal = openJournal(workbench.store, id);
    const noted = (n: number) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}.` });
    for (const from of [0, 400]) await journal.append(Array.from({ length: 400 }, (_, n) => noted(from + n)));
    const page = await workbench.openPage(`/sessions/${id}?at=602`, { viewport: PHONE });
    const messages = page.getByRole('list', { name: 'Messages' });
    const note = (n: number) => messages.getByText(`Note ${n}.`, { exact: true });
    await note(600).waitFor();
    await page.getByText('101 more').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('101 more').waitFor({ state: 'detached' });
    // What is read stays in its place once what stands above it is measured, which may be after one has scrolled.
    const readFromTheTop = () =>
      eventually(async () => {
        await messages.evaluate((list) => list.parentElement?.scrollTo(0, 0));
        return await note(0).isVisible();
      }).toBe(true);
    await readFromTheTop();
    await eventually(() => messages.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('601');
    await page.getByRole('main').getByRole('button', { name: 'Return to now' }).first().click();
    await page.getByRole('button', { name: 'To the latest' }).click();
    await note(799).waitFor();
    await page.getByText('300 more').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('300 more').waitFor({ state: 'detached' });
    await readFromTheTop();
    await journal.redact(3);
    // What was read of it is read again, from its newest part.
    await page.getByText('299 more').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('299 more').waitFor({ state: 'detached' });
    await readFromTheTop();
    await note(2).waitFor();
    expect(await note(1).count()).toBe(0);
  });
});
