import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../cli-stand-ins/git-repository.ts';
import { accessibilityProblems } from './accessibility.ts';
import { CHROMIUM, launchBrowser, PHONE, Workbench } from './workbench.ts';

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
    browser = await launchBrowser();
    repository = historyWithABranch();
  });
  afterAll(async () => {
    repository.remove();
    await browser.close();
  });
  beforeEach(async () => {
    workbench = await Workbench.start(browser, { WORKER_PLANNING_CODEX_BIN: CODEX });
    // A server plans for repositories below the directory it was started in.
    execFileSync('git', ['clone', '--quiet', repository.directory, join(workbench.folder, 'repo')]);
  });
  afterEach(() => workbench.end());

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Commits' });
  const plan = (page: Page, goal: string) => panel(page).getByRole('listitem', { name: goal });

  async function begin(more: Record<string, unknown> = {}): Promise<void> {
    const config = { repository: 'repo', inspirations: ['origin/idea'], ...more };
    await workbench.ask('/api/sessions', { id: 'plan', title: 'Parser', plannerId: 'commits', config });
  }

  async function askFor(goal: string): Promise<void> {
    await workbench.ask('/api/sessions/plan/commands', { type: 'say', text: goal });
  }

  const session = async () => await workbench.ask<Session>('/api/sessions/plan');

  it('go from a goal over history and plan to tasks that run; a reload in the middle loses nothing', async () => {
    await begin({ constraints: ['Keep the public interface'] });
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const commits = panel(page).getByRole('list', { name: 'Commits' });
    await commits.getByText('base', { exact: true }).waitFor();
    await panel(page).getByLabel('What is the next change to reach?').fill('Make parsing twice as fast');
    await panel(page).getByRole('button', { name: 'Plan it' }).click();

    const made = plan(page, 'Make parsing twice as fast');
    await made.getByText('This plan waits for your decision.').waitFor();
    await page.reload();
    await made.getByRole('list', { name: 'Steps' }).getByText('Know where time goes.').waitFor();
    await made.getByText('after 1', { exact: true }).waitFor();
    await made.getByRole('button', { name: 'Accept', exact: true }).click();
    await made.getByText('Accepted', { exact: true }).waitFor();
    await made.getByRole('button', { name: 'Start its tasks' }).click();
    await page.getByRole('heading', { name: 'Make parsing twice as fast' }).waitFor();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('All 3 done').waitFor();

    await page.goBack();
    await made.getByRole('link', { name: 'Go to its tasks' }).click();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('All 3 done').waitFor();
  });

  it('are accepted and begun in one step', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await plan(page, 'Faster').getByRole('button', { name: 'Accept & start tasks' }).click();
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText('All 3 done').waitFor();
  });

  it('show the history they rest on: base, inspiration, where they part, and what is unique', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await plan(page, 'Faster').getByRole('button', { name: 'History' }).click();
    const evidence = plan(page, 'Faster').getByRole('list', { name: 'Evidence' });
    await evidence.getByText('12 unique steps').waitFor();
    const commits = plan(page, 'Faster').getByRole('list', { name: 'Commits' });
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

    await plan(page, 'Faster').getByText('12 unique steps', { exact: true }).last().click();
    const recent = plan(page, 'Faster').getByRole('region', { name: 'Recent unique steps' });
    await recent.getByText(/Try idea 11/).waitFor();
    await plan(page, 'Faster').getByRole('region', { name: 'Earliest unique steps' }).waitFor();
  });

  it('show how they came to be: request, attempts with what they took, prompt and answer', async () => {
    await begin({ acceptanceCriteria: ['Twice as fast'] });
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await plan(page, 'Faster').getByRole('button', { name: 'Making' }).click();
    const attempts = plan(page, 'Faster').getByRole('list', { name: 'Attempts' });
    await attempts.getByText('1,540 tokens').waitFor();
    await attempts.getByRole('button', { name: 'Prompt' }).click();
    await attempts.getByRole('region', { name: 'Prompt of attempt 1' }).getByText('Twice as fast').waitFor();
    await attempts.getByRole('button', { name: 'Answer' }).click();
    await attempts.getByRole('region', { name: 'Answer of attempt 1' }).getByText('plan_summary').waitFor();
    await panel(page)
      .getByRole('list', { name: 'What planning took' })
      .getByText(/codex: 1 attempt/)
      .waitFor();
  });

  it('are rejected with a reason that whoever plans next is told', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const made = plan(page, 'Faster');
    await made.getByRole('button', { name: 'Reject…' }).click();
    await made.getByLabel('Why? Whoever plans next is told.').fill('A cache is too risky.');
    await page.keyboard.press('Enter');
    await made.getByText('Rejected', { exact: true }).waitFor();
    await made.getByText('A cache is too risky.').waitFor();
    expect((await session()).planner.plans).toMatchObject([{ standing: 'rejected' }]);

    await panel(page).getByRole('button', { name: 'Plan another change' }).click();
    await panel(page).getByLabel('What is the next change to reach?').fill('Smaller');
    await panel(page).getByRole('button', { name: 'Plan it' }).click();
    await plan(page, 'Smaller').getByText('It repeats an earlier plan').waitFor();
    await plan(page, 'Smaller').getByRole('button', { name: 'Making' }).click();
    await plan(page, 'Smaller').getByText('rejected: Cache parsed headers (A cache is too risky.)').waitFor();
  });

  it('are decided once: who comes second is told, and nothing else is disturbed', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    const made = plan(page, 'Faster');
    await made.getByText('This plan waits for your decision.').waitFor();
    const [waiting] = (await session()).waiting;
    // Somebody else is faster by a moment.
    const beFaster = async (route: Route) => {
      const { requestId, digest } = waiting ?? {};
      await workbench.ask('/api/sessions/plan/commands', { type: 'reject-plan', requestId, digest });
      await route.continue();
    };
    await page.route('**/api/sessions/plan/commands', beFaster, { times: 1 });
    await made.getByRole('button', { name: 'Accept', exact: true }).click();
    await made.getByRole('alert').getByText('conflict').waitFor();
    await made.getByText('Rejected', { exact: true }).waitFor();
    expect((await session()).planner.plans).toMatchObject([{ standing: 'rejected' }]);
  });

  it('that cannot be made say why', async () => {
    await begin({ base: 'no-such-branch' });
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await panel(page).getByRole('alert').getByText('unknown-revision').waitFor();
    await askFor('Faster');
    const made = plan(page, 'Faster');
    await made.getByText('No plan', { exact: true }).waitFor();
    await made
      .getByText(/no-such-branch/)
      .first()
      .waitFor();
  });

  it('can be read and decided by keyboard alone', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await plan(page, 'Faster').getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await plan(page, 'Faster').getByRole('button', { expanded: true }).first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await plan(page, 'Faster').getByText('Accepted', { exact: true }).waitFor();
  });

  it('have nothing that axe finds, and fit a phone', async () => {
    await begin();
    await askFor('Faster');
    const page = await workbench.openPage('/sessions/plan?view=commits');
    await plan(page, 'Faster').getByRole('list', { name: 'Steps' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await plan(page, 'Faster').getByRole('button', { name: 'History' }).click();
    await plan(page, 'Faster').getByRole('list', { name: 'Commits' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await plan(page, 'Faster').getByRole('button', { name: 'Making' }).click();
    await plan(page, 'Faster').getByRole('button', { name: 'Prompt' }).click();
    await plan(page, 'Faster')
      .getByRole('region', { name: /Prompt/ })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await workbench.openPage('/sessions/plan?view=commits', { viewport: PHONE });
    await plan(phone, 'Faster').getByRole('button', { name: 'History' }).click();
    await plan(phone, 'Faster').getByRole('list', { name: 'Commits' }).waitFor();
    expect(await accessibilityProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
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
