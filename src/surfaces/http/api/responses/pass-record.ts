import { z } from 'zod';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { Envelope, Fact } from '../../../../journal/fact.ts';
import { isBookkeeping } from '../../../../kernel/facts.ts';
import { Usage } from '../../../../kernel/limits/spending.ts';
import { FACT_KINDS, kindOf } from '../../../../sessions/view/fact-kind.ts';
import { firstFrom, plannerTexts, requestText } from '../../../../sessions/view/message.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { Work } from '../../../../sessions/view/work-log.ts';
import { Seq } from './response-schemas.ts';

const ModelCall = z.strictObject({
  model: z.string().nullable(),
  inputTokens: z.number().min(0),
  outputTokens: z.number().min(0),
  cost: z.number().min(0).nullable().describe('In US dollars; null if the price is unknown.'),
  durationMs: z.number().min(0).nullable(),
  prompt: z.string().nullable().describe('The URL of the prompt, as JSON.'),
  answer: z.string().nullable().describe('The URL of the answer.'),
  failed: z.boolean(),
});
type ModelCall = Readonly<z.infer<typeof ModelCall>>;

const FactLine = z.strictObject({ seq: Seq, ts: z.string(), type: z.string(), kind: z.enum(FACT_KINDS) });

/** A planning pass or a reaction: its trigger, its model calls and its result. */
export const PassRecord = z.strictObject({
  pass: Seq.describe('Its id: the seq of its claim.'),
  work: z.string().describe('`plan` for a planning pass, otherwise the name of the reactor.'),
  target: Seq.describe('The fact that it is about.'),
  worker: z.string(),
  from: Seq,
  to: Seq.nullable(),
  began: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
  durationMs: z.number().min(0).nullable(),
  outcome: z.enum(['committed', 'empty', 'duplicate', 'error', 'done', 'failed', 'under-way']),
  calls: z.array(ModelCall).readonly(),
  total: z.strictObject({ inputTokens: z.number(), outputTokens: z.number(), cost: z.number().nullable() }),
  facts: z.array(FactLine).readonly().describe('What it appended.'),
  request: z
    .strictObject({ seq: Seq, ts: z.string(), type: z.string(), text: z.string(), by: z.string().nullable() })
    .nullable()
    .describe('What started it: the last message of a person or the other side before it.'),
  proposal: z.string().nullable().describe('Its result as text, shortened.'),
});
export type PassRecord = Readonly<z.infer<typeof PassRecord>>;

/** The maximum number of facts to search for those of a pass. */
const MAX_FACTS = 2000;

const Call = z.object({
  model: z.string().optional().catch(undefined),
  backend: z.string().optional().catch(undefined),
  usage: z.object(Usage.shape).optional().catch(undefined),
  durationMs: z.number().optional().catch(undefined),
  durationSeconds: z.number().optional().catch(undefined),
  prompt: z.string().optional().catch(undefined),
  answer: z.string().optional().catch(undefined),
  promptSha256: z.string().optional().catch(undefined),
  answerSha256: z.string().optional().catch(undefined),
  status: z.unknown().optional(),
});
/** The text of a proposal, in any fact type. */
const Proposal = z
  .object({
    text: z.string().optional().catch(undefined),
    prompt: z.string().optional().catch(undefined),
    reason: z.string().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
  })
  .transform(({ text, prompt, message, reason }) => text ?? prompt ?? message ?? reason);
const Records = z.object({ records: z.array(z.unknown()).optional().catch(undefined) });

