import { AttachmentFold, type AttachmentState } from '../harness/conversation/attachment-fold.ts';
import { Conversation, type ConversationFolds } from '../harness/conversation/conversation.ts';
import { Ledger, type LedgerState } from '../harness/conversation/ledger.ts';
import { DraftFold, type DraftState } from '../harness/drafts/draft-fold.ts';
import { StateFold } from '../harness/pass/planner-state.ts';
import { TriggerFold, type TriggerState } from '../harness/pass/trigger-fold.ts';
import { type PassRange, VisibleFacts } from '../harness/pass/visible-facts.ts';
import type { RegistryEntry } from '../host/registry.ts';
import type { Envelope, Fact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { AppendList } from '../kernel/collections/append-list.ts';
import { PauseFold } from '../kernel/limits/pause.ts';
import { SpendingFold, type SpendingState } from '../kernel/limits/spending.ts';
import { packState, unpackState } from '../kernel/projection/packed-state.ts';
import type { ProjectedJournal } from '../kernel/projection/projection.ts';
import type { SnapshotOptions } from '../kernel/projection/projection-snapshots.ts';
import type { SessionState } from './session-state.ts';
import type { Message } from './view/message.ts';
import { Timeline, type TimelineState } from './view/timeline.ts';
import { WorkLog, type WorkLogState } from './view/work-log.ts';

/** Changes whenever the state of a session, or its packing, does. */
const STATE_VERSION = 7;
const FIRST_AFTER = 1000;

/** A session's state with the states of its folds. */
interface SavedSession
  extends Omit<SessionState, 'conversation' | 'messages' | 'spending' | 'timeline' | 'works'> {
  readonly conversation: Omit<
    ConversationFolds,
    'ledger' | 'attachments' | 'triggers' | 'log' | 'planner'
  > & {
    readonly ledger: Omit<LedgerState, 'drafts' | 'pauses'> & {
      readonly drafts: DraftState;
      readonly pauses: Pick<PauseFold, 'pause' | 'raised' | 'resumedAt'>;
    };
    readonly attachments: AttachmentState;
    readonly triggers: TriggerState;
  };
  readonly spending: SpendingState;
  readonly timeline: TimelineState;
  readonly works: WorkLogState;
}

/** The lists of a session that are stored unchanged. */
interface PlainLists {
  readonly facts: readonly Fact[];
  readonly passes: readonly PassRange[];
  readonly messages: readonly Message[];
}

/** How states of a planner's sessions are stored with their journals; `undefined` if its state has no version. */
export function sessionSnapshots(entry: RegistryEntry): SnapshotOptions<SessionState> | undefined {
  const { id, state } = entry.module;
  if (state.version === undefined) return undefined;
  return {
    name: `session-${STATE_VERSION} ${id}`,
    version: state.version,
    // A state grows with its journal: with growing intervals, all snapshots together cost no more than a few reads.
    every: (seq) => Math.max(FIRST_AFTER, seq / 4),
    save(session) {
      const outcome = session.conversation.folds.planner?.outcome ?? { state: undefined };
      const planner =
        'error' in outcome
          ? { error: String(outcome.error) }
          : { state: state.save ? state.save(outcome.state) : outcome.state };
      const { facts, passes } = session.conversation.folds.log.state;
      // The largest part of a session, and plain JSON already.
      const plain = { facts: facts.slice(), passes: passes.slice(), messages: session.messages.slice() };
      return { session: packState(saved(session)), plain, planner };
    },
    restore(snapshot) {
      const { session, plain, planner } = Object(snapshot);
      const outcome =
        'error' in planner
          ? { error: new Error(planner.error) }
          : { state: state.restore ? state.restore(planner.state) : planner.state };
      // `save` of the same version created it.
      return restored(
        entry,
        { ...(unpackState(session) as SavedSession), ...(plain as PlainLists) },
        outcome,
      );
    },
  };
}

/** The journal of a followed session. A snapshot that cannot be saved is ignored: the facts exist. */
export function withLenientSnapshots(journal: Journal<Envelope>): ProjectedJournal {
  return {
    id: journal.id,
    facts: (range) => journal.facts(range),
    describe: () => journal.describe(),
    redactions: () => journal.redactions(),
    watch: (listener) => journal.watch(listener),
    loadSnapshot: (want) => journal.loadSnapshot(want),
    saveSnapshot: (snapshot, seen) => journal.saveSnapshot(snapshot, seen).catch(() => {}),
  };
}

function saved(state: SessionState): SavedSession {
  const { messages: _messages, ...rest } = state;
  const { planner: _planner, log: _log, ledger, attachments, triggers, ...folds } = state.conversation.folds;
  const { pause, raised, resumedAt } = ledger.state.pauses;
  return {
    ...rest,
    conversation: {
      ...folds,
      ledger: { ...ledger.state, drafts: ledger.drafts.state, pauses: { pause, raised, resumedAt } },
      attachments: attachments.state,
      triggers: triggers.state,
    },
    spending: state.spending.state,
    timeline: state.timeline.state,
    works: state.works.state,
  };
}

function restored(
  { family, planner }: RegistryEntry,
  { conversation, spending, timeline, works, facts, passes, messages, ...state }: SavedSession & PlainLists,
  outcome: StateFold['outcome'],
): SessionState {
  const { nativeFrom } = conversation;
  const { ledger, attachments, triggers, ...folds } = conversation;
  const { drafts, pauses } = ledger;
  return {
    ...state,
    conversation: new Conversation(
      family,
      {},
      {
        ...folds,
        passClaim: folds.passClaim,
        ledger: new Ledger(
          { nativeFrom },
          { ...ledger, drafts: new DraftFold(drafts), pauses: new PauseFold({ nativeFrom }, pauses) },
        ),
        attachments: new AttachmentFold(attachments),
        triggers: new TriggerFold(family, triggers),
        log: new VisibleFacts(family, AppendList.from(facts), AppendList.from(passes)),
        planner: planner.state && StateFold.after(planner.state, outcome),
      },
    ),
    messages: AppendList.from(messages),
    spending: new SpendingFold({ nativeFrom }, spending),
    timeline: new Timeline(timeline.ended, timeline.run, timeline.span),
    works: new WorkLog(works.done, works.open, works.lastFailure),
  };
}
