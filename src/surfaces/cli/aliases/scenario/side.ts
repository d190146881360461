import { ledgerOf } from '../../../../harness/ledger.ts';
import { isFinal } from '../../../../harness/status-kinds.ts';
import type { RunningSession } from '../../../../host/run-session.ts';
import type { Session } from '../../../../host/session.ts';
import type { TerminalInput } from '../../terminal/terminal-input.ts';
import type { TranscriptPrinter } from '../../terminal/transcript-printer.ts';

/** One agent of a scenario that is being played. */
export interface Side {
  readonly name: string;
  readonly session: Session;
  readonly running: RunningSession;
  readonly printer: TranscriptPrinter;
  readonly input: TerminalInput;
}

/** Whether the conversation is over for both sides. */
export async function isOver(sides: readonly Side[]): Promise<boolean> {
  const ledgers = await Promise.all(sides.map(({ session }) => ledgerOf(session.journal)));
  return ledgers.every(({ status }) => isFinal(status));
}

/** Resolves to whether nothing more happens by itself: nobody plans or sends, and nothing is on its way over. */
export async function isQuiet([one, other]: readonly [Side, Side]): Promise<boolean> {
  const before = await heads([one, other]);
  await one.running.idle();
  await other.running.idle();
  const [left, right] = await Promise.all([one, other].map(({ session }) => ledgerOf(session.journal)));
  if (left === undefined || right === undefined) return false;
  for (const [from, to] of [[left, right] as const, [right, left] as const]) {
    const { latestPublic, status } = from;
    if (latestPublic?.type !== 'remote_sent') continue;
    // The turn goes over last.
    if (!to.hasMessage(latestPublic.messageId) || status === 'input-required') return false;
  }
  const after = await heads([one, other]);
  return before.every((head, at) => head === after[at]);
}

async function heads(sides: readonly Side[]): Promise<number[]> {
  return await Promise.all(sides.map(({ session }) => session.journal.head()));
}
