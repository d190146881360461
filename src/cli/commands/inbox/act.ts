import { noModel } from '../../../harness/recorded-llm.ts';
import { limitsFrom } from '../../../host/config/limits.ts';
import { openHostJournal, recordHosted } from '../../../host/engine/host-book.ts';
import { sessionRegistry } from '../../../host/engine/session-registry.ts';
import { localUser } from '../../../host/local-user.ts';
import { ConflictError } from '../../../kernel/error.ts';
import type { Command } from '../../../server/api/command.ts';
import { runCommand } from '../../../server/api/run-command.ts';
import { SessionShelf } from '../../../server/api/session-shelf.ts';
import type { Waiting } from '../../../server/api/waiting.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { resume } from '../pause.ts';

/** What a person does about something that waits. */
export type InboxAction =
  | { readonly type: 'approve' | 'accept' | 'resume' }
  | { readonly type: 'dismiss'; readonly regenerate?: boolean }
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'choose'; readonly option: string }
  | { readonly type: 'reject'; readonly reason?: string };

/** Decides on an item through the commands of the HTTP API. Of several decisions one stands. */
export async function act(invocation: Invocation, item: string, action: InboxAction): Promise<undefined> {
  const { output, env } = invocation;
  const { session, seq } = itemParts(item);
  if (session === 'everything' && action.type === 'resume') return await resume(invocation, undefined, {});
  const facts = await withStore(invocation, { create: false }, async (store) => {
    const shelf = new SessionShelf(sessionRegistry(async () => store));
    const view = await shelf.view(store, session);
    const waiting = view.waiting().find((each) => each.seq === seq);
    if (waiting === undefined) throw nothingWaits(item);
    const done = await runCommand(commandFor(item, waiting, action), {
      store,
      view,
      llm: noModel,
      by: localUser(),
      host: {
        limits: limitsFrom(env),
        // Whoever runs the sessions of the store hears of it.
        host: async (_, id) => await recordHosted(openHostJournal(store), id),
        rest: async () => {},
      },
    });
    return done.facts;
  });
  if (output.json) for (const fact of facts) await output.value(fact);
  else await output.line(`Done: ${facts.map(({ type, seq: at }) => `${type} at ${at}`).join(', ')}`);
}

function commandFor(item: string, waiting: Waiting, action: InboxAction): Command {
  switch (action.type) {
    case 'approve':
      if (waiting.type !== 'draft') throw another(item, 'a draft', waiting);
      return { type: 'approve', composeId: waiting.composeId, digest: waiting.digest };
    case 'dismiss':
      if (waiting.type !== 'draft') throw another(item, 'a draft', waiting);
      return {
        type: 'dismiss',
        composeId: waiting.composeId,
        ...(action.regenerate && { regenerate: true }),
      };
    case 'answer':
      return answerTo(item, waiting, action.text);
    case 'choose':
      if (waiting.type !== 'trip-repair') throw another(item, 'a repair with options', waiting);
      return { type: 'choose', optionId: optionNamed(waiting.options, action.option) };
    case 'accept':
      if (waiting.type !== 'plan') throw another(item, 'a plan', waiting);
      return { type: 'accept-plan', requestId: waiting.requestId, digest: waiting.digest };
    case 'reject': {
      if (waiting.type !== 'plan') throw another(item, 'a plan', waiting);
      const { requestId, digest } = waiting;
      const { reason } = action;
      return { type: 'reject-plan', requestId, digest, ...(reason !== undefined && { reason }) };
    }
    case 'resume':
      if (waiting.type !== 'budget') throw another(item, 'a limit that is used up', waiting);
      return { type: 'resume' };
    default:
      return action satisfies never;
  }
}

function answerTo(item: string, waiting: Waiting, text: string): Command {
  switch (waiting.type) {
    case 'question':
      return { type: 'answer', qid: waiting.qid, text };
    case 'task-question':
      return { type: 'task-answer', taskId: waiting.taskId, answer: text };
    case 'task-outcome':
      return { type: 'task-complete', taskId: waiting.taskId, result: text };
    case 'trip-question':
      return { type: 'say', text };
    default:
      throw another(item, 'a question', waiting);
  }
}

function optionNamed(
  options: readonly { readonly id: string; readonly label: string }[],
  given: string,
): string {
  const byNumber = /^\d{1,3}$/.test(given) ? options[Number(given) - 1]?.id : undefined;
  return options.find(({ id }) => id === given)?.id ?? byNumber ?? given;
}

function itemParts(item: string): { readonly session: string; readonly seq: number } {
  const [, session, seq] = /^(.+)\/(\d{1,15})$/.exec(item) ?? [];
  if (session !== undefined) return { session, seq: Number(seq) };
  throw new CliError('usage', {
    expected: 'an item as `wayfold inbox` shows it: SESSION/SEQ',
    actual: JSON.stringify(item),
    fix: 'For example: wayfold inbox approve talk/7',
  });
}

function nothingWaits(item: string): ConflictError {
  return new ConflictError({
    expected: `item ${item} to wait for a decision`,
    actual: 'nothing that waits there: somebody decided, or it was withdrawn',
    fix: 'See what waits: `wayfold inbox`. Nothing was appended.',
  });
}

function another(item: string, expected: string, { type }: Waiting): CliError {
  return new CliError('usage', {
    expected: `item ${item} to be ${expected}`,
    actual: type,
    fix: 'Nothing was done. `wayfold inbox --help` lists what can be done with what.',
  });
}
