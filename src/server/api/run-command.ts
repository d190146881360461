import { approve, dismiss, edit } from '../../harness/decisions.ts';
import { conversationFamily } from '../../harness/family.ts';
import { ingest } from '../../harness/ingest.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { pauseSession, resumeSession } from '../../host/pausing.ts';
import { randomIds } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/sha256.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import { acceptPlan, rejectPlan } from '../../planners/commits/plan-decision.ts';
import { ServerError } from '../error.ts';
import { type Command, type CommandOf, commandsOf } from './command.ts';
import { changePlan } from './plan-command.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionView } from './session-view.ts';
import { appliedConfig, configFromSeed, configFromValues } from './setup.ts';
import { commandTasks, continueTasks, settleTask } from './task-command.ts';
import { changeTrip, chooseRepair, sayToTrip, undoOrRedo } from './trip-command.ts';
import { conflict, decideOn } from './view-decision.ts';

/** What a command is carried out with. */
export interface CommandSetting {
  readonly store: FactStore;
  readonly view: SessionView;
  readonly host: Pick<SessionHost, 'host' | 'limits' | 'rest'>;
  readonly llm: Llm;
  /** Who gives it. */
  readonly by: string;
  /** A name for this one giving of it: what is given again under the same name is done once. */
  readonly key?: string | undefined;
}

