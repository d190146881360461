import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../cli-stand-ins/git-repository.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, PHONE, sharedBrowser, Workbench } from './workbench.ts';

const EVOLVE = fileURLToPath(new URL('../../examples/evolve/', import.meta.url));
const CODEX = fileURLToPath(new URL('../cli-stand-ins/codex', import.meta.url));

interface Session {
  readonly planner: {
    readonly plans: readonly { readonly standing: string; readonly reason?: string }[];
  };
  readonly waiting: readonly { readonly requestId: string; readonly digest: string }[];
}

describe.skipIf(CHROMIUM === undefined)('plans from commits in the workbench', () => {
  let browser: Browser;
  let workbench: Workbench;
  let repository: GitRepository;

  beforeAll(async () => {
    browser = await sharedBrowser();
    repository = historyWithABranch();
  });
  afterAll(async () => {
    repository.remove();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser, {
      WORKER_PLANNING_CODEX_BIN: CODEX,
      WORKER_PLANNING_COMMAND: JSON.stringify([process.execPath, join(EVOLVE, 'agent.mjs')]),
      WORKER_PLANNING_EVALUATORS: 'node bench.mjs',
    });
    // A server plans for repositories below the directory it was started in.
    execFileSync('git', ['clone', '--quiet', repository.directory, join(workbench.folder, 'repo')]);
  });
  afterEach(() => workbench.end());

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Commits' });
  const accept = (page: Page) =>
    page
      .getByRole('region', { name: /^Accept this plan/ })
      .getByRole('button', { name: 'Accept', exact: true });
  const show = async (page: Page, part: 'Plan' | 'Lineage' | 'History') =>
    await panel(page).getByRole('button', { name: part, exact: true }).click();

  async function begin(more: Record<string, unknown> = {}): Promise<void> {
    const config = { repository: 'repo', inspirations: ['origin/idea'], ...more };
    await workbench.ask('/api/sessions', { id: 'plan', title: 'Parser', plannerId: 'commits', config });
  }

  async function askFor(goal: string): Promise<void> {
    await workbench.ask('/api/sessions/plan/commands', { type: 'say', text: goal });
  }

  const session = async () => await workbench.ask<Session>('/api/sessions/plan');

  it('go from a goal over history and plan to running tasks; a reload in between loses nothing', async () => {
    await begin({ constraints: ['Keep the public interface'] });
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const commits = panel(page).getByRole('list', { name: 'Commits' });
    await commits.getByText('base', { exact: true }).waitFor();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('Make parsing twice as fast');
    await composer.press('Enter');

    await accept(page).waitFor();
    // It is decided in one place, and the panel leads there.
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(1);
    await page.reload();
    const steps = panel(page).getByRole('list', { name: 'Steps', exact: true });
    await steps.getByRole('button', { expanded: false }).first().click();
    await steps.getByText('Know where time goes.').waitFor();
    await steps
      .getByRole('button', { name: /^Go to step/ })
      .first()
      .waitFor();
    await accept(page).click();
    await panel(page).getByText('Accepted', { exact: true }).waitFor();
    await panel(page).getByRole('button', { name: 'Start its tasks' }).click();
    await page.getByRole('heading', { name: 'Make parsing twice as fast' }).waitFor();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('0 of 3 done, 3 simulated').waitFor();

    await page.goBack();
    await panel(page).getByRole('link', { name: 'Go to its tasks' }).click();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('0 of 3 done, 3 simulated').waitFor();
  });

  it('show their history: base, inspiration, common ancestor, and unique steps', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const evidence = panel(page).getByRole('table', { name: 'Evidence' });
    await evidence.getByText('12', { exact: true }).waitFor();
    await show(page, 'History');
    const commits = panel(page).getByRole('list', { name: 'Commits' });
    const row = (text: string | RegExp) => commits.getByRole('listitem').filter({ hasText: text });
    await row(/Merge the feature/)
      .getByText('base', { exact: true })
      .waitFor();
    await row(/Try idea 11/)
      .getByText('inspiration 1', { exact: true })
      .waitFor();
    await row(/Improve parsing 3/)
      .getByText('common ancestor')
      .waitFor();
    expect(await commits.getByText('unique to inspiration 1').count()).toBe(12);
    expect(await row(/Add the parser/).count()).toBe(1);

    await panel(page).getByText('12 unique steps').click();
    const recent = panel(page).getByRole('region', { name: 'Recent unique steps' });
    await recent.getByText(/Try idea 11/).waitFor();
    await panel(page).getByRole('region', { name: 'Earliest unique steps' }).waitFor();

    await row(/Try idea 11/)
      .getByRole('button')
      .click();
    const opened = panel(page).getByRole('region', { name: /^Commit / });
    await opened.getByRole('heading', { name: 'Try idea 11' }).waitFor();
    await opened.getByRole('button', { name: 'Back' }).click();
    await commits.waitFor();
  });

  it('show how they were made: request, attempts with usage, prompt and answer', async () => {
    await begin({ acceptanceCriteria: ['Twice as fast'] });
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await panel(page).getByRole('article', { name: 'How it was made' }).getByText('Twice as fast').waitFor();
    await panel(page).getByRole('table', { name: 'Attempts' }).getByText('1,540').waitFor();
    const files = panel(page).getByRole('article', { name: 'Prompts and answers' });
    await files.getByText(/-1-prompt\.md/).waitFor();
    await files.getByText(/-1-answer\.txt/).waitFor();
    await panel(page)
      .getByRole('table', { name: 'Spent on planning' })
      .getByText('codex', { exact: true })
      .waitFor();
  });

  it('are rejected with a reason that later plans see', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const card = page.getByRole('region', { name: /^Accept this plan/ });
    await card.getByRole('textbox').fill('A cache is too risky.');
    await card.getByRole('textbox').press('Enter');
    await panel(page).getByText('Rejected', { exact: true }).first().waitFor();
    await panel(page).getByText('A cache is too risky.').waitFor();
    expect((await session()).planner.plans).toMatchObject([{ standing: 'rejected' }]);

    await askFor('Faster, and smaller');
    await panel(page)
      .getByText(/^It repeats plan/)
      .waitFor();
    await panel(page)
      .getByRole('table', { name: 'All plans' })
      .getByText('Faster', { exact: true })
      .waitFor();
  });

  it('are decided once: the second person sees who was first, and nothing else changes', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const card = page.getByRole('region', { name: /^Accept this plan/ });
    await card.waitFor();
    const [waiting] = (await session()).waiting;
    // Somebody else is faster by a moment.
    const beFaster = async (route: Route) => {
      const { requestId, digest } = waiting ?? {};
      await workbench.ask('/api/sessions/plan/commands', { type: 'reject-plan', requestId, digest });
      await route.continue();
    };
    await page.route('**/api/sessions/plan/commands', beFaster, { times: 1 });
    await accept(page).click();
    await panel(page).getByText('Rejected', { exact: true }).first().waitFor();
    await card.waitFor({ state: 'detached' });
    expect((await session()).planner.plans).toMatchObject([{ standing: 'rejected' }]);
  });

  it('that fail show why, and are made again once the cause is gone', async () => {
    const branch = (...args: readonly string[]) =>
      execFileSync('git', ['branch', '--quiet', ...args], { cwd: join(workbench.folder, 'repo') });
    branch('no-such-branch');
    await begin({ base: 'no-such-branch' });
    branch('-D', 'no-such-branch');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await panel(page).getByRole('alert').getByText('unknown-revision').waitFor();
    await askFor('Faster');
    await show(page, 'Plan');
    const again = panel(page).getByRole('button', { name: 'Try again' }).first();
    await again.waitFor();
    await panel(page)
      .getByText(/no-such-branch/)
      .first()
      .waitFor();
    branch('no-such-branch');
    await again.click();
    await accept(page).waitFor();
  });

  it('that fail are told in the inbox with their reason, and made again there', async () => {
    const branch = (...args: readonly string[]) =>
      execFileSync('git', ['branch', '--quiet', ...args], { cwd: join(workbench.folder, 'repo') });
    branch('gone');
    await begin({ base: 'gone' });
    branch('-D', 'gone');
    await askFor('Faster');
    const page = await workbench.openPage('/inbox');
    const item = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    await item.getByText('Faster: failed').waitFor();
    await item.getByText(/gone/).first().waitFor();
    branch('gone');
    await item.getByRole('button', { name: 'Try again' }).click();
    await item.getByText(/^Accept this plan/).waitFor();
  });

  it('can be read and decided with the keyboard alone', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await accept(page).waitFor();
    await panel(page).getByRole('button', { name: 'History', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await accept(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await panel(page).getByText('Accepted', { exact: true }).waitFor();
  });

  it('evolve: the lineage grows, stops and continues, the best commit opens, and one plan is carried out', async () => {
    const clone = join(workbench.folder, 'repo');
    for (const name of ['duplicates.mjs', 'bench.mjs']) cpSync(join(EVOLVE, name), join(clone, name));
    execFileSync('git', ['add', '-A'], { cwd: clone });
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...author, 'commit', '--quiet', '-m', 'Find duplicates'], { cwd: clone });
    await begin({ inspirations: [], backend: 'command' });
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await show(page, 'Plan');
    await panel(page).getByRole('button', { name: 'Evolve…' }).click();
    const form = page.getByRole('dialog', { name: 'Evolve' });
    await form.getByLabel('Goal').fill('Find duplicates with fewer reads');
    // The host names it.
    expect(await form.getByLabel('Evaluators').inputValue()).toBe('node bench.mjs');
    await form.getByLabel('Objective').fill('reads');
    await form.getByLabel('Rounds').fill('1');
    await form.getByLabel('Candidates a round').fill('3');
    await form.getByText('More settings').click();
    await form.getByLabel('Measures').fill('lines');
    await form.getByLabel('At once').fill('0');
    await form.getByText('More settings').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    const send = form.getByRole('button', { name: 'Evolve', exact: true });
    await send.click();
    // What is wrong stands at its field, also where that was folded.
    await form.getByLabel('At once').and(page.locator(':focus')).fill('1');
    await send.click();
    await form.getByRole('alert').getByText('lines=0..200/10').waitFor();
    await form.getByLabel('Measures').fill('lines=0..20/4');
    await send.click();
    await form.waitFor({ state: 'hidden' });
    await show(page, 'Lineage');
    const candidates = panel(page).getByRole('list', { name: 'Candidates' }).getByRole('listitem');
    await candidates.filter({ hasText: '1.1' }).getByText('kept').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Stop current work' }).click();
    await show(page, 'Plan');
    await panel(page).getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Continue/ }).click();
    const archive = panel(page).getByRole('table', { name: /^Archive/ });
    await archive.getByText('200', { exact: true }).waitFor();
    await panel(page)
      .getByRole('img', { name: /reads over rounds/ })
      .waitFor();

    await show(page, 'Lineage');
    const best = candidates.filter({ hasText: '1.3' });
    await best.getByText('best', { exact: true }).waitFor();
    await candidates.filter({ hasText: '1.2' }).getByText('failed').waitFor();
    const phone = await workbench.openPage('/sessions/plan?view=commits', { viewport: PHONE });
    await show(phone, 'Lineage');
    await panel(phone).getByRole('list', { name: 'Candidates' }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await best.getByRole('button').click();
    const opened = panel(page).getByRole('region', { name: /^Commit / });
    await opened.getByText('Array.from(list).sort').waitFor();
    await opened.getByText('reads', { exact: true }).waitFor();

    await askFor('Find duplicates with fewer reads');
    await show(page, 'Plan');
    await accept(page).click();
    await panel(page).getByRole('button', { name: 'Carry out' }).first().click();
    await panel(page)
      .getByRole('navigation', { name: 'Commits that plans led to' })
      .getByRole('button')
      .click();
    await opened.getByRole('heading').first().waitFor();
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })).toBe('');
  }, 120_000);

  it('have no accessibility violations, and fit a phone', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await panel(page).getByRole('list', { name: 'Steps', exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await show(page, 'History');
    await panel(page).getByRole('list', { name: 'Commits' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await workbench.openPage('/sessions/plan?view=commits', { viewport: PHONE });
    await show(phone, 'History');
    await panel(phone).getByRole('list', { name: 'Commits' }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const scrolledSideways = await phone
      .locator('main *')
      .evaluateAll(
        (elements) =>
          elements.filter(
            (each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth,
          ).length,
      );
    expect(scrolledSideways).toBe(0);
  });
});

/** Some commits, a branch of twelve that parts from them, and a merge. */
function historyWithABranch(): GitRepository {
  const repository = new GitRepository();
  repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  for (let i = 1; i <= 3; i++) repository.commit(`Improve parsing ${i}`, { 'parse.js': `// ${i}\n` });
  repository.git('checkout', '--quiet', '-b', 'idea');
  for (let i = 0; i < 12; i++) repository.commit(`Try idea ${i}`, { 'cache.js': `// ${i}\n` });
  repository.git('checkout', '--quiet', '-b', 'feature', 'main');
  repository.commit('Write the feature', { 'feature.js': '1\n' });
  repository.git('checkout', '--quiet', 'main');
  repository.commit('Fix a bug', { 'parse.js': '// fixed\n' });
  repository.git('merge', '--quiet', '--no-ff', 'feature', '-m', 'Merge the feature');
  return repository;
}
