import { z } from 'zod';
import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { valuesIn } from '../../model/answers/data-block.ts';
import type { LlmRequest } from '../../model/llm.ts';
import { OFFLINE_LABEL } from '../../model/offline/reply.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import { agreedTerms, bargain, type Line, settledText } from './bargaining/offline-bargaining.ts';
import { argumentsFrom, itemised, knowledgeAbout, spoken } from './bargaining/offline-knowledge.ts';
import { Term } from './bargaining/terms.ts';
import { describedTerms, numbersOf } from './bargaining/terms-in-text.ts';
import { isCoreTool } from './turn/core-tools.ts';
import { DECISION } from './turn/decision.ts';
import { ORACLE } from './turn/oracle.ts';
import { CLOSING } from './turn/turn.ts';

/** After this many turns of its own the offline model has used all tools; in the next one it ends the conversation. */
const TURNS_WITH_TOOLS = 3;
/** The turn in which it says goodbye if no tool ends the conversation. */
const LAST_TURN = 6;

/**
 * Skills with which the offline model plays a scenario to its end. If its agent has terms, it bargains about them
 * and agrees only within its limits; otherwise it asks and answers, and ends after a few turns. It reveals nothing
 * of its agent's knowledge.
 */
export const offlineSkills: readonly OfflineSkill[] = [
  { name: 'scenario-decision', answers: (request) => answerTo(request, DECISION, decide) },
  { name: 'scenario-closing', answers: (request) => answerTo(request, CLOSING, close) },
  { name: 'scenario-oracle', answers: (request) => answerTo(request, ORACLE, simulate) },
];

function answerTo(
  { json, messages }: LlmRequest,
  name: string,
  answer: (prompt: string) => unknown,
): string | undefined {
  return json?.name === name ? JSON.stringify(answer(messages[0]?.text ?? '')) : undefined;
}

const Tool = z.object({
  tool: z.string(),
  description: z.string(),
  args: z.record(z.string(), z.unknown()),
  endsConversationAs: z.string().optional(),
});
type Tool = z.infer<typeof Tool>;

