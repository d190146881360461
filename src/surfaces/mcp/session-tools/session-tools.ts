import { z } from 'zod';
import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import { SESSION_COMMANDS, type SessionCommandName, sessionCommandsOf } from '../../../sessions/commands.ts';
import { pauseNotice } from '../../../sessions/pause-notice.ts';
import { commandReply } from '../../../sessions/turn.ts';
import { type PlannerTool, plannerTool, READS, TALKS, type ToolAnswer } from '../planner-tool.ts';
import { commandInput, commandInputSchema, SessionId } from './command-input.ts';
import { exportTools } from './export-tool.ts';
import { behindNotice, type PlannerSessions, type ToolTurn } from './planner-sessions.ts';
import { SessionAnswer, sessionAnswer, sessionText, withCalls } from './session-answer.ts';
import { startTool } from './start-tool.ts';
import { toolName } from './tool-name.ts';

/**
 * The commands of every session that an agent may give. Setting up, pausing, lifting limits, archiving and publishing are
 * for people.
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

/** What may be done in the sessions of a planner by a tool. */
interface OfferedCommand {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly isDestructive: boolean;
}

/** The tools of a planner: start, one for each command, show, list and export. */
export function sessionTools(sessions: PlannerSessions): readonly PlannerTool[] {
  const { module } = sessions;
  const commands = offeredCommands(module);
  const offered = new Set(commands.map(({ type }) => type));
  const common = {
    fieldOfCode: FIELD_OF_CODE,
    standing: async (input: unknown) => await standing(sessions, input),
  };
  return [
    startTool(sessions, { ...common, answer: (turn) => turnAnswer(turn, offered) }),
    ...commands.map((command) => ({ ...common, ...commandTool(sessions, command, offered) })),
    plannerTool({
      ...common,
      name: toolName(module, 'show'),
      title: `Show a session of ${module.title}`,
      description: `Show a session of ${module.title}: what there is to see, and what waits.`,
      inputSchema: z.strictObject({ session: SessionId }),
      outputSchema: z.strictObject(SessionAnswer),
      hints: READS,
      call: async ({ session: name }) =>
        await sessions.inTurn(name, async () => {
          const session = await sessions.open(name);
          const view = await session.view();
          const notice = (await pauseNotice(session.session)) ?? (await behindNotice(session)) ?? '';
          const message = [sessionText(view, offered), notice].filter(Boolean).join('\n\n');
          return { ...sessionAnswer(view, offered), message };
        }),
    }),
    plannerTool({
      ...common,
      name: toolName(module, 'list'),
      title: `List the sessions of ${module.title}`,
      description: `List the sessions of ${module.title} that are there, with how they stand.`,
      inputSchema: z.strictObject({}),
      outputSchema: z.strictObject({
        sessions: z
          .array(
            z.strictObject({
              session: z.string(),
              title: z.string(),
              status: z.string(),
              waiting: z.int().describe('How much waits for a decision.'),
              version: z.int(),
              updated_at: z.string(),
            }),
          )
          .optional(),
      }),
      hints: READS,
      call: async () => {
        const listed = (await sessions.list()).map(({ name, summary }) => ({
          session: name,
          title: summary.title,
          status: summary.status,
          waiting: summary.waiting.length,
          version: summary.head,
          updated_at: summary.lastActivity,
        }));
        const lines = listed.map(({ session, title, status }) => `${session}: ${title} (${status})`);
        const none = `There are no sessions. Start one with ${toolName(module, 'start')}.`;
        return { sessions: listed, message: lines.join('\n') || none };
      },
    }),
    ...exportTools(sessions, common),
  ];
}

/** The argument at fault, whichever tool it was. */
const FIELD_OF_CODE = { 'no-session': 'session', 'session-exists': 'id', 'config-invalid': 'config' };

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
  sessions: PlannerSessions,
  { type, title, description, input, isDestructive }: OfferedCommand,
  offered: ReadonlySet<string>,
): PlannerTool {
  const { module } = sessions;
  return {
    name: toolName(module, type),
    title,
    description: `${module.title}: ${description}`,
    inputSchema: commandInputSchema(input),
    outputSchema: z.strictObject(SessionAnswer),
    hints: { ...TALKS, destructive: isDestructive },
    call: async (given, by) => {
      const { session: name, expectedVersion, fields } = commandInput(input, given);
      return await sessions.inTurn(name, async () => {
        const call = { ...fields, type };
        const turn = await sessions.turn(await sessions.open(name), call, { by, expectedVersion });
        const hasReply = Object.hasOwn(module.commands, type) && module.commands[type]?.reply !== undefined;
        const text = hasReply || turn.text === '' ? commandReply(turn.view, call, turn.done) : turn.text;
        return turnAnswer({ ...turn, text }, offered);
      });
    },
  };
}

function turnAnswer({ view, text, failure }: ToolTurn, offered: ReadonlySet<string>): ToolAnswer {
  return {
    ...sessionAnswer(view, offered),
    message: withCalls(text, view, offered) || sessionText(view, offered),
    ...(failure !== undefined && { code: failure }),
  };
}

async function standing(sessions: PlannerSessions, input: unknown): Promise<object> {
  const { session } = Object(input);
  if (!SessionId.safeParse(session).success) return {};
  const version = await sessions.version(session);
  return version === undefined ? {} : { session, version };
}
