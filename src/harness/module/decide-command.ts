import { z } from 'zod';
import { canonicalJson } from '../../journal/canonical-json.ts';
import { randomIds } from '../../journal/clock.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/sha256.ts';
import { CommandError } from '../error.ts';
import type { Ledger } from '../ledger.ts';
import type { At, DecisionContext, PlannerModule, Said } from './planner-module.ts';
import { refuse } from './refusal.ts';
import { textFieldOf } from './text-field.ts';
import type { CommandCall } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

/** Who gives a command. */
export interface CommandAuthor {
  /** Who gives it, for the record. */
  readonly by: string;
  /** A name for this one giving of it: what is given again under the same name is done once. */
  readonly key?: string | undefined;
}

/** What somebody says to a planner. */
export interface Words extends Pick<Said, 'text' | 'data'> {
  /** Whoever says it was shown what is on offer as a numbered list: a number by itself chooses from it. */
  readonly numbered?: boolean | undefined;
}

/** A session at the moment something is said to its planner. */
export interface SpokenTo {
  readonly module: PlannerModule;
  readonly at: At;
  readonly ledger: Pick<Ledger, 'openQuestions'>;
}

/** What a program may send to take one of the options on offer: its id. */
const Choice = z.strictObject({ choose: z.string() });

/**
 * The facts that words are to a planner: one of the options on offer, the answer to a question, one of its commands, what it
 * waits for in words, or something it is told. A planner that talks to another agent is whispered to.
 */
export function meaningOf(
  { module, at, ledger }: SpokenTo,
  words: Words,
  author: CommandAuthor,
): readonly ProposedFact[] {
  const { by } = author;
  const { text, data, numbered } = words;
  const waiting = module.waiting(at);
  const decide = (call: CommandCall) => decideCommand({ module, at }, call, author);
  const taken = offeredCall(waiting, data);
  if (taken) return decide(taken);
  const [question] = ledger.openQuestions;
  if (question) return [{ type: 'user_answer', qid: question.qid, text, by }];
  const named = labelledCall(waiting, text) ?? (numbered ? numberedCall(waiting, text) : undefined);
  if (named) return decide(named);
  const meaning = module.understand?.({ text, ...(data !== undefined && { data }), by }, at);
  if (meaning !== undefined && 'type' in meaning) return decide(meaning);
  const choice = Choice.safeParse(data).data;
  if (choice) throw refuse(`"${choice.choose}" is not on offer.`, { fix: 'Take the id of an option.' });
  if (meaning !== undefined) return told(module, meaning.say, author);
  const awaited = numberedCall(waiting, text) ?? awaitedCall(module, waiting, text);
  return awaited ? decide(awaited) : told(module, text, author);
}

/** The facts that a command of the planner's own leads to, or an option that says something to it. */
export function decideCommand(
  { module, at }: Pick<SpokenTo, 'module' | 'at'>,
  call: CommandCall,
  author: CommandAuthor,
): readonly ProposedFact[] {
  const { type, ...fields } = call;
  const command = Object.hasOwn(module.commands, type) ? module.commands[type] : undefined;
  if (command === undefined && type === 'say' && typeof fields.text === 'string')
    return told(module, fields.text, author);
  if (command === undefined) throw new TypeError(`${module.id} has no command ${type}`);
  const { data, error } = command.input.safeParse(fields);
  if (error) throw invalidInput(type, error);
  return command.decide(at, data, decisionContext(author));
}

/** A form of one of the planner's own commands with words in its one text field. */
export function filledIn(module: PlannerModule, form: CommandCall, text: string): CommandCall | undefined {
  const input = Object.hasOwn(module.commands, form.type) ? module.commands[form.type]?.input : undefined;
  const field = input && textFieldOf(input, form);
  return field === undefined ? undefined : { ...form, [field]: text };
}

/** What deciding a command may use. */
export function decisionContext(author: CommandAuthor): DecisionContext {
  return { by: author.by, now: new Date().toISOString(), newId: newIds(author) };
}

/** Ids that are the same when the command is given again under the same key. */
export function newIds({ key }: Pick<CommandAuthor, 'key'>): (prefix?: string) => string {
  let count = 0;
  return (prefix = 'id') => {
    if (key === undefined) return randomIds(prefix);
    count += 1;
    const name = sha256(count === 1 ? key : `${key} ${count}`).slice(0, 32);
    return `${prefix}-${name}`;
  };
}

/** The refusal of a command whose input does not fit its schema. */
export function invalidInput(type: string, { issues }: z.ZodError): CommandError {
  const reasons = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return new CommandError({
    summary: `The input of "${type}" does not fit: ${reasons.join('; ')}.`,
    fix: 'Nothing was done. Correct these fields and try again.',
  });
}

function told(module: PlannerModule, text: string, author: CommandAuthor): readonly ProposedFact[] {
  const { by } = author;
  if (module.talks === 'agent') return [{ type: 'user_guidance', gid: newIds(author)('g'), text, by }];
  return [{ type: 'user_input', text, by }];
}

/** The option that data takes: by its id, or by the very command it carries. */
function offeredCall(waiting: readonly WaitingItem[], data: unknown): CommandCall | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const offered = waiting.flatMap(({ options = [] }) => options);
  const { choose } = Choice.safeParse(data).data ?? {};
  if (choose !== undefined) return offered.find(({ id }) => id === choose)?.command;
  if (!('type' in data)) return undefined;
  const given = canonicalJson(data);
  return offered.find(({ command }) => canonicalJson(command) === given)?.command;
}

function labelledCall(waiting: readonly WaitingItem[], text: string): CommandCall | undefined {
  const said = text.trim().toLowerCase();
  const offered = waiting.flatMap(({ options = [] }) => options);
  return offered.find(({ label }) => label.trim().toLowerCase() === said)?.command;
}

/** Where several items offer something, a number does not say which of them it means. */
function numberedCall(waiting: readonly WaitingItem[], text: string): CommandCall | undefined {
  const number = /^\s*(\d{1,3})[.)]?\s*$/.exec(text)?.[1];
  const [options, ...others] = waiting.flatMap(({ options = [] }) => (options.length > 0 ? [options] : []));
  if (number === undefined || others.length > 0) return undefined;
  return options?.[Number(number) - 1]?.command;
}

/** The command that words complete: the first form that waits for them alone. */
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
