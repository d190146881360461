import { z } from 'zod';
import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import { STATUS_WORDS } from '../../../harness/module/status-words.ts';
import {
  SESSION_COMMANDS,
  type SessionCommandName,
  sessionCommandsOf,
} from '../../../sessions/commands/commands.ts';
import { listStatusOf } from '../../../sessions/view/session-summary.ts';
import { PLANNING_HINTS, type PlannerTool, plannerTool, READING_HINTS } from '../planner-tool.ts';
import { commandInput, commandInputSchema, SessionId } from './command-input.ts';
import { exportTools } from './export-tool.ts';
import { SessionAnswer, sessionAnswer } from './session-answer.ts';
import type { SessionCalls } from './session-calls.ts';
import type { SessionTerms } from './session-terms.ts';
import type { SessionTools } from './session-tool-set.ts';
import { startTool } from './start-tool.ts';
import { toolName } from './tool-name.ts';

/**
 * The common session commands that an agent may run. Setting up, pausing, lifting limits, archiving and publishing are
 * reserved for people.
 */
const FOR_AGENTS: ReadonlySet<SessionCommandName> = new Set([
  'say',
  'receive',
  'guide',
  'answer',
  'approve',
  'edit',
  'dismiss',
  'cancel',
  'retry',
]);
const DRAFTS: ReadonlySet<SessionCommandName> = new Set(['approve', 'edit', 'dismiss']);

/** A command offered as a tool. */
interface OfferedCommand {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly isDestructive: boolean;
}

/** The tools of any planner, derived from its module: start, one for each command, show, list and export. */
export function moduleTools(module: PlannerModule): SessionTools {
  const commands = offeredCommands(module);
  return {
    terms: termsOf(module, commands),
    guide: guideOf(module),
    tools: (calls) => [
      startTool(calls),
      ...commands.map((command) => commandTool(calls, command)),
      showTool(calls),
      listTool(calls),
      ...exportTools(calls),
    ],
  };
}

function termsOf(module: PlannerModule, commands: readonly OfferedCommand[]): SessionTerms {
  const offered = new Set(commands.map(({ type }) => type));
  const terms: SessionTerms = {
    scheme: module.id,
    idName: 'session',
    title: module.title,
    description: `A session of ${module.title}, as JSON and as Markdown.`,
    isId: (value) => SessionId.safeParse(value).success,
    fieldOfCode: { 'no-session': 'session', 'session-exists': 'id', 'config-invalid': 'config' },
    toolFor: ({ type, ...input }, session) =>
      offered.has(type) ? { tool: toolName(module, type), arguments: { session, ...input } } : undefined,
    answer: (view, name) => sessionAnswer(view, (call) => terms.toolFor(call, name)),
    json: (view) => ({ ...sessionAnswer(view, () => undefined), data: view.data }),
  };
  return terms;
}

function offeredCommands(module: PlannerModule): readonly OfferedCommand[] {
  const general = sessionCommandsOf(module).filter((name) => {
    if (DRAFTS.has(name)) return module.talks === 'agent';
    return FOR_AGENTS.has(name);
  });
  return [
    ...general.map((type) => ({
      type,
      title: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
      description: SESSION_COMMANDS[type].description ?? `${type} in a session.`,
      input: SESSION_COMMANDS[type],
      isDestructive: type === 'cancel' || type === 'dismiss',
    })),
    ...Object.entries(module.commands).map(([type, { title, description, input, confirm = false }]) => ({
      type,
      title,
      description: description ?? title,
      input,
      isDestructive: confirm,
    })),
  ];
}

function commandTool(
  calls: SessionCalls,
  { type, title, description, input, isDestructive }: OfferedCommand,
): PlannerTool {
  const { module } = calls.sessions;
  return {
    ...calls.refusals,
    name: toolName(module, type),
    title,
    description: `${module.title}: ${description}`,
    inputSchema: commandInputSchema(input),
    outputSchema: z.strictObject(SessionAnswer),
    hints: { ...PLANNING_HINTS, destructive: isDestructive },
    call: async (given, by) => {
      const { fields, ...where } = commandInput(input, given);
      return calls.answer(await calls.give(where, by, { ...fields, type }));
    },
  };
}

function showTool(calls: SessionCalls): PlannerTool {
  const { module } = calls.sessions;
  return plannerTool({
    ...calls.refusals,
    name: toolName(module, 'show'),
    title: `Show a session of ${module.title}`,
    description: `Show a session of ${module.title}, and what needs a decision.`,
    inputSchema: z.strictObject({ session: SessionId }),
    outputSchema: z.strictObject(SessionAnswer),
    hints: READING_HINTS,
    opensApp: true,
    call: (input) => calls.show(input),
  });
}

function listTool({ sessions, refusals }: SessionCalls): PlannerTool {
  const { module } = sessions;
  return plannerTool({
    ...refusals,
    name: toolName(module, 'list'),
    title: `List the sessions of ${module.title}`,
    description: `List the sessions of ${module.title} with their status.`,
    inputSchema: z.strictObject({}),
    outputSchema: z.strictObject({
      sessions: z
        .array(
          z.strictObject({
            session: z.string(),
            title: z.string(),
            status: z.string(),
            waiting: z.int().describe('The number of items that need a decision.'),
            version: z.int(),
            updated_at: z.string(),
          }),
        )
        .optional(),
    }),
    hints: READING_HINTS,
    call: async () => {
      const found = await sessions.list();
      const listed = found.map(({ name, summary }) => ({
        session: name,
        title: summary.title,
        status: summary.status,
        waiting: summary.waiting.length,
        version: summary.head,
        updated_at: summary.lastActivity,
      }));
      const lines = found.map(
        ({ name, summary }) => `${name}: ${summary.title} (${STATUS_WORDS[listStatusOf(summary, false)]})`,
      );
      const none = `There are no sessions. Start one with ${toolName(module, 'start')}.`;
      return { sessions: listed, message: lines.join('\n') || none };
    },
  });
}

function guideOf(module: PlannerModule): string {
  const named = (verb: string) => `\`${toolName(module, verb)}\``;
  const words: Readonly<Record<PlannerModule['talks'], string>> = {
    person: `Say what the user wants and answers with ${named('say')}, in their words.`,
    agent: `Hand over what the other side says with ${named('receive')}. What it writes is sent only after ${named('approve')}.`,
    nobody: 'Use its other tools to change it.',
  };
  return `## ${module.title}

${module.description}

1. Call ${named('start')}. Keep the \`session\` that it returns.
2. ${words[module.talks]}
3. Let the user decide on each item in \`waiting\`, then call the tool that the option names.
4. When you come back to work, call ${named('list')} and ${named('show')}.`;
}
