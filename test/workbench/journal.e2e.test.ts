import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/journal/index.ts';
import { eventually } from '../eventually.ts';
import { accessibilityProblems } from './accessibility.ts';
import { factNamed, factsIn, givenTalk, HOSTILE, PATIENT, slider, timeline } from './journal-fixture.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

describe.skipIf(CHROMIUM === undefined)('the journal in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser);
  });
  afterEach(() => workbench.end());

  it('shows every fact, private ones with a lock, and the reason of failures', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await factNamed(page, /session_created/).waitFor();
    expect(await factsIn(page).getByRole('listitem').count()).toBe(7);
    await factNamed(page, /^4 Private tool_call/).click();
    const rooms = page.getByRole('button', { name: 'rooms: [2]' });
    expect(await rooms.getAttribute('aria-expanded')).toBe('false');
    await rooms.click();
    expect(await rooms.getAttribute('aria-expanded')).toBe('true');
    await factNamed(page, /^5 Failure planner_error/).click();
    await factsIn(page).getByText('The model did not answer').nth(1).waitFor();
  });

  it('moves every panel to the moment of the slider, and keeps it in the address', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=setup');
    const later = page.getByText('Are you still there?');
    await later.waitFor();
    const line = await slider(page).boundingBox();
    if (line === null) throw new Error('expected the line to be in view');
    await page.mouse.move(line.x + line.width - 2, line.y + line.height / 2);
    await page.mouse.down();
    await page.mouse.move(line.x + line.width * (2.5 / 7), line.y + line.height / 2, { steps: 5 });
    await page.mouse.up();
    await timeline(page).getByText('Viewing seq 3 of 7').waitFor();
    await later.waitFor({ state: 'detached' });
    await page.getByText('Can you deliver on Monday?').waitFor();
    await expect.poll(() => page.url(), PATIENT).toContain('at=3');

    await page.reload();
    await timeline(page).getByText('Viewing seq 3 of 7').waitFor();
    await timeline(page).getByRole('button', { name: 'Return to now' }).click();
    await later.waitFor();
    await expect.poll(() => page.url(), PATIENT).not.toContain('at=');
  });

  it('returns to its previous moment when Escape cancels a drag', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?at=2');
    await timeline(page).getByText('Viewing seq 2 of 7').waitFor();
    const line = await slider(page).boundingBox();
    if (line === null) throw new Error('expected the line to be in view');
    const y = line.y + line.height / 2;
    await page.mouse.move(line.x + line.width * (5.5 / 7), y);
    await page.mouse.down();
    await timeline(page).getByText('Viewing seq 6 of 7').waitFor();
    await page.keyboard.press('Escape');
    await timeline(page).getByText('Viewing seq 2 of 7').waitFor();
    await page.mouse.move(line.x + line.width * (4.5 / 7), y);
    await page.mouse.up();
    await timeline(page).getByText('Viewing seq 2 of 7').waitFor();
  });

  it('zooms into a part selected by dragging, and back out', async () => {
    const journal = await givenTalk(workbench);
    await journal.append(
      Array.from({ length: 993 }, (_, n) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}` })),
    );
    const page = await workbench.openPage('/sessions/talk');
    const whole = timeline(page).getByRole('img', { name: /^The whole journal, 1000 facts/ });
    const part = timeline(page).getByRole('img', { name: /; facts \d+ to \d+ are shown below$/ });
    await whole.waitFor();
    const strip = await whole.boundingBox();
    if (strip === null) throw new Error('expected the whole line to be in view');
    const drag = async () => {
      await page.mouse.move(strip.x + strip.width * 0.5, strip.y + strip.height / 2);
      await page.mouse.down();
      await page.mouse.move(strip.x + strip.width * 0.6, strip.y + strip.height / 2, { steps: 3 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await part.count()).toBe(0);
    await drag();
    await page.mouse.up();
    await part.waitFor();
    expect(await part.getAttribute('aria-label')).toMatch(/facts (49|50)\d to (59|60)\d/);
    await slider(page).click({ position: { x: 4, y: 8 } });
    await timeline(page)
      .getByText(/Viewing seq (49|50)\d of 1000/)
      .waitFor();
    await whole.dblclick();
    await part.waitFor({ state: 'detached' });
    await slider(page).hover({ position: { x: 200, y: 8 } });
    await page.mouse.wheel(0, -200);
    await part.waitFor();
  });

  it('is navigable in time with the keyboard alone, and Escape returns to now', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await slider(page).focus();
    await page.keyboard.press('Home');
    await timeline(page).getByText('Viewing seq 1 of 7').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await timeline(page).getByText('Viewing seq 3 of 7').waitFor();
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('Seq 3 of 7');
    await page.keyboard.press('PageUp');
    await timeline(page).getByText('7 facts').waitFor();
    await page.keyboard.press('ArrowLeft');
    await timeline(page).getByText('Viewing seq 6 of 7').waitFor();
    await page.keyboard.press('Escape');
    await timeline(page).getByText('7 facts').waitFor();
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('Now, seq 7');
  });

  it('is navigable by facts with the keyboard alone', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await factNamed(page, /session_created/).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const open = factNamed(page, /^6 Public remote_received/);
    await expect.poll(() => open.getAttribute('aria-expanded'), PATIENT).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await timeline(page).getByText('Viewing seq 6 of 7').waitFor();
  });

  it('shows the fact under the pointer, and a click on a failure explains it', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk');
    await timeline(page).getByText('7 facts').waitFor();
    const line = await slider(page).boundingBox();
    if (line === null) throw new Error('expected the line to be in view');
    await page.mouse.move(line.x + line.width * (4.5 / 7), line.y + line.height / 2);
    await page.getByRole('tooltip').getByText('planner_error').waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await timeline(page).getByText('Viewing seq 5 of 7').waitFor();
    await timeline(page).locator('span', { hasText: 'The model did not answer' }).first().waitFor();
  });

  it('shows above the timeline what was asked, and when', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk');
    const labels = timeline(page).locator('[data-label]');
    await expect
      .poll(
        () => labels.evaluateAll((each) => each.map((label) => label.getAttribute('data-label'))),
        PATIENT,
      )
      .toEqual([
        expect.stringMatching(/^\d\d:\d\d Can you deliver on Monday\?$/),
        expect.stringMatching(/^\d\d:\d\d Only before noon$/),
        expect.stringMatching(/^\d\d:\d\d Are you still there\?$/),
        expect.stringMatching(/^\d\d:\d\d Say yes$/),
      ]);
  });

  it('forks from a moment under a name, and shows both side by side with their differences', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?at=3');
    await timeline(page).getByText('Viewing seq 3 of 7').waitFor();
    await timeline(page).getByRole('button', { name: 'Fork from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fork from seq 3' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Flour, the short way');
    await dialog.getByRole('button', { name: 'Fork from here' }).click();
    await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/sessions/Flour-the-short-way');
    const fork = await workbench.ask<unknown>('/api/sessions/Flour-the-short-way');
    expect(fork).toMatchObject({ title: 'Flour, the short way', forkOf: { session: 'talk', at: 3 } });

    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The same up to seq 3').waitFor();
    await page
      .getByRole('list', { name: 'What differs' })
      .getByText('Are you still there?')
      .first()
      .waitFor();
    const left = page.getByRole('region', { name: 'Left: talk' });
    await left.getByRole('button', { name: 'Facts' }).click();
    await left.getByRole('button', { name: /^7 Person/ }).waitFor();
    await page
      .getByRole('region', { name: /^Right: Flour/ })
      .getByText('1 fact not shared')
      .waitFor();
    await openJournal(workbench.store, 'Flour-the-short-way').append([
      { type: 'remote_received', messageId: 'm9', text: 'Another way' },
    ]);
    await page.getByRole('list', { name: 'What differs' }).getByText('Another way').first().waitFor();
  });

  it('asks for the name of a fork in the menu and in the palette', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk');
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Fork from now' }).click();
    const name = page.getByRole('dialog', { name: 'Fork from seq 7' }).getByRole('textbox', { name: 'Name' });
    await eventually(() => name.inputValue()).toBe('Flour 2');
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Fork from now' }).click();
    await name.press('Enter');
    await page.getByRole('heading', { name: 'Flour 2' }).waitFor();
    await page.getByRole('link', { name: 'Fork of Flour at seq 7' }).click();
    await eventually(() => new URL(page.url()).pathname).toBe('/sessions/talk');
  });

  it('refuses a name that is taken, next to the input', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk');
    await timeline(page).getByRole('button', { name: 'Fork from here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('talk');
    await dialog.getByRole('button', { name: 'Fork from here' }).click();
    await dialog.getByRole('alert').waitFor();
  });

  it('shows the differences between a moment and now, and between two moments', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await factNamed(page, /^3 Person user_guidance/).click();
    await factsIn(page).getByRole('button', { name: 'Compare with now' }).click();
    const toNow = page.getByRole('dialog', { name: 'From seq 3 to now' });
    await toNow.getByText('4 facts in between').waitFor();
    await toNow.getByText('Are you still there?').first().waitFor();
    await page.keyboard.press('Escape');
    await factsIn(page).getByRole('button', { name: 'Compare with another…' }).click();
    await factNamed(page, /^5 Failure planner_error/).click();
    await factsIn(page).getByRole('button', { name: 'Compare with seq 3' }).click();
    const between = page.getByRole('dialog', { name: 'From seq 3 to seq 5' });
    await between.getByText('2 facts in between').waitFor();
    expect(await between.getByText('Are you still there?').count()).toBe(0);
  });

  it('shows new facts of another process at once, and counts them while scrolled away', async () => {
    const journal = await givenTalk(workbench);
    const noted = (n: number) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}` });
    await journal.append(Array.from({ length: 200 }, (_, n) => noted(n)));
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await factNamed(page, /Note 199/).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await journal.append([noted(200)]);
    await factNamed(page, /Note 200/).waitFor();
    await page.getByRole('list', { name: 'Messages' }).getByText('Note 200').waitFor();
    await timeline(page).getByText('208 facts').waitFor();
    // It came over the stream: nothing was fetched again.
    expect(asked).not.toContain('/api/sessions/talk');
    expect(asked).not.toContain('/api/sessions');

    await factNamed(page, /Note 200/).focus();
    await page.keyboard.press('Home');
    await factNamed(page, /session_created/).waitFor();
    await journal.append([noted(201), noted(202), noted(203)]);
    await page.getByRole('button', { name: '3 new facts' }).click();
    await factNamed(page, /Note 203/).waitFor();
    await page.getByRole('button', { name: /new fact/ }).waitFor({ state: 'detached' });
  });

  it('can show the newest first, and keeps the scroll position', async () => {
    const journal = await givenTalk(workbench);
    const noted = (n: number) => ({ type: 'user_guidance', gid: `n${n}`, text: `Note ${n}` });
    await journal.append(Array.from({ length: 200 }, (_, n) => noted(n)));
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await page.getByRole('button', { name: 'Oldest first. Show newest first' }).click();
    const first = factsIn(page).getByRole('listitem').first();
    await expect.poll(() => first.textContent(), PATIENT).toContain('Note 199');
    await journal.append([noted(200)]);
    await expect.poll(() => first.textContent(), PATIENT).toContain('Note 200');
    await page.reload();
    await expect.poll(() => first.textContent(), PATIENT).toContain('Note 200');

    await factNamed(page, /Note 200/).focus();
    for (let press = 0; press < 10; press++) await page.keyboard.press('PageDown');
    const read = factNamed(page, /Note 100/);
    await expect.poll(() => read.evaluate((row) => row === document.activeElement), PATIENT).toBe(true);
    const before = await read.boundingBox();
    await journal.append([noted(201), noted(202)]);
    await page.getByRole('button', { name: '2 new facts' }).waitFor();
    await expect.poll(() => read.boundingBox(), PATIENT).toEqual(before);
  });

  it('finds facts by words, kind and type, including later ones', async () => {
    const journal = await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    const rows = factsIn(page).getByRole('listitem');
    await page.getByRole('searchbox', { name: 'Search facts' }).fill('MONDAY deliver');
    await expect.poll(() => rows.count(), PATIENT).toBe(1);
    await page.getByText('1 fact of 7 facts').waitFor();
    await page.getByRole('searchbox', { name: 'Search facts' }).fill('nothing has this');
    await page.getByText('No matching facts').waitFor();
    await page.getByRole('button', { name: 'Show all facts' }).click();
    await expect.poll(() => rows.count(), PATIENT).toBe(7);

    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('checkbox', { name: /^Public/ }).check();
    await expect.poll(() => rows.count(), PATIENT).toBe(2);
    await page.getByRole('checkbox', { name: /^user_guidance/ }).check();
    await page.getByText('0 facts of 7 facts').waitFor();
    await page.getByRole('checkbox', { name: /^Public/ }).uncheck();
    await expect.poll(() => rows.count(), PATIENT).toBe(2);
    await page.keyboard.press('Escape');
    await journal.append([
      { type: 'remote_received', messageId: 'm3', text: 'Not looked for' },
      { type: 'user_guidance', gid: 'g3', text: 'Looked for' },
    ]);
    await factNamed(page, /Looked for/).waitFor();
    expect(await rows.count()).toBe(3);
  });

  it('shows an erased fact as erased, everywhere and at once', async () => {
    const journal = await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    await factNamed(page, /Can you deliver on Monday/).click();
    await journal.redact(2);
    await factNamed(page, /^2 Erased remote_received Erased/).waitFor();
    await expect.poll(() => page.getByText('Can you deliver on Monday?').count(), PATIENT).toBe(0);
  });

  it('exports JSON lines, and verifies its chain', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as JSON lines' }).click();
    const file = await (await download).path();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.filter((line) => line.includes('"planner_error"'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Verify chain' }).click();
    await page.getByRole('button', { name: 'Chain is intact' }).waitFor();
  });

  it('lists journals without sessions, and shows their facts live', async () => {
    const page = await workbench.openPage('/journals');
    const notes = openJournal(workbench.store, 'notes:raw');
    await notes.append([{ type: 'noted', text: 'First' }]);
    await page.getByRole('link', { name: /notes:raw/ }).click();
    await factNamed(page, /^1 Other noted First/).waitFor();
    await notes.append([{ type: 'noted', text: 'Second' }]);
    await factNamed(page, /^2 Other noted Second/).waitFor();
    await page.reload();
    await factNamed(page, /Second/).click();
    expect(await page.getByRole('button', { name: 'Fork from here' }).count()).toBe(0);
    await workbench.store.delete('notes:raw');
    await page.getByText('This journal was deleted').waitFor();
  });

  it('lists journals by title, the last changed first, and finds them by title', async () => {
    const journal = await givenTalk(workbench);
    await workbench.ask('/api/sessions', { id: 'second', title: 'Rye', plannerId: 'drafter' });
    const page = await workbench.openPage('/journals');
    const rows = page.getByRole('list', { name: 'All journals' }).getByRole('listitem');
    const titles = async () =>
      (await rows.allInnerTexts()).map((row) => /Flour|Rye/.exec(row)?.[0]).filter(Boolean);
    await expect.poll(titles, PATIENT).toEqual(['Rye', 'Flour']);
    await journal.append([{ type: 'user_guidance', gid: 'g3', text: 'Later' }]);
    await expect.poll(titles, PATIENT).toEqual(['Flour', 'Rye']);
    await rows.filter({ hasText: 'Flour' }).locator('time').waitFor();
    await page.getByRole('searchbox', { name: 'Search journals' }).fill('rye');
    await expect.poll(titles, PATIENT).toEqual(['Rye']);
  });

  it.each(['nothing-here', 'no%20id'])(
    'says that a journal was not found, and links to all of them: %s',
    async (id) => {
      await givenTalk(workbench);
      const page = await workbench.openPage(`/journals/${id}`);
      await page.getByText('Journal not found').waitFor();
      await page.getByRole('main').getByText(decodeURIComponent(id), { exact: true }).waitFor();
      expect(await page.getByText('Loading…').count()).toBe(0);
      expect(await page.getByRole('searchbox', { name: 'Search facts' }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: 'All journals' }).click();
      await page.getByRole('main').getByRole('link', { name: /talk/ }).waitFor();
    },
  );

  it('shows script in any field as text', async () => {
    await workbench.ask('/api/sessions', { id: 'hostile', title: HOSTILE, plannerId: 'drafter' });
    const journal = openJournal(workbench.store, 'hostile');
    await journal.append([
      { type: 'remote_received', messageId: HOSTILE.slice(0, 60), text: HOSTILE },
      {
        type: 'tool_call',
        callId: 'c',
        name: HOSTILE,
        args: { [HOSTILE]: { [HOSTILE]: [HOSTILE] } },
        why: HOSTILE,
      },
      { type: 'planner_error', code: HOSTILE, message: HOSTILE, stage: HOSTILE, attempts: 1 },
      { type: 'user_guidance', gid: 'g', text: HOSTILE },
    ]);
    const page = await workbench.openPage('/sessions/hostile?view=journal');
    for (const seq of [2, 3, 4, 5])
      await factNamed(page, new RegExp(`^${seq} (Public|Private|Failure|Person) `)).click();
    await factsIn(page)
      .getByRole('button', { name: `${HOSTILE}: {1}` })
      .click();
    await page.getByRole('searchbox', { name: 'Search facts' }).fill(HOSTILE);
    await page.getByText('5 facts of 5 facts').waitFor();
    await slider(page).hover();
    await page.getByRole('tooltip').getByText(HOSTILE).waitFor();
    await timeline(page).getByRole('button', { name: 'Fork from here' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
    await page.keyboard.press('Escape');
    await page.goto(`${workbench.url}/compare?${new URLSearchParams({ left: HOSTILE, right: 'hostile' })}`);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('img[src="x"], main script').count()).toBe(0);
  });

  it('has no accessibility violations, in both themes', async () => {
    await givenTalk(workbench);
    await workbench.ask('/api/sessions/talk/fork', { atSeq: 3, id: 'talk.2' });
    const page = await workbench.openPage('/sessions/talk?view=journal&at=5');
    await factNamed(page, /planner_error/).click();
    await timeline(page).getByText('Viewing seq 5 of 7').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await timeline(page).getByRole('button', { name: 'Compare with now' }).click();
    await page.getByRole('list', { name: 'What differs' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('checkbox', { name: /^planner_error/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const path of ['/compare?left=talk&right=talk.2', '/journals', '/journals/talk']) {
      await page.goto(`${workbench.url}${path}`);
      await page.getByRole('main').getByRole('list').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });

  it('fits a phone: one column, with the timeline as a slider', async () => {
    await givenTalk(workbench);
    const page = await workbench.openPage('/sessions/talk?view=journal', { viewport: PHONE, hasTouch: true });
    await factNamed(page, /planner_error/).tap();
    const line = await slider(page).boundingBox();
    if (line === null) throw new Error('expected the line to be in view');
    await page.touchscreen.tap(line.x + line.width * (2.5 / 7), line.y + line.height / 2);
    await timeline(page).getByText('Viewing seq 3 of 7').waitFor();
    await timeline(page).getByRole('button', { name: 'Fork from here' }).tap();
    await page.getByRole('dialog', { name: 'Fork from seq 3' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
