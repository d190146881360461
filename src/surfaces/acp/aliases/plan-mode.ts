import { Session } from '../../../kernel/session/session.ts';
import type { CallOptions, ToolResult } from '../../../plan-tools/calls/tool.ts';
import { leftOutLines } from '../../../plan-tools/formats/import-omissions.ts';
import { importPlan } from '../../../plan-tools/formats/plan-files.ts';
import { type OpenPlan, openPlan, planIn } from '../../../plan-tools/plan/open-plan.ts';
import { journalOf } from '../../../plan-tools/plan/plan-id.ts';
import { PlanningToolsSection } from '../../../plan-tools/prompt/planning-tools-section.ts';
import { renderPlan } from '../../../plan-tools/prompt/render-plan.ts';
import { planModule } from '../../../planners/plan/module.ts';
import { agentMessage, errorAnswer, recordedAnswer, unknownCommandAnswer } from '../messages.ts';
import { type PermissionContext, requestChoice } from '../permission.ts';
import type { AliasTurn } from '../planner-session.ts';
import { AVAILABLE_COMMANDS, type PromptCommand, promptCommand, wordsBefore } from './plan-slash-commands.ts';

/** The default mode: a plan, edited by commands that use the agents' tools. */
export const PLAN_MODE = {
  id: 'plan',
  name: 'Plan',
  description: 'Edits a plan with commands, and records your messages.',
  module: planModule,
  journalOf,
  alias: {
    commands: AVAILABLE_COMMANDS,
    async answer({ session, text, by, ...asking }: AliasTurn): Promise<void> {
      const { head: seq } = await session.journal.append([{ type: 'user_input', text, by }]);
      asking.signal.throwIfAborted();
      const open = openPlan(session.store, asking.sessionId, { text: 'unicode' });
      await answerPrompt({ ...asking, open, seq, by }, promptCommand(text));
    },
  },
};

/** The context of a turn. */
interface Turn extends PermissionContext {
  readonly open: OpenPlan;
  /** The seq of the prompt. */
  readonly seq: number;
  /** The author of the prompt. */
  readonly by: string;
}

/** A change of the plan, and its title for the person. */
interface PlanAction {
  readonly title: string;
  readonly kind: 'read' | 'edit' | 'delete';
  /** Runs it; the message of the result is shown to the person. */
  readonly run: (section: PlanningToolsSection, options?: CallOptions) => Promise<ToolResult>;
}

const DEFAULT_OBJECTIVE = 'Work through the checklist';

/** Answers a prompt. Refusals are answers too; only cancellation and a lost connection are thrown. */
async function answerPrompt(turn: Turn, command: PromptCommand): Promise<void> {
  switch (command.type) {
    case 'talk':
      return await turn.send(agentMessage(recordedAnswer(turn.seq, turn.open.journal.id)));
    case 'unknown':
      return await turn.send(agentMessage(unknownCommandAnswer(command.name)));
    case 'import':
      return await replacePlan(turn, importOf(command.text));
    case 'call': {
      const { title, tool, input } = command;
      const { readOnly, destructive } = turn.open.section.tool(tool).annotations;
      const kind = readOnly ? 'read' : tool === 'planning_clear_plan' ? 'delete' : 'edit';
      const run: PlanAction['run'] = (section, options) => section.tool(tool).call(input, options);
      return await (destructive ? replacePlan : act)(turn, { title, kind, run });
    }
  }
}

function importOf(text: string): PlanAction {
  const objective = wordsBefore(text) ?? DEFAULT_OBJECTIVE;
  return {
    title: 'Import the plan',
    kind: 'edit',
    run: async (section, options) => {
      const result = await importPlan(section, text, undefined, { objective, ...options });
      // The text around the list is in the conversation already.
      const leftOut = leftOutLines(result.leftOut.filter(({ kind }) => kind !== 'text'));
      const parts = [`Imported:\n\n${renderPlan(result.plan)}`, ...leftOut];
      return { ...result, message: parts.join('\n\n') };
    },
  };
}

/** Replaces an active plan only if the person agrees, and only the one they were asked about. */
async function replacePlan(turn: Turn, action: PlanAction): Promise<void> {
  const { session } = turn.open;
  await session.refresh();
  const plan = planIn(turn.open);
  const { version } = session;
  const isWrong = action.kind === 'edit' && !(await isAcceptable(action));
  if (plan?.status !== 'active' || isWrong) return await act(turn, action, version);
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  const title = `${action.title}: "${plan.objective}" is active, ${done} of ${plan.steps.length} steps done`;
  if (await isApproved(turn, { ...action, title })) return await act(turn, action, version);
  await turn.send(agentMessage('The plan stays as it is.'));
}

/**
 * Tries the action on a temporary plan, so that the person is not asked about a change that would be refused anyway.
 */
async function isAcceptable({ run }: PlanAction): Promise<boolean> {
  try {
    await run(new PlanningToolsSection({ session: new Session(), text: 'unicode' }));
    return true;
  } catch {
    return false;
  }
}

async function isApproved(turn: Turn, { title, kind }: PlanAction): Promise<boolean> {
  const chosen = await requestChoice(turn, {
    toolCallId: `permission-${turn.seq}`,
    title,
    kind: kind === 'delete' ? kind : 'edit',
    options: [
      { optionId: 'approve', name: kind === 'delete' ? 'Abandon it' : 'Replace it', kind: 'allow_once' },
      { optionId: 'reject', name: 'Keep it', kind: 'reject_once' },
    ],
  });
  return chosen === 'approve';
}

async function act(turn: Turn, action: PlanAction, expectedVersion?: number): Promise<void> {
  const { title, kind } = action;
  const toolCallId = `call-${turn.seq}`;
  await turn.send({ sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'in_progress' });
  const { status, text } = await outcomeOf(turn, action, expectedVersion);
  await turn.send({ sessionUpdate: 'tool_call_update', toolCallId, status });
  await turn.send(agentMessage(text));
}

async function outcomeOf(
  { open, by }: Turn,
  { run }: PlanAction,
  expectedVersion: number | undefined,
): Promise<{ readonly status: 'completed' | 'failed'; readonly text: string }> {
  try {
    const { message } = await run(open.section, { expectedVersion, by });
    return { status: 'completed', text: message };
  } catch (error) {
    return { status: 'failed', text: errorAnswer(error) };
  }
}
