import type { Locator, Page } from 'playwright-core';
import { type Journal, openJournal } from '../../src/journal/index.ts';
import type { Workbench } from './workbench.ts';

/** Text that would do something if a page took it for more than text. */
export const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** As long as the browser itself waits for something to appear. */
export const PATIENT = { timeout: 30_000 };

const TALK = [
  { type: 'remote_received', messageId: 'm1', text: 'Can you deliver on Monday?' },
  { type: 'user_guidance', gid: 'g1', text: 'Only before noon' },
  { type: 'tool_call', callId: 'c1', name: 'calendar', args: { day: 'Monday', rooms: [1, 2] } },
  { type: 'planner_error', code: 'x', message: 'The model did not answer', stage: 'plan', attempts: 3 },
  { type: 'remote_received', messageId: 'm2', text: 'Are you still there?' },
] as const;

/** A session that nobody plans in, so that its journal has exactly these seven facts. */
export async function givenTalk(workbench: Workbench, id = 'talk'): Promise<Journal> {
  await workbench.ask('/api/sessions', { id, title: 'Flour', plannerId: 'drafter' });
  const journal = openJournal(workbench.store, id);
  await journal.append([...TALK, { type: 'user_guidance', gid: 'g2', text: 'Say yes' }]);
  return journal;
}

export const factsIn = (page: Page): Locator => page.getByRole('list', { name: 'Facts' });
export const factNamed = (page: Page, name: RegExp): Locator => factsIn(page).getByRole('button', { name });
export const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment in the journal' });
export const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' });
