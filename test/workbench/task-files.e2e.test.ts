import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelEndpoint, startModelEndpoint } from '../model-endpoint.ts';
import { CHROMIUM, sharedBrowser, Workbench } from './workbench.ts';

/** A picture of one point. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(CHROMIUM === undefined)('files attached on the page', () => {
  let browser: Browser;
  let workbench: Workbench;
  let endpoint: ModelEndpoint;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    endpoint = await startModelEndpoint();
    workbench = await Workbench.start(browser, { WAYFOLD_MODEL: `${endpoint.url}/v1#stand-in` });
    await workbench.ask('/api/sessions', {
      id: 'todo',
      title: 'Todo',
      plannerId: 'tasks',
      config: { planWith: 'parser' },
    });
  });
  afterEach(async () => {
    await workbench.end();
    await endpoint.close();
  });

  const asked = () => JSON.stringify(endpoint.requests.map(({ body }) => body));
  const stands = async (page: Page, status: string) =>
    await page.locator('[data-step="1"]').getByText(status, { exact: true }).first().waitFor();

  async function say(text: string, file?: { name: string; mimeType: string; buffer: Buffer }): Promise<Page> {
    const page = await workbench.openPage('/sessions/todo?view=plan');
    if (file) {
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
    }
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill(text);
    await box.press('Enter');
    return page;
  }

  it('reach the model as text if a task names them', async () => {
    endpoint.willReply({ text: 'It plans.' });
    const buffer = Buffer.from('# Wayfold\nIt plans, acts and repairs.');
    const page = await say('Summarise README.md', { name: 'README.md', mimeType: 'text/markdown', buffer });
    await stands(page, 'Done');
    expect(asked()).toContain('It plans, acts and repairs.');
  });

  it('reach the model as images, also if no task names them', async () => {
    endpoint.willReply({ text: 'A dot.' });
    const buffer = Buffer.from(PICTURE, 'base64');
    const page = await say('Describe this picture.', { name: 'dot.png', mimeType: 'image/png', buffer });
    await stands(page, 'Done');
    expect(asked()).toContain(PICTURE);
  });

  it('that a model does not accept, or that are missing, are reported on the step', async () => {
    endpoint.willReply({ status: 400, body: { error: { message: 'no vision' } } });
    const buffer = Buffer.from(PICTURE, 'base64');
    const page = await say('Describe dot.png', { name: 'dot.png', mimeType: 'image/png', buffer });
    await stands(page, 'Failed');
    await page
      .locator('[data-step="1"]')
      .getByText(/takes no images/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Summarise missing.md');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page
      .locator('[data-step="2"]')
      .getByText(/missing\.md/)
      .last()
      .waitFor();
    await page
      .locator('[data-step="2"]')
      .getByText(/Add the file to the session/)
      .waitFor();
  });
});
