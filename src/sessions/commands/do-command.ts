import { ingest } from '../../harness/conversation/ingest.ts';
import { approve, dismiss, edit, write } from '../../harness/drafts/decisions.ts';
import {
  type CommandAuthor,
  decideCommand,
  invalidInput,
  meaningOf,
  newIds,
} from '../../harness/module/decide-command.ts';
import { checkProposed, type Proposer } from '../../harness/module/own-facts.ts';
import type { Refusal } from '../../harness/module/refusal.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import type { Planner } from '../../harness/planner.ts';
import type { FullConfig } from '../../harness/setup/config-store.ts';
import { reconfigurePlanner } from '../../harness/setup/reconfigure.ts';
import { publishSession, unpublishSession } from '../../host/a2a/published/publish.ts';
import { pauseSession, resumeSession } from '../../host/pausing.ts';
import { checkTransport } from '../../host/transport.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import { SessionsError, VersionConflict } from '../error.ts';
import type { OpenSession } from '../open-session.ts';
import type { SessionView } from '../view/session-view.ts';
import { commandsOf, SESSION_COMMANDS, type SessionCommand, sessionCommandsOf } from './commands.ts';
import { connectSession, disconnectSession } from './connecting.ts';
import { CONTINUING_COMMANDS, checkIngested, checkOpen } from './conversation-rules.ts';
import { conflict, decideAnswer, decideCancellation, decideRetry } from './decide-session-command.ts';
import { configFromSeed, configFromValues } from './setup.ts';

/** The author of a command, and its idempotency key. */
export interface CommandActor extends CommandAuthor {
  /** Run it only if this is the seq of the last fact. */
  readonly expectedVersion?: number | undefined;
}

