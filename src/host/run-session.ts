import { startPlannerController } from '../harness/controller.ts';
import { createSender, type SenderOptions } from '../harness/drafts/sender.ts';
import type { HarnessHooks, HarnessOptions } from '../harness/harness-options.ts';
import { splitConfig } from '../harness/module/recorded-config.ts';
import { ModuleSecrets, type ReadSecret } from '../harness/module/secret-field.ts';
import { llmWithoutSecrets, plannerWithSecrets } from '../harness/module/secret-planner.ts';
import type { HudPhase } from '../harness/planner.ts';
import type { SetupSource } from '../harness/setup/planner-setup.ts';
import { systemClock } from '../journal/clock.ts';
import type { Fact } from '../journal/fact.ts';
import type { Outcome } from '../kernel/work/claim.ts';
import type { Reactor } from '../kernel/work/reactor.ts';
import type { Llm } from '../model/llm.ts';
import { openAdmission, type WorkLimits } from './admission.ts';
import { recordConversationEnd } from './conversation-end.ts';
import { followSetup } from './journal-setup.ts';
import { meteredLlm } from './metered-llm.ts';
import { type RunningReactors, type RunReactorsOptions, runReactors } from './run-reactors.ts';
import { secretReader } from './secrets.ts';
import type { Session } from './session.ts';

/** Options for running a session. */
export interface RunSessionOptions extends Omit<RunReactorsOptions, 'mayBegin' | 'onError'> {
  readonly llm: Llm;
  /** Delivers approved messages. Without it they stay in the journal, where a pairing reads them. */
  readonly deliver?: SenderOptions['deliver'];
  /** Budgets. A reached limit pauses the session, or all of them. */
  readonly limits?: WorkLimits;
  readonly hooks?: HarnessHooks;
  readonly harness?: Omit<
    HarnessOptions,
    'clock' | 'isGone' | 'isOver' | 'llm' | 'mayBegin' | 'newId' | 'timer' | 'worker'
  >;
  /** Adds values to a config that never enter a journal. */
  readonly secrets?: (config: unknown) => unknown;
  /** Reads the secrets that a setup names; default: from this process. */
  readonly readSecret?: ReadSecret | undefined;
  /** Called for every failure of a pass, a reactor or the store; all are retried. */
  readonly onError?: (error: unknown, fact?: Fact) => void;
}

