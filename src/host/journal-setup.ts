import { type ConfiguredPlanner, configuredPlanner } from '../harness/facts.ts';
import { createPlannerSetup, type PlannerSetup, type SetupSource } from '../harness/setup/planner-setup.ts';
import { JournalError, type JournalErrorCode } from '../journal/error.ts';
import { sha256 } from '../journal/integrity/sha256.ts';
import type { RetryOptions } from '../kernel/projection/delivery.ts';
import { follow } from '../kernel/projection/follow.ts';
import { HostError } from './error.ts';
import type { Session } from './session.ts';

/** A setup that follows the journal, whoever writes to it. */
export interface FollowedSetup extends SetupSource {
  /** Whether another planner was set up: then this one plans no more. */
  isSuperseded(): boolean;
  /** Resolves when it matches the journal. */
  idle(): Promise<void>;
  close(): void;
}

/** Options for reading a setup. */
interface SetupOptions extends RetryOptions {
  /** Adds values to a config that never enter a journal. */
  readonly secrets?: (config: unknown) => unknown;
}

/** Permanent store failures. */
const FOR_GOOD: ReadonlySet<string> = new Set<JournalErrorCode>(['attachment-not-found', 'store-corrupt']);

/**
 * The setup of the newest `planner_configured` of a session. `secrets` adds values that never enter a journal. If
 * its config is missing or damaged, `onError` is called, and the planner is not ready until it is set up again.
 */
export async function followSetup(session: Session, options: SetupOptions = {}): Promise<FollowedSetup> {
  const { journal, entry } = session;
  const setup = createPlannerSetup();
  let applied: ConfiguredPlanner | undefined;
  const following = follow<ConfiguredPlanner | undefined>(
    journal,
    { initial: () => undefined, apply: (newest, fact) => configuredPlanner(fact) ?? newest },
    options,
  );
  const isOwn = (newest: ConfiguredPlanner | undefined) =>
    newest?.plannerId === undefined || newest.plannerId === entry.planner.id;
  // Read to the end first: only the newest setup counts.
  await following.catchUp();
  following.subscribe(
    async ({ state: newest }) => {
      if (newest === applied) return;
      setup.apply(newest && isOwn(newest) ? await setupOf(session, newest, options) : undefined);
      applied = newest;
    },
    { now: true },
  );
  await following.caughtUp();
  return {
    current: setup.current,
    subscribe: setup.subscribe,
    isSuperseded: () => !isOwn(following.state),
    idle: () => following.caughtUp(),
    close: () => following.close(),
  };
}

async function setupOf(
  { journal, entry }: Session,
  configured: ConfiguredPlanner,
  { secrets = (config) => config, onError }: SetupOptions,
): Promise<PlannerSetup> {
  const { ready, mode, configSha256, seq } = configured;
  const { planner, family } = entry;
  // Somebody erased it on purpose, and knows.
  if (configSha256 === undefined) return { planner, family, config: undefined, ready: false, mode, seq };
  try {
    const bytes = await journal.attachments.get(configSha256);
    if (sha256(bytes) !== configSha256) throw new SyntaxError('its bytes are not those it was recorded with');
    const config = secrets(JSON.parse(new TextDecoder().decode(bytes)));
    return { planner, family, config, ready, mode, seq };
  } catch (cause) {
    if (cause instanceof JournalError && !FOR_GOOD.has(cause.code)) throw cause;
    const error = unreadable(journal.id, configured, cause);
    if (onError) onError(error);
    else throwLater(error);
    return { planner, family, config: undefined, ready: false, mode, seq };
  }
}

/** Without an error handler, the error is thrown asynchronously. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function unreadable(journal: string, { seq, configSha256 }: ConfiguredPlanner, cause: unknown): HostError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HostError('setup-unreadable', {
    summary: `The planner config that was set at seq ${seq} of journal ${journal} cannot be read (attachment ${configSha256}): ${reason}.`,
    fix: 'Set the planner up again. It does not run until then.',
    cause,
  });
}
