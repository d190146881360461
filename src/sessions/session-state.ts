import { Conversation } from '../harness/conversation/conversation.ts';
import type { Draft } from '../harness/drafts/draft-fold.ts';
import {
  type ConfiguredPlanner,
  type ConversationFactOf,
  configuredPlanner,
  conversationFact,
  erasedType,
} from '../harness/facts.ts';
import { runModule, runModuleOr } from '../harness/module/module-failure.ts';
import { factText } from '../harness/module/module-fold.ts';
import { momentOf } from '../harness/module/module-moment.ts';
import type { PlannerModule } from '../harness/module/planner-module.ts';
import { contactAfter, NO_CONTACT, type OutsideContact } from '../host/a2a/outside-contact.ts';
import type { RegistryEntry } from '../host/registry.ts';
import type { Envelope, Fact } from '../journal/fact.ts';
import { AppendList } from '../kernel/collections/append-list.ts';
import { isBookkeeping } from '../kernel/facts.ts';
import { SpendingFold } from '../kernel/limits/spending.ts';
import type { Projection, ProjectionOrigin } from '../kernel/projection/projection.ts';
import { kindOf } from './view/fact-kind.ts';
import {
  type ConversationMessage,
  type DismissedDraft,
  isConversationMessage,
  type Message,
} from './view/message.ts';
import { Timeline } from './view/timeline.ts';
import { WorkLog } from './view/work-log.ts';

/** The fold of all of a session's facts. Immutable. */
export interface SessionState {
  readonly origin: ProjectionOrigin;
  readonly conversation: Conversation;
  /** The transcript: messages, and the texts of the planner's facts. */
  readonly messages: AppendList<Message>;
  readonly spending: SpendingFold;
  readonly timeline: Timeline;
  readonly works: WorkLog;
  /** The planner that was set up last, whichever this state is folded for; `undefined` before any was. */
  readonly plannerId?: string | undefined;
  /** The title from its creation or the last renaming. */
  readonly title?: string | undefined;
  readonly configured?: ConfiguredPlanner | undefined;
  /** Why planning was frozen. */
  readonly runaway?: ConversationFactOf<'planner_error'> | undefined;
  /** Why the last pass failed, until something else happens. */
  readonly failure?: ConversationFactOf<'planner_error'> | undefined;
  /** The time of the last fact that is not bookkeeping. */
  readonly lastTs: string;
  /** Whether it is a conversation with an agent that another process is connected to. */
  readonly talksToAgent: boolean;
  /** Who outside can reach it, and whom it is connected to. */
  readonly contact: OutsideContact;
}

/** The projection of sessions with a planner. */
export function sessionProjection({ module, planner, family }: RegistryEntry): Projection<SessionState> {
  return {
    initial: (origin) => ({
      origin,
      conversation: new Conversation(family, { nativeFrom: origin.nativeFrom, state: planner.state }),
      messages: AppendList.of(),
      spending: new SpendingFold({ nativeFrom: origin.nativeFrom }),
      timeline: new Timeline(),
      works: new WorkLog(),
      lastTs: '',
      talksToAgent: false,
      contact: NO_CONTACT,
    }),
    apply(state, fact) {
      const conversation = state.conversation.accept(fact);
      const { nativeFrom } = state.origin;
      const { archived } = conversation.ledger;
      const next = {
        ...state,
        conversation,
        contact: contactAfter(state.contact, fact, { nativeFrom, archived }),
        spending: state.spending.accept(fact),
        timeline: state.timeline.accept(fact, module),
        works: state.works.accept(fact, module),
      };
      if (isBookkeeping(fact)) return next;
      const states = {
        before: state.conversation.plannerState,
        after: next.conversation.plannerState,
      };
      const text = factText(module, fact, states);
      const messages =
        text === undefined
          ? state.messages
          : state.messages.push({
              seq: fact.seq,
              ts: fact.ts,
              type: 'planner_said',
              text: text,
              ...doer(module, fact),
            });
      return withFact({ ...next, messages, lastTs: fact.ts }, fact, {
        plannerId: module.id,
        chosen: (optionId) => offeredLabel(module, state, optionId),
        dismissed: draftOf(state, fact),
      });
    },
  };
}

