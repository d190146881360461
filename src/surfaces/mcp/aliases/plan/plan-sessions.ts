import { noModel } from '../../../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { journalOf } from '../../../../plan-tools/plan/plan-id.ts';
import { planModule } from '../../../../planners/plan/module.ts';
import { Sessions } from '../../../../sessions/sessions.ts';
import type { ReopeningStore } from '../../../http/store/reopening-store.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { SessionCalls } from '../../session-tools/session-calls.ts';
import type { SessionTerms } from '../../session-tools/session-terms.ts';
import { sessionResources } from '../../session-tools/session-tool-set.ts';

/** The plans of a store as sessions, without loading other planners. */
export function planSessions(place: ReopeningStore): PlannerSessions {
  const registry = createRegistry([planModule]);
  return new PlannerSessions({
    sessions: new Sessions({ source: place, registry, llm: noModel }),
    module: registry.get(planModule.id).module,
    prefix: journalOf(''),
  });
}

/** The calls on them. */
export function planCalls(sessions: PlannerSessions, terms: SessionTerms): SessionCalls {
  return new SessionCalls(sessions, terms);
}

/** The plans as resources. */
export function planResources(calls: SessionCalls): ResourceKind {
  return sessionResources(calls);
}