/** The record of a session's pass or reaction. */
export async function passRecord(view: SessionView, work: Work): Promise<PassRecord> {
  const { from, began, target, worker, end } = work;
  const facts = end === undefined ? [] : await factsOf(view, work, end.seq);
  const came = end === undefined ? [] : appended(facts, end.ts, view.module);
  const calls = facts.flatMap((fact) => callsIn(fact, view.session.journal.id));
  return {
    pass: from,
    work: work.work,
    target,
    worker,
    from,
    to: end?.seq ?? null,
    began,
    ended: end?.ts ?? null,
    durationMs: end ? Date.parse(end.ts) - Date.parse(began) : null,
    outcome: end === undefined ? 'under-way' : (end.outcome ?? (end.failed ? 'failed' : 'done')),
    calls,
    total: totalOf(calls),
    facts: came,
    request: requestOf(view.messages, target),
    proposal: proposalOf(view.messages, facts, came),
  };
}

const MAX_TEXT_LENGTH = 300;

/** The last request at or before a fact. */
function requestOf(messages: SessionView['messages'], target: number): PassRecord['request'] {
  for (let at = firstFrom(messages, target + 1) - 1; at >= 0; at--) {
    const message = messages.at(at);
    const text = message && requestText(message);
    if (!message || text === undefined) continue;
    const by = 'by' in message && typeof message.by === 'string' ? message.by : null;
    return { seq: message.seq, ts: message.ts, type: message.type, text: shortened(text), by };
  }
  return null;
}

/** The text of the last appended fact that has one. */
function proposalOf(
  messages: SessionView['messages'],
  facts: readonly Envelope[],
  came: PassRecord['facts'],
): string | null {
  for (const { seq } of came.toReversed()) {
    const [reply] = plannerTexts(messages, [seq]);
    const text = reply ?? Proposal.safeParse(facts.find((fact) => fact.seq === seq)).data;
    if (text) return shortened(text);
  }
  return null;
}

function shortened(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

async function factsOf({ session }: SessionView, { from }: Work, to: number): Promise<readonly Envelope[]> {
  return await session.journal.facts({ from: Math.max(from + 1, to - MAX_FACTS), to });
}

/** The facts of a batch share one time, and the fact that settles the work is the last of them. */
function appended(facts: readonly Envelope[], ts: string, module: PlannerModule): PassRecord['facts'] {
  const first = facts.findLastIndex((fact) => fact.ts !== ts) + 1;
  return facts
    .slice(first)
    .filter((fact) => !isBookkeeping(fact))
    .map((fact) => ({ seq: fact.seq, ts: fact.ts, type: fact.type, kind: kindOf(fact, module) }))
    .filter(({ kind }) => kind !== 'person');
}

/** The model calls in a fact: those of a pass, or of any fact that reports usage. */
function callsIn(fact: Envelope, session: string): readonly ModelCall[] {
  const { records = [] } = Records.safeParse(fact).data ?? {};
  const own = 'usage' in fact || fact.type === 'plan_attempted' ? [fact as Fact] : [];
  return [...records, ...own].flatMap((each) => {
    const { data } = Call.safeParse(each);
    return data ? [callOf(data, (sha256) => addressOf(session, sha256, fact.seq))] : [];
  });
}

function callOf(call: z.infer<typeof Call>, address: (sha256: string) => string): ModelCall {
  const { model, backend, usage, durationMs, durationSeconds, status } = call;
  const { prompt = call.promptSha256, answer = call.answerSha256 } = call;
  return {
    model: model ?? backend ?? null,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    cost: usage?.cost ?? null,
    durationMs: durationMs ?? (durationSeconds === undefined ? null : durationSeconds * 1000),
    prompt: prompt === undefined ? null : address(prompt),
    answer: answer === undefined ? null : address(answer),
    failed: status === 'failed',
  };
}

function addressOf(session: string, sha256: string, seq: number): string {
  return `/api/sessions/${session}/attachments/${sha256}?in=${seq}`;
}

function totalOf(calls: readonly ModelCall[]): PassRecord['total'] {
  const sum = (amount: (call: ModelCall) => number) => calls.reduce((total, call) => total + amount(call), 0);
  const isPriced = calls.some(({ cost }) => cost !== null);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: isPriced ? sum(({ cost }) => cost ?? 0) : null,
  };
}