const HistoryLine = z.object({
  from: z.string().optional(),
  text: z.string().optional(),
  guidance: z.string().optional(),
  answer: z.string().optional(),
  tool: z.string().optional(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

const Role = z.object({
  principal: z.object({ name: z.string() }),
  systemPrompt: z.string().default(''),
  goals: z.array(z.string()).default([]),
  terms: z.array(Term).default([]),
  knowledge: z.unknown(),
});

function roleIn(prompt: string): z.infer<typeof Role> {
  return Role.parse(valuesIn(prompt, 'role')[0]);
}

/** What the agent bargains about: its terms, or the numbers that an agreement takes. */
function termsIn(prompt: string, numbers: readonly string[]): readonly Term[] {
  const role = roleIn(prompt);
  return role.terms.length > 0 ? role.terms : describedTerms(role, numbers);
}

/** The names of numeric arguments of a call. */
function numbersIn(args: unknown): readonly string[] {
  return isPlainObject(args) ? Object.keys(args).filter((name) => typeof args[name] === 'number') : [];
}

/** Everything that is shown, and what came after the last public message. */
function historyIn(prompt: string): { readonly lines: readonly Line[]; readonly turn: readonly Line[] } {
  const lines = z.array(HistoryLine).parse(valuesIn(prompt, 'history'));
  const last = lines.findLastIndex(({ from }) => from === 'me' || from === 'other');
  return { lines, turn: lines.slice(last + 1) };
}

function decide(prompt: string): unknown {
  const tools = z.array(Tool).parse(valuesIn(prompt, 'tools'));
  const step = z.object({ number: z.int(), of: z.int() }).parse(valuesIn(prompt, 'step')[0]);
  const { lines, turn } = historyIn(prompt);
  const ownTurns = lines.filter(({ from }) => from === 'me').length;
  const isNew = ({ tool, endsConversationAs }: Tool) =>
    !lines.some(
      (line) => line.tool === tool && (endsConversationAs === undefined || line.error === undefined),
    );
  const own = tools.filter((tool) => !isCoreTool(tool.tool) && isNew(tool));
  const unused = own.filter(({ endsConversationAs }) => endsConversationAs === undefined);
  const used = turn.filter(({ tool }) => tool !== undefined).length;

  // Enough per turn to use all of them in time.
  const share = Math.ceil((unused.length + used) / Math.max(1, TURNS_WITH_TOOLS - ownTurns));
  const [next] = unused;
  if (next && used < share && step.number < step.of)
    return call(prompt, next, `${next.tool} has not been used yet.`);

  const endings = own.filter(({ endsConversationAs }) => endsConversationAs !== undefined);
  const signing = tools.find(({ endsConversationAs }) => endsConversationAs === 'completed');
  const terms = termsIn(prompt, signing ? numbersOf(signing.args) : []);
  if (terms.length > 0) return negotiate(prompt, { terms, tools, endings, lines });
  const ending = endings.find(({ endsConversationAs }) => endsConversationAs === 'completed') ?? endings[0];
  const isSettled = unused.length === 0 && used === 0 && lines.some(({ from }) => from === 'other');
  if (ending && isSettled) return call(prompt, ending, 'Everything is settled.');
  const isLast = ownTurns >= LAST_TURN - 1;
  return speak(tools, messageText(prompt, isLast), isLast ? 'completed' : undefined);
}

/** Bargains about the terms, and ends with those that were agreed on. */
function negotiate(
  prompt: string,
  {
    terms,
    tools,
    endings,
    lines,
  }: {
    readonly terms: readonly Term[];
    readonly tools: readonly Tool[];
    readonly endings: readonly Tool[];
    readonly lines: readonly Line[];
  },
): unknown {
  const { principal } = roleIn(prompt);
  const move = bargain(terms, lines);
  const greeting = `${OFFLINE_LABEL} ${principal.name} here.`;
  switch (move.type) {
    case 'offer':
      return speak(tools, `${greeting} ${move.text}`);
    case 'accept': {
      const tool = endings.find(({ endsConversationAs }) => endsConversationAs === 'completed');
      if (tool && isRefused(tool, lines))
        return speak(tools, `${greeting} We cannot confirm that yet. What else can you offer?`);
      if (tool) return call(prompt, tool, 'Both sides agree.', move.offer);
      return speak(tools, `${greeting} We accept. ${settledText(terms, move.offer)}`, 'completed');
    }
    case 'break-off': {
      const tool = endings.find(({ endsConversationAs }) => endsConversationAs !== 'completed');
      if (tool) return call(prompt, tool, 'There is no agreement to be had.', { reason: TOO_FAR_APART });
      return speak(
        tools,
        `${greeting} We are too far apart, and leave it at that. Thank you for the talk.`,
        'failed',
      );
    }
    default:
      return move satisfies never;
  }
}

/** Whether the principal has declined a call in this turn. */
function isRefused({ tool }: Tool, lines: readonly Line[]): boolean {
  const last = lines.findLastIndex(({ from }) => from === 'me' || from === 'other');
  return lines.slice(last + 1).some((line) => line.tool === tool && line.error !== undefined);
}

const TOO_FAR_APART = 'What both sides want is too far apart.';

/** Agreed values take precedence over the agent's knowledge; optional arguments are left out. */
function call(
  prompt: string,
  { tool, args: schema }: Tool,
  reasoning: string,
  agreed: Readonly<Record<string, unknown>> = {},
): unknown {
  const names = Object.keys(z.record(z.string(), z.unknown()).safeParse(schema.properties).data ?? {});
  const settled = Object.entries(agreed).filter(([name]) => names.includes(name));
  const known = argumentsFrom(roleIn(prompt).knowledge, schema);
  const needed = settled.length === 0 ? known : pick(known, requiredIn(schema));
  return decision(reasoning, tool, { ...needed, ...Object.fromEntries(settled) });
}

function requiredIn(schema: Tool['args']): readonly string[] {
  return z.array(z.string()).safeParse(schema.required).data ?? [];
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function decision(reasoning: string, tool: string, args: unknown): unknown {
  return { reasoning: `${OFFLINE_LABEL} ${reasoning}`, action: { tool, args } };
}

function speak(tools: readonly Tool[], text: string, nextState?: 'completed' | 'failed'): unknown {
  const has = (name: string) => tools.some(({ tool }) => tool === name);
  if (!has('sendMessageToRemoteAgent'))
    return decision('No messages can be sent.', has('done') ? 'done' : 'sleep', {});
  return decision('It is time to answer.', 'sendMessageToRemoteAgent', {
    text,
    ...(nextState && { nextState }),
  });
}

function messageText(prompt: string, isLast: boolean): string {
  const { principal } = roleIn(prompt);
  const { lines, turn } = historyIn(prompt);
  const { title } = z.object({ title: z.string() }).parse(valuesIn(prompt, 'scenario')[0]);
  const hasHeard = lines.some(({ from }) => from === 'other');
  const looked = turn.flatMap(({ tool, error }) =>
    tool === undefined || error !== undefined ? [] : [spoken(tool)],
  );
  return [
    `${OFFLINE_LABEL} ${principal.name} here.`,
    ...(lines.some(({ from }) => from === 'me') ? [] : [`This is about: ${title}.`]),
    ...(hasHeard ? ['Thank you for your message.'] : []),
    ...(looked.length > 0 ? [`We have prepared our side (${looked.join(', ')}).`] : []),
    isLast
      ? 'That is all from our side. Thank you, and goodbye.'
      : 'What do you propose, and what do you need from us to settle it?',
  ].join(' ');
}

const Documents = z.object({ documents: z.array(z.object({ name: z.string() })).min(1) });

/** The files that a tool has created in this turn. */
function filesOf(prompt: string, tool: string): { readonly attachments?: readonly string[] } {
  const known = new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(valuesIn(prompt, 'files'))
      .map(({ name }) => name),
  );
  const created = historyIn(prompt)
    .turn.filter((line) => line.tool === tool)
    .flatMap(({ result }) => Documents.safeParse(result).data?.documents.map(({ name }) => name) ?? []);
  const attachments = created.filter((name) => known.has(name));
  return attachments.length > 0 ? { attachments } : {};
}

function close(prompt: string): unknown {
  const { principal } = roleIn(prompt);
  const { lines } = historyIn(prompt);
  const ending = z.object({ tool: z.string(), status: z.string() }).parse(valuesIn(prompt, 'ending')[0]);
  const args = lines.findLast(({ tool }) => tool === ending.tool)?.args;
  const terms = termsIn(prompt, numbersIn(args));
  const isAgreement = ending.status === 'completed';
  const settled = isAgreement && terms.length > 0 ? [settledText(terms, agreedTerms(terms, args))] : [];
  return {
    text: [
      `${OFFLINE_LABEL} ${principal.name} here.`,
      ...(settled.length > 0 ? ['We accept.', ...settled] : []),
      isAgreement
        ? `We take care of the rest (${spoken(ending.tool)}).`
        : `${TOO_FAR_APART} We leave it at that (${spoken(ending.tool)}).`,
      'Thank you, and goodbye.',
    ].join(' '),
    ...(isAgreement && filesOf(prompt, ending.tool)),
  };
}

const DOCUMENT =
  /\b(?:document|letter|record|report|certificate|confirmation|form|invoice|quote|offer|contract|note)\b/i;

function simulate(prompt: string): unknown {
  const { toolName, description, synthesisGuidance, endsConversation } = z
    .object({
      toolName: z.string(),
      description: z.string(),
      synthesisGuidance: z.string(),
      endsConversation: z.boolean().optional(),
    })
    .parse(valuesIn(prompt, 'tool')[0]);
  const { knowledge } = roleIn(prompt);
  const args = valuesIn(prompt, 'call')[0];
  const title = spoken(toolName);
  const heading = [`# ${title.charAt(0).toUpperCase()}${title.slice(1)}`, `${OFFLINE_LABEL} ${description}`];
  const name = `${title.replaceAll(' ', '-')}.md`;
  const document = (parts: readonly string[]) => ({
    documents: [{ name, mimeType: 'text/markdown', content: `${[...heading, ...parts].join('\n\n')}\n` }],
  });
  // Both sides see the ending call: it contains what was agreed on, and nothing else.
  if (endsConversation) {
    const agreed = agreedTerms(termsIn(prompt, numbersIn(args)), args);
    return DOCUMENT.test(synthesisGuidance) && Object.keys(agreed).length > 0
      ? document([`## Agreed\n\n${itemised(agreed)}`])
      : { value: { status: 'ok', source: OFFLINE_LABEL, ...agreed } };
  }
  const related = knowledgeAbout(`${toolName} ${description}`, knowledge);
  return DOCUMENT.test(synthesisGuidance)
    ? document([`## What was asked\n\n${itemised(args)}`, `## What is on file\n\n${itemised(related)}`])
    : { value: { status: 'ok', source: OFFLINE_LABEL, ...related } };
}
