import { Conversation } from '../../../harness/conversation/conversation.ts';
import { configuredPlanner, erasedType } from '../../../harness/facts.ts';
import { momentOf } from '../../../harness/module/module-moment.ts';
import type { At } from '../../../harness/module/planner-module.ts';
import type { Envelope } from '../../../journal/fact.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import type { Projection } from '../../../kernel/projection/projection.ts';
import type { RegistryEntry } from '../../registry.ts';
import { a2aFact } from '../facts.ts';
import type { AppliedSetup } from '../recorded-setup.ts';
import { PublishedTasks } from './published-tasks.ts';

/** A published session after one of its facts. */
export interface PublishedMoment {
  readonly conversation: Conversation;
  /** The hash of the setup at that time. */
  readonly configSha256: string | undefined;
}

/**
 * The fold of a published session's facts for callers. Immutable. It contains no text: replies, questions and
 * artifacts are computed from these moments when they are sent or shown.
 */
export interface PublishedState extends PublishedMoment {
  readonly tasks: PublishedTasks;
  /** The session at the last reply: later texts are still to be sent. */
  readonly lastAnswer: Conversation;
  /** How the last pass ended, if with nothing to send. */
  readonly end: 'failed' | 'canceled' | 'slept' | 'dismissed' | undefined;
  /** The session at each reply with text, by message id. */
  readonly answers: PersistentMap<string, PublishedMoment>;
  /** The session at the last artifacts of each task. */
  readonly handOvers: PersistentMap<string, PublishedMoment>;
}

/** The projection of a planner's published sessions. */
export function publishedProjection({ family, planner, module }: RegistryEntry): Projection<PublishedState> {
  return {
    initial({ nativeFrom }) {
      const conversation = new Conversation(family, { nativeFrom, state: planner.state });
      return {
        tasks: new PublishedTasks(nativeFrom),
        conversation,
        configSha256: undefined,
        lastAnswer: conversation,
        end: undefined,
        answers: PersistentMap.empty(),
        handOvers: PersistentMap.empty(),
      };
    },
    apply(before, fact) {
      const conversation = before.conversation.accept(fact);
      return after({ ...before, conversation, tasks: before.tasks.accept(fact) }, fact, module.id);
    },
  };
}

function after(state: PublishedState, fact: Envelope, plannerId: string): PublishedState {
  const { conversation, configSha256 } = state;
  switch (erasedType(fact) ?? fact.type) {
    case 'a2a_task_opened':
      // Earlier texts were for others.
      return { ...state, lastAnswer: conversation, end: undefined };
    case 'a2a_answered': {
      const answer = a2aFact(fact);
      if (answer?.type !== 'a2a_answered' || answer.messageId === undefined) return state;
      const moment = { conversation, configSha256 };
      const answers = state.answers.set(answer.messageId, moment);
      const { handOvers } = state;
      return {
        ...state,
        answers,
        handOvers: answer.artifacts ? handOvers.set(answer.taskId, moment) : handOvers,
      };
    }
    case 'remote_sent':
      return { ...state, lastAnswer: conversation };
    case 'remote_received':
    case 'compose_intent':
      return { ...state, end: undefined };
    case 'planner_error':
      return { ...state, end: 'failed' };
    case 'work_cancelled':
      return { ...state, end: 'canceled' };
    case 'sleep':
      return { ...state, end: 'slept' };
    case 'compose_dismissed':
      return { ...state, end: 'dismissed' };
    case 'planner_configured': {
      const configured = configuredPlanner(fact);
      const isOwn = configured && (configured.plannerId ?? plannerId) === plannerId;
      return isOwn ? { ...state, configSha256: configured.configSha256 } : state;
    }
    default:
      return state;
  }
}

/** A moment as the functions of the planner's module take it. */
export function momentIn(
  { module }: Pick<RegistryEntry, 'module'>,
  { conversation: { plannerState: state, head, nativeFrom } }: PublishedMoment,
  { config, loaded }: AppliedSetup,
): At {
  return momentOf(module, { state, config, loaded, head, nativeFrom });
}
