import { approve, dismiss, edit } from '../../harness/decisions.ts';
import { ingest } from '../../harness/ingest.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { randomIds } from '../../journal/clock.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import { acceptPlan, rejectPlan } from '../../planners/commits/plan-decision.ts';
import { ServerError } from '../error.ts';
import { type Command, type CommandOf, commandsOf } from './command.ts';
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
  readonly host: SessionHost;
  readonly llm: Llm;
  /** Who gives it. */
  readonly by: string;
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
  if (view.ledger.archived) throw conflict('a session that is open', 'an archived one', 'Fork it to go on.');
  return await dispatch(command, setting);
}

async function dispatch(command: Command, setting: CommandSetting): Promise<CommandDone> {
  const { view, store, by } = setting;
  const { journal } = view.session;
  switch (command.type) {
    case 'say':
      return view.session.entry.planner.id === 'trip'
        ? await sayToTrip(view, command.text)
        : await append(view, { type: 'user_input', text: command.text });
    case 'choose':
      return await chooseRepair(view, command.optionId);
    case 'answer':
      return await answer(setting, command);
    case 'guide':
      return await append(view, { type: 'user_guidance', gid: randomIds('g'), text: command.text });
    case 'receive': {
      const { text, messageId = randomIds('m') } = command;
      return await ingest(journal, [
        { type: 'remote_received', messageId, text },
        { type: 'status_changed', a2a: 'input-required' },
      ]);
    }
    case 'approve':
      return await approve(journal, { composeId: command.composeId, digest: command.digest, by });
    case 'edit': {
      const { type: _, ...change } = command;
      return await edit(journal, change);
    }
    case 'dismiss': {
      const { type: _, ...dismissal } = command;
      return await dismiss(journal, dismissal);
    }
    case 'configure':
      return await configure(setting, command);
    case 'archive':
      return await archive(setting);
    case 'cancel':
      return view.session.entry.planner.id === 'tasks'
        ? await commandTasks(store, view, { type: 'CancelAll', reason: command.reason })
        : await ingest(journal, [{ type: 'status_changed', a2a: 'canceled' }]);
    case 'task-complete':
      return await settleTask(store, view, {
        type: 'TaskCompleted',
        nodeId: command.taskId,
        result: command.result,
      });
    case 'task-fail':
      return await settleTask(store, view, {
        type: 'TaskFailed',
        nodeId: command.taskId,
        error: command.error,
      });
    case 'task-answer':
      return await answerTask(setting, command.taskId, command.answer);
    case 'task-cancel':
      return await commandTasks(store, view, {
        type: 'CancelTask',
        taskId: command.taskId,
        reason: command.reason,
      });
    case 'continue':
      return await continueTasks(store, view);
    case 'undo':
    case 'redo':
      return await undoOrRedo(view, command.type);
    case 'change':
      return await changeTrip(view, command.mutation);
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

async function append({ session }: SessionView, fact: ProposedFact): Promise<CommandDone> {
  const appended = await session.journal.append([fact]);
  return { facts: appended.ok ? appended.facts : [], head: appended.head };
}

/** Questions of tasks are named after the task. */
async function answer(setting: CommandSetting, { qid, text }: CommandOf<'answer'>): Promise<CommandDone> {
  const [, task] = /^task-(\d{1,9})$/.exec(qid) ?? [];
  if (task !== undefined && setting.view.session.entry.planner.id === 'tasks') {
    return await answerTask(setting, Number(task), text);
  }
  return await decideOn(setting.view, ({ ledger }) => {
    if (ledger.openQuestions.some((question) => question.qid === qid)) {
      return [{ type: 'user_answer', qid, text }];
    }
    throw conflict(`question ${qid} to be open`, 'one that is answered, withdrawn, or was never asked');
  });
}

async function answerTask(
  { store, view }: CommandSetting,
  nodeId: number,
  text: string,
): Promise<CommandDone> {
  return await settleTask(store, view, { type: 'ClarificationProvided', nodeId, answer: text });
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
  const done = await reconfigurePlanner(session.journal, { planner, config, ready, mode, rewind });
  if (!view.talksToAgent) await host.host(store, session.journal.id);
  return done;
}

async function archive({ view, host }: CommandSetting): Promise<CommandDone> {
  const done = await decideOn(view, ({ ledger }) => (ledger.archived ? [] : [{ type: 'session_archived' }]));
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
