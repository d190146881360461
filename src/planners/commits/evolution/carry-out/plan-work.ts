import type { Envelope } from '../../../../journal/fact.ts';
import { erasedFact } from '../../../../kernel/projection/kept-fields.ts';
import type { CommitsEvent, CommitsEventOf } from '../../facts.ts';

/** The progress of carrying out a plan. */
export interface PlanWork {
  readonly step: 'changing' | 'changed' | 'evaluating' | 'evaluated' | 'failed';
  /** The seq of the current or last request. */
  readonly requestedAt: number;
  /** The seq at which measuring last started; undefined before that. */
  readonly begunAt: number | undefined;
  readonly request: CommitsEventOf<'change_requested'> | undefined;
  readonly change: CommitsEventOf<'change_made'> | undefined;
  readonly evaluation: CommitsEventOf<'commit_evaluated'> | undefined;
  readonly failure: { readonly code: string; readonly reason: string } | undefined;
}

/** An event while a plan is carried out. */
export type WorkEvent = CommitsEventOf<
  | 'change_requested'
  | 'change_made'
  | 'change_failed'
  | 'evaluation_requested'
  | 'evaluation_begun'
  | 'commit_evaluated'
>;

const NO_WORK: PlanWork = {
  step: 'failed',
  requestedAt: 0,
  begunAt: undefined,
  request: undefined,
  change: undefined,
  evaluation: undefined,
  failure: undefined,
};

/** Whether an event belongs to carrying out a plan. */
export function isWorkEvent(event: CommitsEvent): event is WorkEvent {
  switch (event.type) {
    case 'change_requested':
    case 'change_made':
    case 'change_failed':
    case 'evaluation_requested':
    case 'evaluation_begun':
    case 'commit_evaluated':
      return true;
    default:
      return false;
  }
}

/** The progress after one more event. */
export function workAfter(work: PlanWork = NO_WORK, event: WorkEvent, seq: number): PlanWork {
  switch (event.type) {
    case 'change_requested':
      return { ...NO_WORK, step: 'changing', request: event, requestedAt: seq };
    case 'change_made':
      return { ...work, step: 'changed', change: event };
    case 'change_failed':
      return { ...work, step: 'failed', failure: { code: event.code, reason: event.reason } };
    case 'evaluation_requested':
      return { ...work, step: 'evaluating', requestedAt: seq, begunAt: undefined };
    case 'evaluation_begun':
      return { ...work, begunAt: seq };
    case 'commit_evaluated':
      return { ...work, step: 'evaluated', evaluation: event };
    default:
      return event satisfies never;
  }
}

/** The plan that an erased fact of work was about. Finished work is not repeated. */
export function erasedWork(fact: Envelope): { readonly requestId: string } | undefined {
  const erased = erasedFact(fact);
  switch (erased?.type) {
    case 'change_requested':
    case 'change_made':
    case 'change_failed':
    case 'evaluation_requested':
    case 'evaluation_begun':
    case 'commit_evaluated': {
      const { requestId } = erased.kept ?? {};
      return typeof requestId === 'string' ? { requestId } : undefined;
    }
    default:
      return undefined;
  }
}

/** The progress of a plan after one of its facts was erased. */
export function workWithout(work: PlanWork = NO_WORK): PlanWork {
  const failure = { code: 'erased', reason: 'Its record was erased.' };
  return { ...work, step: 'failed', change: undefined, evaluation: undefined, failure };
}