/** What a command appended, and the head of the journal. */
export interface CommandDone {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/** Runs a command in a session. Of decisions that exclude each other one succeeds; the others are conflicts. */
export async function doCommand(
  session: OpenSession,
  call: CommandCall,
  doer: CommandActor,
): Promise<CommandDone> {
  const view = await loadedView(session);
  const { module } = view;
  const available = commandsOf(module);
  if (!available.includes(call.type)) {
    throw new SessionsError('invalid-command', {
      summary: `${module.title} does not take the command "${call.type}". It takes: ${available.join(', ')}.`,
      fix: 'Nothing was done.',
    });
  }
  if (call.type !== 'reopen') checkNotArchived(view);
  if (CONTINUING_COMMANDS.has(call.type)) checkOpen(view);
  checkVersion(view, doer);
  const isOwn = Object.hasOwn(module.commands, call.type);
  return isOwn
    ? await doOwn(session, view, call, doer)
    : await doSession(session, view, parsed(view, call), doer);
}

/** Sends a message to a planner, which may mean one of its commands. */
export async function sayTo(
  session: OpenSession,
  message: { readonly text: string; readonly data?: unknown },
  doer: CommandActor,
): Promise<CommandDone> {
  const view = await loadedView(session);
  checkNotArchived(view);
  checkOpen(view);
  return await decide({ session, view }, doer, (now) => meaningOf(now, message, doer));
}

function checkNotArchived({ archived }: SessionView): void {
  if (archived) throw conflict('The session is archived.', 'Reopen or fork it to go on.');
}

/** The current view of the session. Throws if its planner is not loaded, or fails: then the session is read-only. */
async function loadedView(session: OpenSession): Promise<SessionView> {
  const view = await session.view();
  const { isReadOnly, failure } = view.session;
  if (failure) throw failure;
  if (!isReadOnly) return view;
  throw notLoaded(view.module.id);
}

function notLoaded(plannerId: string): SessionsError {
  return new SessionsError('planner-not-loaded', {
    summary: `The planner "${plannerId}" is not loaded.`,
    fix: 'Start Wayfold with --planner and the file or package of that planner, or name it in wayfold.config.json.',
  });
}

async function doOwn(
  session: OpenSession,
  view: SessionView,
  call: CommandCall,
  doer: CommandActor,
): Promise<CommandDone> {
  try {
    return await decide({ session, view }, doer, (now) => decideCommand(now, call, doer));
  } catch (error) {
    await recordRefusal(session, { module: view.module, member: `commands.${call.type}.decide` }, error);
    throw error;
  }
}

async function doSession(
  session: OpenSession,
  view: SessionView,
  command: SessionCommand,
  doer: CommandActor,
): Promise<CommandDone> {
  const { journal } = session;
  const { by } = doer;
  const seen = { session, view };
  switch (command.type) {
    case 'say':
      return await decide(seen, doer, (now) => meaningOf(now, { text: command.text }, doer));
    case 'answer':
      return await decide(seen, doer, (now) => decideAnswer(now, command, doer));
    case 'guide':
      return await decide(seen, doer, () => [
        { type: 'user_guidance', gid: newIds(doer)('g'), text: command.text, by },
      ]);
    case 'receive': {
      const { text, messageId = newIds(doer)('m') } = command;
      await checkIngested(session);
      return await ingest(journal, [
        { type: 'remote_received', messageId, text, by },
        { type: 'status_changed', a2a: 'input-required', by },
      ]);
    }
    case 'write': {
      const { type: _, ...message } = command;
      return await write(journal, { ...message, by }, { newId: newIds(doer) });
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
      return await configure(session, view, command, doer);
    case 'archive': {
      const done = await decide(seen, doer, ({ archived }) =>
        archived ? [] : [{ type: 'session_archived', by }],
      );
      await session.rest();
      return done;
    }
    case 'reopen':
      return await decide(seen, doer, ({ archived }) => (archived ? [{ type: 'session_reopened', by }] : []));
    case 'rename':
      return await decide(seen, doer, ({ title }) =>
        title === command.title ? [] : [{ type: 'session_renamed', title: command.title, by }],
      );
    case 'pause':
      return await pauseSession(journal, { by, reason: command.reason });
    case 'resume':
      return await resumeSession(journal, { by, limits: command.limits, usual: session.limits.session });
    case 'cancel':
      return await decide(seen, doer, (now) => decideCancellation(now, command.reason, doer));
    case 'retry':
      return await decide(seen, doer, (now) => decideRetry(now, by));
    case 'publish':
      return await since(session, view, async () => {
        await checkTransport(session.store, journal, 'callers');
        await publishSession(journal, {
          ...(command.name !== undefined && { name: command.name }),
          ...(command.description !== undefined && { description: command.description }),
        });
      });
    case 'unpublish':
      return await since(session, view, () => unpublishSession(journal));
    case 'connect':
      return await since(session, view, () => connectSession(session, command.cardUrl, by));
    case 'disconnect':
      return await since(session, view, () => disconnectSession(session, by));
    default:
      return command satisfies never;
  }
}

/** Setting a session up also starts it, unless another process talks to an agent for it. */
async function configure(
  session: OpenSession,
  view: SessionView,
  command: Extract<SessionCommand, { readonly type: 'configure' }>,
  { by }: CommandActor,
): Promise<CommandDone> {
  const { journal, store, llm, readSecret } = session;
  const { planner, initial } = await plannerToSetUp(session, view, command.planner);
  const { values, config: seed, mode = view.configured?.mode ?? 'approve' } = command;
  // Whoever corrects a setup after a failure, or changes the planner, wants to see the result.
  const isOther = planner.id !== view.module.id;
  const { rewind = isOther || view.state.failure !== undefined } = command;
  const { config, ready } = seed
    ? await configFromSeed(planner, seed, { llm, store, readSecret })
    : await configFromValues(planner, values ?? {}, { llm, initial, readSecret });
  const done = await reconfigurePlanner(journal, { planner, config, ready, mode, rewind, by });
  // From here on the session belongs to the new planner.
  if (isOther) await session.view();
  if (!view.state.talksToAgent) await session.host();
  return done;
}

/** The planner to set up, with its previous setup: the session's own, or another one of its kind. */
export async function plannerToSetUp(
  session: OpenSession,
  view: SessionView,
  plannerId: string = view.module.id,
): Promise<{ readonly planner: Planner; readonly initial: FullConfig | undefined }> {
  const { module } = view;
  if (plannerId === module.id)
    return { planner: view.session.entry.planner, initial: await session.appliedConfig(view) };
  const { entry, isLoaded, initial } = await session.plannerSetup(plannerId);
  if (!isLoaded) throw notLoaded(plannerId);
  if (entry.module.talks !== module.talks)
    throw new SessionsError('invalid-command', {
      summary: `${entry.module.title} cannot continue a session of ${module.title}: one talks to ${WHOM[entry.module.talks]}, the other to ${WHOM[module.talks]}.`,
      fix: 'Nothing was done. Start a session with that planner.',
    });
  return { planner: entry.planner, initial };
}

const WHOM = { agent: 'another agent', person: 'a person', nobody: 'nobody' } as const;

/**
 * Appends what `choose` returns at exactly the point it saw, or nothing if it throws. With a key, a repetition
 * returns the first result.
 */
async function decide(
  { session, view }: { readonly session: OpenSession; readonly view: SessionView },
  { key, expectedVersion }: CommandActor,
  choose: (view: SessionView) => readonly ProposedFact[],
): Promise<CommandDone> {
  const { journal } = session;
  const keyed: Pick<typeof journal, 'id' | 'append' | 'facts'> = {
    id: journal.id,
    facts: (range) => journal.facts(range),
    append: (facts, options) => journal.append(facts, { ...options, ...(key !== undefined && { key }) }),
  };
  let seen: SessionView | undefined = view;
  const { facts, head } = await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
    keyed,
    async (news) => {
      const now = seen && news.length === 0 ? seen : await session.view();
      seen = undefined;
      checkVersion(now, { expectedVersion });
      return { append: choose(now) };
    },
    { after: view.head },
  );
  return { facts, head };
}

/** Records a refusal. It is appended wherever the journal ends by now. */
async function recordRefusal({ journal }: OpenSession, proposer: Proposer, error: unknown): Promise<void> {
  const record = isWayfoldError(error) && 'record' in error ? (error as Refusal).record : [];
  if (record.length > 0) await journal.append([...checkProposed(proposer, record)]);
}

/** What was appended by something that does not report it. */
async function since(
  { journal }: OpenSession,
  view: SessionView,
  act: () => Promise<unknown>,
): Promise<CommandDone> {
  await act();
  const facts = await journal.facts({ from: view.head + 1 });
  return { facts, head: facts.at(-1)?.seq ?? view.head };
}

function parsed({ module }: SessionView, { type, ...fields }: CommandCall): SessionCommand {
  const name = sessionCommandsOf(module).find((each) => each === type);
  if (name === undefined) throw new TypeError(`${type} is not a command that every session has`);
  const { data, error } = SESSION_COMMANDS[name].safeParse(fields);
  if (error) throw invalidInput(type, error);
  // The schema with this name has validated it.
  return { ...data, type: name } as SessionCommand;
}

function checkVersion(
  { head }: SessionView,
  { expectedVersion }: Pick<CommandActor, 'expectedVersion'>,
): void {
  if (expectedVersion === undefined || expectedVersion === head) return;
  throw new VersionConflict(head, {
    summary: `The session is at version ${head}, not ${expectedVersion}: somebody else has changed it.`,
    fix: 'Nothing was appended. Look at the current session.',
  });
}
