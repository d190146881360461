import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { StepItem, ViewBlock } from '../../harness/module/view-block.ts';
import { cleanLine } from '../../sessions/blocks/clean-text.ts';

/** The steps of a view as an editor's plan entries, children after their parent. */
export function planEntries(blocks: readonly ViewBlock[]): PlanEntry[] {
  return blocks.flatMap((block) => (block.type === 'steps' ? block.items.flatMap(entriesOf) : []));
}

function entriesOf(step: StepItem): PlanEntry[] {
  return [planEntry(step), ...(step.children ?? []).flatMap(entriesOf)];
}

/** The protocol has three states; other outcomes, and reasons for waiting, are in the text. */
function planEntry({ title, status, notes = [] }: StepItem): PlanEntry {
  const content = cleanLine(title);
  const reason = cleanLine(notes.at(-1) ?? '');
  const entry = (state: PlanEntry['status'], word?: string): PlanEntry => ({
    content: word === undefined ? content : `${content} (${word})`,
    priority: 'medium',
    status: state,
  });
  const withReason = (word: string) => (reason === '' ? word : `${word}: ${reason}`);
  switch (status) {
    case 'pending':
      return entry('pending');
    case 'running':
      return entry('in_progress');
    case 'waiting':
      return entry('in_progress', withReason('waiting'));
    case 'blocked':
      return entry('pending', withReason('blocked'));
    case 'done':
      return entry('completed');
    case 'failed':
      return entry('completed', withReason('failed'));
    case 'cancelled':
      return entry('completed', 'cancelled');
    case 'simulated':
      return entry('completed', 'simulated');
    default:
      return status satisfies never;
  }
}
