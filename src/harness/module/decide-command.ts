import type { z } from 'zod';
import { randomIds } from '../../journal/clock.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { Ledger } from '../conversation/ledger.ts';
import { CommandError } from '../error.ts';
import { runModule } from './module-failure.ts';
import { labelledCall, notOffered, numberedCall, offeredCall } from './offered-call.ts';
import { checkProposed } from './own-facts.ts';
import type { At, DecisionContext, PlannerModule, TextInput } from './planner-module.ts';
import { textFieldOf } from './text-field.ts';
import type { CommandCall } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

/** The author of a command. */
export interface CommandAuthor {
  /** The author, for the record. */
  readonly by: string;
  /** An idempotency key: a repeated command with the same key runs once. */
  readonly key?: string | undefined;
}

/** A message to a planner. */
export interface UserMessage extends Pick<TextInput, 'text' | 'data'> {
  /** The options were shown as a numbered list: a number by itself chooses from it. */
  readonly numbered?: boolean | undefined;
}

/** A session at the moment a message arrives. */
export interface MessageContext {
  readonly module: PlannerModule;
  readonly at: At;
  readonly ledger: Pick<Ledger, 'openQuestions'>;
}

/** What a message means to a planner: one of its commands, or input. */
type Meant = { readonly call: CommandCall } | { readonly facts: readonly ProposedFact[] };

/**
 * The facts that a message leads to: a choice among the options on offer, an answer to a question, one of the
 * planner's commands, text it waits for, or input. For a planner that talks to another agent it is private
 * guidance.
 */
export function meaningOf(
  spokenTo: MessageContext,
  words: UserMessage,
  author: CommandAuthor,
): readonly ProposedFact[] {
  const meant = meantBy(spokenTo, words, author);
  return 'call' in meant ? decideCommand(spokenTo, meant.call, author) : meant.facts;
}

/** The command that a message means; `undefined` if none. */
export function commandForText(
  spokenTo: MessageContext,
  words: UserMessage,
  author: CommandAuthor,
): CommandCall | undefined {
  const meant = meantBy(spokenTo, words, author);
  return 'call' in meant ? meant.call : undefined;
}

function meantBy({ module, at, ledger }: MessageContext, words: UserMessage, author: CommandAuthor): Meant {
  const { by } = author;
  const { text, data, numbered } = words;
  const waiting = runModule(module, 'waiting', () => module.waiting(at));
  const offered = offeredCall(waiting, data);
  if (offered) return { call: offered };
  const [question] = ledger.openQuestions;
  if (question) return { facts: [{ type: 'user_answer', qid: question.qid, text, by }] };
  const named = labelledCall(waiting, text) ?? (numbered ? numberedCall(waiting, text) : undefined);
  if (named) return { call: named };
  const message = { text, ...(data !== undefined && { data }), by };
  const meaning = runModule(module, 'understand', () => module.understand?.(message, at));
  if (meaning !== undefined && 'type' in meaning) return { call: meaning };
  const refusal = notOffered(module, data);
  if (refusal) throw refusal;
  if (meaning !== undefined) return { facts: messageFacts(module, meaning.say, author) };
  const completed = awaitedCall(module, waiting, text);
  // A number does not choose between several lists that were not shown as one, while something waits for text.
  const isOneList = waiting.filter(({ options = [] }) => options.length > 0).length === 1;
  const awaited = (isOneList || !completed ? numberedCall(waiting, text) : undefined) ?? completed;
  return awaited ? { call: awaited } : { facts: messageFacts(module, text, author) };
}

/** The facts that one of the planner's own commands, or a `say` option, leads to. */
export function decideCommand(
  { module, at }: Pick<MessageContext, 'module' | 'at'>,
  call: CommandCall,
  author: CommandAuthor,
): readonly ProposedFact[] {
  const { type, ...fields } = call;
  const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
  if (command === undefined && type === 'say' && typeof fields.text === 'string')
    return messageFacts(module, fields.text, author);
  if (command === undefined) throw new TypeError(`${module.id} has no command ${type}`);
  const { data, error } = command.input.safeParse(fields);
  if (error) throw invalidInput(type, error);
  const member = `commands.${type}.decide`;
  const facts = runModule(module, member, () => command.decide(at, data, decisionContext(author)));
  return checkProposed({ module, member, inNameOf: { by: author.by, types: ['user_input'] } }, facts);
}

/** The facts that cancelling leads to, if the module defines that. */
export function decideCancel(
  { module, at }: Pick<MessageContext, 'module' | 'at'>,
  author: CommandAuthor,
  reason?: string,
): readonly ProposedFact[] | undefined {
  const context = { ...decisionContext(author), reason };
  const facts = runModule(module, 'cancel', () => module.cancel?.(at, context));
  const inNameOf = { by: author.by, types: ['user_input', 'work_cancelled', 'status_changed'] };
  return facts && checkProposed({ module, member: 'cancel', inNameOf }, facts);
}

/** A form of one of the planner's commands with the text in its only text field. */
export function filledIn(module: PlannerModule, form: CommandCall, text: string): CommandCall | undefined {
  const input = Object.hasOwn(module.commands, form.type) ? module.commands[form.type]?.input : undefined;
  const field = input && textFieldOf(input, form);
  return field === undefined ? undefined : { ...form, [field]: text };
}

/** What deciding a command can use. */
function decisionContext(author: CommandAuthor): DecisionContext {
  return { by: author.by, now: new Date().toISOString(), newId: newIds(author) };
}

/** Ids that stay the same when the command is repeated under the same key. */
export function newIds({ key }: Pick<CommandAuthor, 'key'>): (prefix?: string) => string {
  let count = 0;
  return (prefix = 'id') => {
    if (key === undefined) return randomIds(prefix);
    count += 1;
    const name = sha256(count === 1 ? key : `${key} ${count}`).slice(0, 32);
    return `${prefix}-${name}`;
  };
}

/** The error for a command whose input does not match its schema. */
export function invalidInput(type: string, { issues }: z.ZodError): CommandError {
  const reasons = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return new CommandError({
    summary: `The input of "${type}" is not valid: ${reasons.join('; ')}.`,
    fix: 'Nothing was done. Correct these fields and try again.',
  });
}

function messageFacts(module: PlannerModule, text: string, author: CommandAuthor): readonly ProposedFact[] {
  const { by } = author;
  if (module.talks === 'agent') return [{ type: 'user_guidance', gid: newIds(author)('g'), text, by }];
  return [{ type: 'user_input', text, by }];
}

/** The command that a text completes: the first form that waits for text only. */
function awaitedCall(
  module: PlannerModule,
  waiting: readonly WaitingItem[],
  text: string,
): CommandCall | undefined {
  for (const { form, options = [] } of waiting) {
    const call = form && options.length === 0 ? filledIn(module, form, text) : undefined;
    if (call !== undefined) return call;
  }
  return undefined;
}
