import { z } from 'zod';
import type { ProposedFact } from '../../journal/fact.ts';
import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import type { AttachmentFold } from '../conversation/attachment-fold.ts';
import { digestOf } from '../drafts/digest.ts';
import type { Draft } from '../drafts/draft-fold.ts';
import { conversationFacts, MessageAttachment } from '../facts.ts';
import type { PlannerFamily } from '../family.ts';
import { isFromOutside, isNotForPlanners } from './visible-facts.ts';

/** A planner's output: ready to commit, or what is wrong with it. */
export type CheckedBatch =
  | { readonly ok: true; readonly facts: readonly ProposedFact[] }
  | { readonly ok: false; readonly problem: string };

const Compose = z.object({
  composeId: z.string(),
  text: z.string(),
  attachments: z.array(MessageAttachment).optional(),
  nextStateHint: z.string().optional(),
});

/**
 * Validates whatever a planner returned, and fills in what the harness adds: hashes and digests. `isStep`: more
 * follows, so it may end in anything.
 */
export function checkBatch(
  output: unknown,
  context: { readonly family: PlannerFamily; readonly attachments: AttachmentFold },
  { isStep = false }: { readonly isStep?: boolean } = {},
): CheckedBatch {
  try {
    if (!Array.isArray(output)) return wrong(`an array of facts was expected, ${typeof output} was returned`);
    const facts = output.map(checkedFact);
    if (!isStep) checkEnding(facts, context.family);
    return { ok: true, facts: completed(facts, context.attachments) };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

/** Checks for fact types that a batch must not contain, and the payloads of known types. */
function checkedFact(fact: unknown, at: number): ProposedFact {
  if (!isPlainObject(fact)) throw new BatchProblem(`facts[${at}] is not a plain object`);
  // Read once: a getter could return something else the next time.
  const copy = { ...fact };
  const { type } = copy;
  if (typeof type !== 'string') throw new BatchProblem(`facts[${at}] has no type`);
  if (isNotForPlanners(type) || isBookkeeping({ type }))
    throw new BatchProblem(`facts[${at}] is a ${type}, which a planner may not propose`);
  if (copy.by !== undefined && Object.hasOwn(conversationFacts, type))
    throw new BatchProblem(`facts[${at}] names a person as its author: by ${String(copy.by)}`);
  if (type === 'attachment_added' && isFromOutside(copy))
    throw new BatchProblem(`facts[${at}] claims a file from outside: its origin is ${copy.origin}`);
  return { ...copy, type };
}

function checkEnding(facts: readonly ProposedFact[], { closing }: PlannerFamily): void {
  const last = facts.at(-1);
  if (last !== undefined && last.type !== 'planner_error' && !closing.includes(last.type))
    throw new BatchProblem(`the output ends in ${last.type}, and not in one of ${closing.join(', ')}`);
  if (facts.filter(({ type }) => type === 'compose_intent').length > 1)
    throw new BatchProblem('the output has more than one draft');
}

function completed(facts: readonly ProposedFact[], attachments: AttachmentFold): ProposedFact[] {
  const known = new Map<string, string>();
  for (const fact of facts) {
    if (fact.type === 'attachment_added') known.set(String(fact.name), String(fact.sha256));
  }
  const newHashes = new Set(known.values());
  const hashOf = ({ name, sha256 }: MessageAttachment): string | undefined =>
    sha256 === undefined
      ? (known.get(name) ?? attachments.find(name)?.sha256)
      : newHashes.has(sha256) || attachments.find(sha256)
        ? sha256
        : undefined;
  return facts.map((fact, at) => {
    const whole = fact.type === 'compose_intent' ? withDigest(fact, at, hashOf) : fact;
    checkPayload(whole, at);
    return whole;
  });
}

/** A name can come to mean other bytes, so the digest covers the hash too. */
function withDigest(
  fact: ProposedFact,
  at: number,
  hashOf: (attachment: MessageAttachment) => string | undefined,
): ProposedFact {
  const { data, error } = Compose.safeParse(fact);
  if (error) throw new BatchProblem(`facts[${at}] (compose_intent): ${issuesOf(error)}`);
  const attachments = data.attachments?.map((attachment) => {
    const sha256 = hashOf(attachment);
    if (sha256 === undefined)
      throw new BatchProblem(`facts[${at}] refers to the unknown file ${attachment.name}`);
    return { ...attachment, sha256 };
  });
  const content = { ...data, ...(attachments && { attachments }) };
  return { ...fact, ...(attachments && { attachments }), digest: digestOf(content) };
}

/** Even in a journal without fact types: a fact that the projection cannot read would be lost. */
function checkPayload({ type, v: _, ...payload }: ProposedFact, at: number): void {
  const schemas: Readonly<Record<string, z.ZodType>> = conversationFacts;
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  const { error } = schema?.safeParse(payload) ?? {};
  if (error) throw new BatchProblem(`facts[${at}] (${type}): ${issuesOf(error)}`);
}

/** Whether the output only repeats a sleep, or an unsent draft. */
export function isDuplicate(
  facts: readonly ProposedFact[],
  before: { readonly lastType: string | undefined; readonly unsent: Draft | undefined },
): boolean {
  const last = facts.at(-1);
  if (last?.type === 'sleep') return facts.length === 1 && before.lastType === 'sleep';
  const compose = last?.type === 'compose_intent' ? Compose.safeParse(last).data : undefined;
  if (compose === undefined || before.unsent === undefined) return false;
  return compose.text === before.unsent.text && namesOf(compose) === namesOf(before.unsent);
}

function namesOf({
  attachments = [],
}: {
  readonly attachments?: readonly MessageAttachment[] | undefined;
}): string {
  return JSON.stringify(attachments.map(({ name }) => name));
}

/** A failed check; `checkBatch` turns it into a result. */
class BatchProblem extends Error {}

function issuesOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

function wrong(problem: string): CheckedBatch {
  return { ok: false, problem };
}
