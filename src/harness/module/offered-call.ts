import { z } from 'zod';
import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import type { PlannerModule } from './planner-module.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { CommandCall } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

/** Data that chooses one of the options on offer: its id. */
const Choice = z.strictObject({ choose: z.string() });
const Commanded = z.looseObject({ type: z.string() });

interface Offer {
  readonly item: WaitingItem;
  readonly command: CommandCall;
}

/** The option that data chooses: by id, or by the exact command it contains. Throws if it is ambiguous. */
export function offeredCall(waiting: readonly WaitingItem[], data: unknown): CommandCall | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { choose } = Choice.safeParse(data).data ?? {};
  if (choose !== undefined)
    return onlyOne(
      choose,
      offersOf(waiting, ({ id }) => id === choose),
    );
  if (!('type' in data)) return undefined;
  const given = canonicalJson(data);
  return offersOf(waiting, ({ command }) => canonicalJson(command) === given)[0]?.command;
}

/** The error for data that chooses or commands something not on offer; `undefined` if it does neither. */
export function notOffered(
  { commands }: Pick<PlannerModule, 'commands'>,
  data: unknown,
): Refusal | undefined {
  const { choose } = Choice.safeParse(data).data ?? {};
  if (choose !== undefined) return refuse(`"${choose}" is not on offer. Use the id of an option.`);
  const { type } = Commanded.safeParse(data).data ?? {};
  if (type === undefined || !Object.hasOwn(commands, type)) return undefined;
  return refuse(
    `"${type}" is not on offer in this form. Send the command of an option unchanged, or send text.`,
  );
}

/** The option with this label. Throws if several waiting items have one. */
export function labelledCall(waiting: readonly WaitingItem[], text: string): CommandCall | undefined {
  const words = text.trim().toLowerCase();
  return onlyOne(
    text.trim(),
    offersOf(waiting, ({ label }) => label.trim().toLowerCase() === words),
  );
}

/** The option with this number. Throws if several waiting items have one. */
export function numberedCall(waiting: readonly WaitingItem[], text: string): CommandCall | undefined {
  const number = /^\s*(\d{1,3})[.)]?\s*$/.exec(text)?.[1];
  if (number === undefined) return undefined;
  const at = Number(number) - 1;
  return onlyOne(
    text.trim(),
    offersOf(waiting, (_option, position) => position === at),
  );
}

function offersOf(
  waiting: readonly WaitingItem[],
  isMeant: (option: NonNullable<WaitingItem['options']>[number], at: number) => boolean,
): readonly Offer[] {
  return waiting.flatMap((item) =>
    (item.options ?? []).filter(isMeant).map(({ command }) => ({ item, command })),
  );
}

function onlyOne(words: string, offers: readonly Offer[]): CommandCall | undefined {
  if (new Set(offers.map(({ command }) => canonicalJson(command))).size <= 1) return offers[0]?.command;
  const items = [...new Set(offers.map(({ item }) => `"${item.text}" (${item.id})`))];
  throw refuse(
    `Which one do you mean? "${words}" could be the answer to ${items.join(' or ')}. Name an option that only one of them has, or send its command.`,
  );
}