/** The person who did what a planner's own fact tells, if a person did. */
function doer(module: PlannerModule, fact: Envelope): { readonly by?: string } {
  const type = module.facts[fact.type];
  const own = type?.by && runModule(module, `facts.${fact.type}.by`, () => type.by?.(fact as Fact));
  const isPersonal = type?.by === undefined && ['person', 'decision'].includes(kindOf(fact, module));
  const by = isPersonal && 'by' in fact ? fact.by : own;
  return typeof by === 'string' && by !== '' ? { by } : {};
}

/** An option is chosen by its id, which means nothing to people. */
function offeredLabel(module: PlannerModule, state: SessionState, optionId: string): string | undefined {
  const { conversation, origin } = state;
  const at = momentOf(module, {
    state: conversation.plannerState,
    config: undefined,
    loaded: undefined,
    head: conversation.head,
    nativeFrom: origin.nativeFrom,
  });
  const waiting = runModuleOr(module, { member: 'waiting', run: () => module.waiting(at) }, () => []);
  const offered = waiting.flatMap(({ options = [] }) => options);
  return offered.find(({ id }) => id === optionId)?.label;
}

function withFact(
  state: SessionState,
  envelope: Envelope,
  {
    plannerId,
    chosen,
    dismissed,
  }: {
    readonly plannerId: string;
    /** The draft that the fact dismisses, if any. */
    readonly dismissed: Draft | undefined;
    chosen(optionId: string): string | undefined;
  },
): SessionState {
  if ((erasedType(envelope) ?? envelope.type) === 'a2a_message_taken')
    return { ...state, talksToAgent: true };
  const configured = configuredPlanner(envelope);
  if (configured) return withSetup({ ...state, failure: undefined }, configured, plannerId);
  const fact = conversationFact(envelope);
  const failure = fact?.type === 'planner_error' && fact.code !== 'runaway' ? fact : undefined;
  const known: SessionState = { ...state, failure };
  if (fact === undefined) return known;
  switch (fact.type) {
    case 'session_created':
      return fact.title === '' ? known : { ...known, title: known.title ?? fact.title };
    case 'session_renamed':
      return { ...known, title: fact.title };
    default: {
      const runaway = fact.type === 'planner_error' && fact.code === 'runaway' ? fact : state.runaway;
      if (fact.type === 'compose_dismissed' && dismissed)
        return { ...known, runaway, messages: state.messages.push(dismissedDraft(fact, dismissed)) };
      if (fact.type === 'compose_intent')
        return { ...known, runaway, messages: withEditText(state.messages, fact) };
      if (!isConversationMessage(fact)) return { ...known, runaway };
      return { ...known, runaway, messages: state.messages.push(withChoice(fact, chosen)) };
    }
  }
}

/** The draft that a fact dismisses, as it was before. */
function draftOf({ conversation: { ledger } }: SessionState, fact: Envelope): Draft | undefined {
  const known = fact.type === 'compose_dismissed' ? conversationFact(fact) : undefined;
  if (known?.type !== 'compose_dismissed' || !ledger.drafts.stands(known)) return undefined;
  return ledger.drafts.find(known.composeId);
}

function dismissedDraft(
  { seq, ts, composeId, regenerate, by }: ConversationFactOf<'compose_dismissed'>,
  { text, seq: draftSeq }: Draft,
): DismissedDraft {
  return {
    seq,
    ts,
    type: 'draft_dismissed',
    composeId,
    text,
    draftSeq,
    ...(regenerate && { regenerate }),
    ...(by !== undefined && { by }),
  };
}

/** A draft that a person writes right after dismissing another is an edit of that one. */
function withEditText(
  messages: AppendList<Message>,
  { seq, by }: ConversationFactOf<'compose_intent'>,
): AppendList<Message> {
  const last = messages.at(-1);
  if (by === undefined || last?.type !== 'draft_dismissed' || last.seq !== seq - 1) return messages;
  return AppendList.from([...messages.slice(0, -1), { ...last, edited: true }]);
}

/** A setup without its planner is for the previous one. */
function withSetup(state: SessionState, configured: ConfiguredPlanner, ownId: string): SessionState {
  const plannerId = configured.plannerId ?? state.plannerId ?? ownId;
  return { ...state, plannerId, ...(plannerId === ownId && { configured }) };
}

function withChoice(
  message: ConversationMessage,
  label: (optionId: string) => string | undefined,
): ConversationMessage {
  const chosen =
    message.type === 'user_input' && message.choose !== undefined ? label(message.choose) : undefined;
  return chosen === undefined ? message : { ...message, chosen };
}
