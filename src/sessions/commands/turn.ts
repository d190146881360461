import { runModule } from '../../harness/module/module-failure.ts';
import { replyText, waitingText } from '../../harness/module/reply-text.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import type { Fact } from '../../journal/fact.ts';
import { blocksMarkdown } from '../blocks/markdown.ts';
import type { OpenSession } from '../open-session.ts';
import { type Message, plannerText } from '../view/message.ts';
import { pauseNotice } from '../view/pause-notice.ts';
import type { SessionView } from '../view/session-view.ts';
import type { CommandDone } from './do-command.ts';

export { waitingText };

/** The result of a message or a command. */
export interface Turn {
  readonly view: SessionView;
  readonly facts: readonly Fact[];
  readonly messages: readonly Message[];
  /** Why nobody works on it: everything, or the session, is paused. */
  readonly pause: string | undefined;
  /** Why its planner does not plan yet: it is not set up, or what its setup names cannot be loaded. */
  readonly setup: string | undefined;
  /** All of it as text, for text-only replies. */
  readonly text: string;
}

/** The texts since a fact, and what waits now. */
export async function turnSince(session: OpenSession, seq: number): Promise<Turn> {
  const view = await session.view();
  // Every fact has the fields of its payload, whatever the journal's types.
  const facts = (await session.journal.facts({ from: seq + 1, to: view.head })) as unknown as Fact[];
  const messages = messagesSince(view, seq);
  const pause = await pauseNotice(session.session);
  const { module, at } = view;
  const own = runModule(module, 'reply', () => module.reply?.(at, { facts }));
  const replies = messages.flatMap((message) => plannerText(message) ?? []);
  const text = own ?? replyText(replies, view.waiting);
  const setup = await setupNotice(session, view);
  const notices = [setup ?? '', pause ?? ''];
  return { view, facts, messages, pause, setup, text: [text, ...notices].filter(Boolean).join('\n\n') };
}

/** Otherwise whoever reads only the reply would wait for a planner that never starts. */
async function setupNotice(session: OpenSession, view: SessionView): Promise<string | undefined> {
  const { ready, module } = view;
  if (ready || view.session.isReadOnly) return undefined;
  const problems = await session.setupProblems(view);
  return [`${module.title} is not set up yet, and does not plan until it is.`, ...problems].join(' ');
}

/** The reply to the author of a command: the command's own reply, or the current view. */
export function commandReply(
  { module, at, blocks }: Pick<SessionView, 'module' | 'at' | 'blocks'>,
  { type, ...fields }: CommandCall,
  done: Pick<CommandDone, 'facts'>,
): string {
  return ownCommandReply({ module, at }, { type, ...fields }, done) ?? blocksMarkdown(blocks);
}

/** A command's own reply, if it has one. */
export function ownCommandReply(
  { module, at }: Pick<SessionView, 'module' | 'at'>,
  { type, ...fields }: CommandCall,
  done: Pick<CommandDone, 'facts'>,
): string | undefined {
  const own = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
  return runModule(module, `commands.${type}.reply`, () => own?.reply?.(at, own.input.parse(fields), done));
}

/** The messages after a fact. */
export function messagesSince({ messages }: SessionView, seq: number): readonly Message[] {
  let from = messages.length;
  while (from > 0 && (messages.at(from - 1)?.seq ?? 0) > seq) from -= 1;
  return messages.slice(from);
}
