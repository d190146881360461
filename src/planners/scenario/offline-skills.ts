import { z } from 'zod';
import { valuesIn } from '../../model/data-block.ts';
import type { LlmRequest } from '../../model/llm.ts';
import { OFFLINE_LABEL, quoted } from '../../model/offline/reply.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import { isCoreTool } from './core-tools.ts';
import { DECISION } from './decision.ts';
import { argumentsFrom, gist, itemised, knowledgeAbout, spoken } from './offline-knowledge.ts';
import { ORACLE } from './oracle.ts';
import { CLOSING } from './turn.ts';

/** The turns of its own in which the offline model has used all tools; in the next one it ends the conversation. */
const TURNS_WITH_TOOLS = 3;
/** The turn of its own in which it says goodbye if no tool ends the conversation. */
const LAST_TURN = 6;

/** What lets the offline model play a scenario to its end: every tool once, an answer each turn, then a tool that ends it. */
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

const Line = z.object({
  from: z.string().optional(),
  text: z.string().optional(),
  guidance: z.string().optional(),
  answer: z.string().optional(),
  tool: z.string().optional(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});
type Line = z.infer<typeof Line>;

const Role = z.object({
  principal: z.object({ name: z.string() }),
  goals: z.array(z.string()),
  knowledge: z.unknown(),
});

function roleIn(prompt: string): z.infer<typeof Role> {
  return Role.parse(valuesIn(prompt, 'role')[0]);
}

/** Everything that is shown, and what came after the last public message. */
function historyIn(prompt: string): { readonly lines: readonly Line[]; readonly turn: readonly Line[] } {
  const lines = z.array(Line).parse(valuesIn(prompt, 'history'));
  const last = lines.findLastIndex(({ from }) => from === 'me' || from === 'other');
  return { lines, turn: lines.slice(last + 1) };
}

function decide(prompt: string): unknown {
  const tools = z.array(Tool).parse(valuesIn(prompt, 'tools'));
  const step = z.object({ number: z.int(), of: z.int() }).parse(valuesIn(prompt, 'step')[0]);
  const { lines, turn } = historyIn(prompt);
  const ownTurns = lines.filter(({ from }) => from === 'me').length;
  const isNew = ({ tool }: Tool) => !lines.some((line) => line.tool === tool);
  const own = tools.filter((tool) => !isCoreTool(tool.tool) && isNew(tool));
  const unused = own.filter(({ endsConversationAs }) => endsConversationAs === undefined);
  const used = turn.filter(({ tool }) => tool !== undefined).length;

  // As many in each turn as it takes to have used them all in time.
  const share = Math.ceil((unused.length + used) / Math.max(1, TURNS_WITH_TOOLS - ownTurns));
  const [next] = unused;
  if (next && used < share && step.number < step.of)
    return call(prompt, next, `${next.tool} has not been used yet.`);

  const endings = own.filter(({ endsConversationAs }) => endsConversationAs !== undefined);
  const ending = endings.find(({ endsConversationAs }) => endsConversationAs === 'completed') ?? endings[0];
  const isSettled = unused.length === 0 && used === 0 && lines.some(({ from }) => from === 'other');
  if (ending && isSettled) return call(prompt, ending, 'Everything is settled.');
  return speak(prompt, tools, ownTurns >= LAST_TURN - 1);
}

function call(prompt: string, { tool, args }: Tool, reasoning: string): unknown {
  return decision(reasoning, tool, argumentsFrom(roleIn(prompt).knowledge, args));
}

function decision(reasoning: string, tool: string, args: unknown): unknown {
  return { reasoning: `${OFFLINE_LABEL} ${reasoning}`, action: { tool, args } };
}

function speak(prompt: string, tools: readonly Tool[], isLast: boolean): unknown {
  const has = (name: string) => tools.some(({ tool }) => tool === name);
  if (!has('sendMessageToRemoteAgent'))
    return decision('No messages can be sent.', has('done') ? 'done' : 'sleep', {});
  return decision('It is time to answer.', 'sendMessageToRemoteAgent', {
    text: messageText(prompt, isLast),
    ...filesOf(prompt),
    ...(isLast && { nextState: 'completed' }),
  });
}

const POINT = 'What matters to us:';

function messageText(prompt: string, isLast: boolean): string {
  const { principal, goals } = roleIn(prompt);
  const { lines, turn } = historyIn(prompt);
  const ownTurns = lines.filter(({ from }) => from === 'me').length;
  const heard = lines.findLast(({ from }) => from === 'other')?.text;
  const wish = turn.findLast(({ guidance, answer }) => (guidance ?? answer) !== undefined);
  const goal = goals[ownTurns % Math.max(1, goals.length)];
  return [
    `${OFFLINE_LABEL} ${principal.name} here.`,
    ...(heard === undefined ? [] : [echoOf(heard)]),
    ...(wish ? [`I was asked to say: ${sentence(quoted(wish.guidance ?? wish.answer ?? ''))}`] : []),
    ...turn.flatMap(finding),
    ...(goal === undefined || isLast ? [] : [`${POINT} ${sentence(goal)}`]),
    isLast ? 'That is all from our side. Thank you, and goodbye.' : 'What can you tell us about that?',
  ].join(' ');
}

/** What the other side said, in one sentence: its point, its question, or how it began. */
function echoOf(heard: string): string {
  const text = heard.replaceAll(OFFLINE_LABEL, '').trim();
  const [, point] = new RegExp(`${POINT} ([^.!?]*)`).exec(text) ?? [];
  if (point !== undefined) return `You said what matters to you: ${sentence(quoted(point))}`;
  const question = /(?<![^.!?])[^.!?]*\?/.exec(text)?.[0].trim();
  return question === undefined ? `You wrote: “${quoted(text)}”` : `You asked: “${quoted(question)}”`;
}

const Documents = z.object({ documents: z.array(z.object({ name: z.string() })).min(1) });

function finding({ tool, result, error }: Line): string[] {
  if (tool === undefined || error !== undefined) return [];
  const documents = Documents.safeParse(result).data?.documents;
  const found = documents ? `see ${documents.map(({ name }) => name).join(', ')}` : gist(result);
  return [`We used ${spoken(tool)}: ${sentence(found)}`];
}

/** The files that this turn's tools have made. */
function filesOf(prompt: string): { readonly attachments?: readonly string[] } {
  const known = new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(valuesIn(prompt, 'files'))
      .map(({ name }) => name),
  );
  const made = historyIn(prompt).turn.flatMap(
    ({ result }) => Documents.safeParse(result).data?.documents.map(({ name }) => name) ?? [],
  );
  const attachments = made.filter((name) => known.has(name));
  return attachments.length > 0 ? { attachments } : {};
}