/** A running session: its planner plans, its reactors act. */
export interface RunningSession {
  readonly session: Session;
  /** Whether it has to be opened again: another planner was set up, or it is reached in another way now. */
  isSuperseded(): boolean | Promise<boolean>;
  /** Resolves when there is nothing left that this process could do now. */
  idle(): Promise<void>;
  /** How soon to check again although nothing is left to do: somebody outside may say something. */
  againInMs?(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Runs a session in this process. Any number of processes may run the same one: work is claimed. */
export async function runSession(opened: Session, options: RunSessionOptions): Promise<RunningSession> {
  const { readSecret = secretReader() } = options;
  const session = withSecrets(opened, readSecret);
  const { journal, entry } = session;
  const { llm, hooks, harness, secrets, onError, worker, isGone, clock, timer, newId } = options;
  const common = {
    worker,
    ...(clock && { clock }),
    ...(timer && { timer }),
    ...(newId && { newId }),
  };
  const { mayBegin, onOpened } = openAdmission(journal, { store: session.store, limits: options.limits });
  const setup = await followSetup(session, { ...(secrets && { secrets }), timer, onError });
  const stopping = new AbortController();
  const end = recordConversationEnd(session, {
    setup: () => splitConfig(entry.module, setup.current()?.config),
    timer,
    onError,
  });
  const reactors = await startReactors(session, setup, {
    ...options,
    mayBegin,
    endAfter: end.after,
    stopping: stopping.signal,
    readSecret,
  }).catch((error: unknown) => {
    end.close();
    setup.close();
    throw error;
  });
  const controller = startPlannerController({
    journal,
    setup,
    hooks: { ...(onError && { onError: (error) => onError(error) }), ...hooks },
    options: {
      ...harness,
      ...common,
      ...(isGone && { isGone }),
      llm,
      mayBegin,
      isOver: end.isOver,
      family: entry.family,
    },
  });
  const wake = () => {
    controller.wake();
    reactors.wake();
  };
  // By the timer, so that it waits while an engine has paused the session.
  const forget = onOpened(() => (timer ? timer.after(0, wake) : wake()));
  let closed = false;
  return {
    session: opened,
    isSuperseded: () => setup.isSuperseded(),
    async idle() {
      while (!closed) {
        // Those that look at the journal in the same moment share a look.
        const [before] = await Promise.all([journal.head(), setup.idle()]);
        await Promise.all([controller.idle(), reactors.idle(), end.idle()]);
        if (closed || (await journal.head()) === before) return;
      }
    },
    async close() {
      closed = true;
      stopping.abort();
      forget();
      end.close();
      setup.close();
      const ends = await Promise.allSettled([controller.close(), reactors.close()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

function withSecrets(session: Session, readSecret: ReadSecret): Session {
  const { entry } = session;
  const planner = plannerWithSecrets(entry.planner, entry.module, readSecret);
  return planner === entry.planner ? session : { ...session, entry: { ...entry, planner } };
}

async function startReactors(
  { journal, entry }: Session,
  setup: SetupSource,
  {
    llm,
    deliver = async () => {},
    endAfter,
    hooks,
    limits: _limits,
    secrets: _secrets,
    harness,
    onError,
    stopping,
    readSecret,
    ...options
  }: RunSessionOptions &
    Pick<RunReactorsOptions, 'mayBegin'> &
    Pick<SenderOptions, 'endAfter'> & {
      readonly stopping: AbortSignal;
      readonly readSecret: ReadSecret;
    },
): Promise<RunningReactors> {
  const runawayCap = harness?.runawayCap;
  const sender = createSender({
    journal,
    deliver,
    ...(endAfter && { endAfter }),
    ...(options.timer && { timer: options.timer }),
    ...(runawayCap !== undefined && { runawayCap }),
  });
  const metered = meteredLlm(llm, entry.planner.id, {
    keeping: { attachments: journal.attachments, clock: options.clock ?? systemClock },
    async record(fact) {
      // The request is in the journal either way.
      await journal.append([fact]).catch((error: unknown) => onError?.(error));
    },
  });
  const secrets = new ModuleSecrets(entry.module, readSecret);
  const hud = (phase: HudPhase, label?: string) => hooks?.hud?.(phase, secrets.conceal(label));
  const split = () => splitConfig(entry.module, setup.current()?.config);
  const own = await entry.reactors?.({
    llm: llmWithoutSecrets(metered, secrets),
    config: () => secrets.reveal(split().config),
    loaded: () => split().loaded,
    host: {
      readAttachment: (hash) => journal.attachments.get(hash),
      facts: async (range) => (await journal.facts(range)) as unknown as readonly Fact[],
    },
    hud,
    signal: stopping,
  });
  // A reactor for any facts accepts these too.
  const reactors = [sender as Reactor, ...(own ?? []).map((reactor) => attended(reactor, { hud, secrets }))];
  return await runReactors(journal, reactors, { ...options, ...(onError && { onError }) });
}

/** The same reactor, whose progress reports end with its work and whose outcome contains no secret. */
function attended(
  reactor: Reactor,
  { hud, secrets }: { hud(phase: HudPhase): void; readonly secrets: ModuleSecrets },
): Reactor {
  return {
    name: reactor.name ?? reactor.reactsTo.join(' '),
    reactsTo: reactor.reactsTo,
    concerns: (fact) => reactor.concerns?.(fact) ?? true,
    notBefore: (fact) => reactor.notBefore?.(fact),
    async act(fact, context) {
      try {
        const outcome: Outcome = await secrets.concealed(() => reactor.act(fact, context));
        if (typeof outcome !== 'function') return outcome;
        return (head) => secrets.concealed(async () => await outcome(head));
      } finally {
        hud('idle');
      }
    },
  };
}
