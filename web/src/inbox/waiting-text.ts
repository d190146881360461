import type { Waiting } from '../api/contracts.ts';
import { amountText } from '../ui/amount.ts';

/** What waits, in words. */
export function waitingText(waiting: Waiting): { readonly kind: string; readonly text: string } {
  switch (waiting.type) {
    case 'draft':
      return {
        kind: waiting.failure === undefined ? 'Draft' : 'Draft that was not sent',
        text: waiting.text,
      };
    case 'question':
      return { kind: 'Question', text: waiting.prompt };
    case 'task-question':
      return { kind: `Question about task ${waiting.taskId}`, text: waiting.question };
    case 'task-outcome':
      return { kind: `Task ${waiting.taskId} is yours to do`, text: waiting.description };
    case 'trip-question':
      return { kind: 'Question about a trip', text: waiting.question };
    case 'trip-repair':
      return { kind: 'Repair', text: waiting.reason };
    case 'plan':
      return { kind: 'Plan', text: waiting.summary };
    case 'stopped':
      return { kind: 'Stopped', text: waiting.message };
    case 'budget':
      return {
        kind: 'A limit is used up',
        text: `${amountText(waiting.limit, waiting.spent)} of ${amountText(waiting.limit, waiting.allowed)}`,
      };
    default:
      return waiting satisfies never;
  }
}
