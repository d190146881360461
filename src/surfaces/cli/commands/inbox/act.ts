import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { localUser } from '../../../../host/local-user.ts';
import { ConflictError } from '../../../../kernel/error.ts';
import type { Waiting } from '../../../../sessions/waiting/waiting.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';
import { resume } from '../pause/pause.ts';
import { optionCommand, textCommand, withFields } from '../session/waiting-command.ts';

/** A person's decision about a waiting item. */
export type InboxAction =
  /** Chooses the option with this name, optionally with more fields. */
  | { readonly type: 'take'; readonly option: string; readonly fields?: Readonly<Record<string, unknown>> }
  /** Chooses one of the offered options, by its id or number. */
  | { readonly type: 'choose'; readonly option: string }
  | { readonly type: 'answer'; readonly text: string };

/** Decides on an item. Of concurrent decisions, only one takes effect. */
export async function act(invocation: Invocation, item: string, action: InboxAction): Promise<undefined> {
  const { output } = invocation;
  const { session: id, seq } = itemParts(item);
  if (id === 'everything' && action.type === 'take' && action.option === 'resume') {
    return await resume(invocation, undefined, {});
  }
  const facts = await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await sessions.open(id);
    const waiting = (await session.view()).waiting.find((each) => each.seq === seq);
    if (waiting === undefined) throw nothingWaits(item);
    return (await session.do(commandFor(item, waiting, action, session.module), { by: localUser() })).facts;
  });
  if (output.json) for (const fact of facts) await output.value(fact);
  else await output.line(`Done: ${facts.map(({ type, seq: at }) => `${type} at ${at}`).join(', ')}`);
}

function commandFor(item: string, waiting: Waiting, action: InboxAction, module: PlannerModule): CommandCall {
  const { options = [] } = waiting;
  switch (action.type) {
    case 'take': {
      const { option, fields = {} } = action;
      const offered = options.find(({ id }) => id === option)?.command;
      const command = offered && withFields(offered, fields, module);
      if (command === undefined) throw another(item, `something to ${option}`, waiting);
      return command;
    }
    case 'choose': {
      if (options.length === 0) throw another(item, 'something with options', waiting);
      const command = optionCommand(waiting, action.option);
      if (command === undefined) throw notOffered(item, waiting, action.option);
      return command;
    }
    case 'answer': {
      const command = textCommand(waiting, module, action.text);
      if (command === undefined) throw another(item, 'a question', waiting);
      return command;
    }
    default:
      return action satisfies never;
  }
}

function itemParts(item: string): { readonly session: string; readonly seq: number } {
  const [, session, seq] = /^(.+)\/(\d{1,15})$/.exec(item) ?? [];
  if (session !== undefined) return { session, seq: Number(seq) };
  throw new CliError('usage', {
    summary: `${JSON.stringify(item)} is not an item of the inbox.`,
    fix: 'Use the id that `wayfold inbox` shows, SESSION/SEQ: wayfold inbox approve talk/7',
  });
}

/** The error for an item that no longer waits. */
export function nothingWaits(item: string): ConflictError {
  return new ConflictError({
    summary: `Item ${item} is no longer open: somebody decided on it, or it was withdrawn.`,
    fix: 'Nothing was appended. See the open items: `wayfold inbox`.',
  });
}

function notOffered(item: string, { options = [] }: Waiting, option: string): ConflictError {
  const offered = options.map(({ id, label }, i) => `${i + 1} (${id ?? label})`).join(', ');
  return new ConflictError({
    summary: `Option ${JSON.stringify(option)} is not on offer at ${item}. Choose one of ${offered}.`,
    fix: 'Nothing was appended.',
  });
}

function another(item: string, expected: string, { data, options = [] }: Waiting): CliError {
  const offered = options.flatMap(({ id }) => id ?? []).join(', ');
  return new CliError('usage', {
    summary: `Item ${item} is ${data?.type ?? 'something else'}, not ${expected}${offered === '' ? '' : `; it offers ${offered}`}.`,
    fix: 'Nothing was done. `wayfold inbox --help` lists what can be done.',
  });
}