/** What a command appended, and where the journal stands. */
export interface CommandDone {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/** Does what a person wants, through the same functions as every other surface. */
export async function runCommand(command: Command, setting: CommandSetting): Promise<CommandDone> {
  const { view } = setting;
  const { planner } = view.session.entry;
  const taken = commandsOf(planner.id);
  if (!taken.includes(command.type)) {
    throw new ServerError('invalid-request', {
      expected: `a command that ${planner.name} takes: ${taken.join(', ')}`,
      actual: command.type,
      fix: 'Nothing was done. GET /api/planners says which commands each planner takes.',
    });
  }
  if (view.ledger.archived && command.type !== 'reopen') {
    throw conflict('a session that is open', 'an archived one', 'Reopen or fork it to go on.');
  }
  return await dispatch(command, setting);
}

async function dispatch(command: Command, setting: CommandSetting): Promise<CommandDone> {
  const { view, store, by } = setting;
  const { journal } = view.session;
  switch (command.type) {
    case 'say':
      return view.session.entry.planner.id === 'trip'
        ? await sayToTrip(setting, command.text)
        : await append(setting, { type: 'user_input', text: command.text, by });
    case 'choose':
      return await chooseRepair(setting, command.optionId);
    case 'answer':
      return await answer(setting, command);
    case 'guide':
      return await append(setting, {
        type: 'user_guidance',
        gid: nameFor(setting, 'g'),
        text: command.text,
        by,
      });
    case 'receive': {
      const { text, messageId = nameFor(setting, 'm') } = command;
      return await ingest(journal, [
        { type: 'remote_received', messageId, text, by },
        { type: 'status_changed', a2a: 'input-required', by },
      ]);
    }
    case 'approve':
      return await approve(journal, { composeId: command.composeId, digest: command.digest, by });
    case 'edit': {
      const { type: _, ...change } = command;
      return await edit(journal, { ...change, by });
    }
    case 'dismiss': {
      const { type: _, ...dismissal } = command;
      return await dismiss(journal, { ...dismissal, by });
    }
    case 'configure':
      return await configure(setting, command);
    case 'archive':
      return await archive(setting);
    case 'reopen':
      return await decideOn(setting, ({ ledger }) =>
        ledger.archived ? [{ type: 'session_reopened', by }] : [],
      );
    case 'rename':
      return await decideOn(setting, ({ title }) =>
        title === command.title ? [] : [{ type: 'session_renamed', title: command.title, by }],
      );
    case 'pause':
      return await pauseSession(journal, { by, reason: command.reason });
    case 'resume': {
      const usual = setting.host.limits.session;
      return await resumeSession(journal, { by, limits: command.limits, usual });
    }
    case 'cancel':
      return await cancel(setting, command);
    case 'task-complete': {
      const { taskId: nodeId, result } = command;
      return await settleTask(store, view, { type: 'TaskCompleted', nodeId, result }, by);
    }
    case 'task-fail': {
      const { taskId: nodeId, error } = command;
      return await settleTask(store, view, { type: 'TaskFailed', nodeId, error }, by);
    }
    case 'task-answer':
      return await answerTask(setting, command.taskId, command.answer);
    case 'task-cancel':
      return await commandTasks(store, view, {
        type: 'CancelTask',
        taskId: command.taskId,
        reason: command.reason,
        by,
      });
    case 'continue':
      return await continueTasks(store, view);
    case 'undo':
    case 'redo':
      return await undoOrRedo(setting, command.type);
    case 'change':
      return await changeTrip(setting, command.mutation);
    case 'plan-set':
    case 'plan-add':
    case 'plan-update':
    case 'plan-mark':
    case 'plan-clear':
      return await changePlan(setting, command);
    case 'accept-plan':
      return await since(view, () => acceptPlan(journal, { ...decisionOf(command), by }));
    case 'reject-plan':
      return await since(view, () =>
        rejectPlan(journal, {
          ...decisionOf(command),
          by,
          ...(command.reason !== undefined && { reason: command.reason }),
        }),
      );
    default:
      return command satisfies never;
  }
}

/** An id that is the same when the command is given again under the same name. */
function nameFor({ key }: CommandSetting, prefix: string): string {
  return key === undefined ? randomIds(prefix) : `${prefix}-${sha256(key).slice(0, 32)}`;
}

async function append({ view, key }: CommandSetting, fact: ProposedFact): Promise<CommandDone> {
  const appended = await view.session.journal.append([fact], { ...(key !== undefined && { key }) });
  return { facts: appended.ok ? appended.facts : [], head: appended.head };
}

/** Questions of tasks are named after the task. */
async function answer(setting: CommandSetting, { qid, text }: CommandOf<'answer'>): Promise<CommandDone> {
  const [, task] = /^task-(\d{1,9})$/.exec(qid) ?? [];
  if (task !== undefined && setting.view.session.entry.planner.id === 'tasks') {
    return await answerTask(setting, Number(task), text);
  }
  return await decideOn(setting, ({ ledger }) => {
    if (ledger.openQuestions.some((question) => question.qid === qid)) {
      return [{ type: 'user_answer', qid, text, by: setting.by }];
    }
    throw conflict(`question ${qid} to be open`, 'one that is answered, withdrawn, or was never asked');
  });
}

async function answerTask(
  { store, view, by }: CommandSetting,
  nodeId: number,
  text: string,
): Promise<CommandDone> {
  return await settleTask(store, view, { type: 'ClarificationProvided', nodeId, answer: text }, by);
}

/** Tasks are cancelled one and all, a conversation is ended, and of other planners what is under way is stopped. */
async function cancel(setting: CommandSetting, { reason }: CommandOf<'cancel'>): Promise<CommandDone> {
  const { store, view, by } = setting;
  const { planner, family } = view.session.entry;
  if (planner.id === 'tasks') return await commandTasks(store, view, { type: 'CancelAll', reason, by });
  if (family === conversationFamily) {
    return await ingest(view.session.journal, [{ type: 'status_changed', a2a: 'canceled', by }]);
  }
  return await append(setting, { type: 'work_cancelled', ...(reason !== undefined && { reason }), by });
}

/** Whoever sets a session up here has it run here, unless another process talks to an agent for it. */
async function configure(setting: CommandSetting, command: CommandOf<'configure'>): Promise<CommandDone> {
  const { store, view, host, llm } = setting;
  const { session, configured } = view;
  const { planner } = session.entry;
  const { values, config: seed, mode = configured?.mode ?? 'approve', rewind = false } = command;
  const { config, ready } = seed
    ? await configFromSeed(planner, seed, { llm, store })
    : await configFromValues(planner, values ?? {}, { llm, initial: await appliedConfig(view) });
  const done = await reconfigurePlanner(session.journal, {
    planner,
    config,
    ready,
    mode,
    rewind,
    by: setting.by,
  });
  if (!view.talksToAgent) await host.host(store, session.journal.id);
  return done;
}

async function archive(setting: CommandSetting): Promise<CommandDone> {
  const { view, host, by } = setting;
  const done = await decideOn(setting, ({ ledger }) =>
    ledger.archived ? [] : [{ type: 'session_archived', by }],
  );
  await host.rest(view.session.journal.id);
  return done;
}

function decisionOf({ requestId, digest }: CommandOf<'accept-plan' | 'reject-plan'>): {
  requestId: string;
  digest: string;
} {
  return { requestId, digest };
}

/** What a decision that returns an event appended. */
async function since(
  view: SessionView,
  decide: () => Promise<{ readonly type: string }>,
): Promise<CommandDone> {
  const from = view.head + 1;
  const { type } = await decide();
  const news = await view.session.journal.facts({ from });
  const fact = news.findLast((each) => each.type === type);
  return { facts: fact ? [fact] : [], head: news.at(-1)?.seq ?? view.head };
}