function close(prompt: string): unknown {
  const { principal } = roleIn(prompt);
  const { lines } = historyIn(prompt);
  const ending = z.object({ tool: z.string(), status: z.string() }).parse(valuesIn(prompt, 'ending')[0]);
  const last = lines.findLast(({ tool }) => tool === ending.tool);
  return {
    text: [
      `${OFFLINE_LABEL} ${principal.name} here.`,
      `We have come to an end (${ending.status}), by ${spoken(ending.tool)}: ${sentence(gist(last?.args))}`,
      'Thank you, and goodbye.',
    ].join(' '),
    ...filesOf(prompt),
  };
}

const DOCUMENT =
  /\b(?:document|letter|record|report|certificate|confirmation|form|invoice|quote|offer|contract|note)\b/i;

function simulate(prompt: string): unknown {
  const { toolName, description, synthesisGuidance } = z
    .object({ toolName: z.string(), description: z.string(), synthesisGuidance: z.string() })
    .parse(valuesIn(prompt, 'tool')[0]);
  const related = knowledgeAbout(`${toolName} ${description}`, roleIn(prompt).knowledge);
  if (!DOCUMENT.test(synthesisGuidance))
    return { value: { status: 'ok', source: OFFLINE_LABEL, ...related } };
  const title = spoken(toolName);
  const parts = [
    `# ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    `${OFFLINE_LABEL} ${description}`,
    `## What was asked\n\n${itemised(valuesIn(prompt, 'call')[0])}`,
    `## What is on file\n\n${itemised(related)}`,
  ];
  const name = `${title.replaceAll(' ', '-')}.md`;
  return { documents: [{ name, mimeType: 'text/markdown', content: `${parts.join('\n\n')}\n` }] };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
