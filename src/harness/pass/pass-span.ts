import type { Attributes } from '@opentelemetry/api';
import type { Envelope } from '../../journal/fact.ts';
import { measurePass } from '../../kernel/telemetry/measurements.ts';
import { failSpan, inSpan } from '../../kernel/telemetry/spans.ts';
import { conversationFact, type PassOutcome } from '../facts.ts';
import type { PassRequest } from './next-step.ts';
import type { PlanAnswer } from './planner-call.ts';

/** How a pass that called its planner ended. */
export interface PassEnd {
  /** `overtaken`: new facts arrived, and nothing was written. `interrupted`: the harness closed or lost the pass. */
  readonly outcome: PassOutcome | 'overtaken' | 'interrupted';
  readonly facts?: readonly Envelope[];
}

/** The planner and session of a pass. */
interface PassIdentity {
  readonly planner: { readonly id: string };
  readonly journal: { readonly id: string };
}

/** Runs a pass in a span `invoke_agent {planner}`, from its claim to the commit, and measures it. */
export function passSpan(
  { planner, journal }: PassIdentity,
  { triggers, target }: PassRequest,
  run: () => Promise<PassEnd>,
): Promise<void> {
  const attributes: Attributes = {
    ...named('invoke_agent', planner),
    'wayfold.trigger.kinds': Object.keys(triggers),
    'wayfold.trigger.seq': target,
  };
  const started = performance.now();
  return inSpan(`invoke_agent ${planner.id}`, { attributes, conversation: journal.id }, async (span) => {
    const { outcome, facts = [] } = await run();
    span.setAttribute('wayfold.pass.outcome', outcome);
    if (outcome === 'error') failSpan(span, codeIn(facts));
    measurePass((performance.now() - started) / 1000, {
      'gen_ai.agent.name': planner.id,
      'wayfold.pass.outcome': outcome,
    });
  });
}

/** Runs one planner call in a span `plan {planner}`. */
export function plannerSpan(
  { planner, journal }: PassIdentity,
  ask: () => Promise<PlanAnswer>,
): Promise<PlanAnswer> {
  const setting = { attributes: named('plan', planner), conversation: journal.id };
  return inSpan(`plan ${planner.id}`, setting, async (span) => {
    const answer = await ask();
    span.setAttribute('wayfold.plan.answer', answer.type);
    if (answer.type === 'failed') failSpan(span, answer.fault.code);
    return answer;
  });
}

function named(operation: 'invoke_agent' | 'plan', { id }: PassIdentity['planner']): Attributes {
  return { 'gen_ai.operation.name': operation, 'gen_ai.provider.name': 'wayfold', 'gen_ai.agent.name': id };
}

function codeIn(facts: readonly Envelope[]): string {
  const [last] = facts.slice(-1);
  const fact = last && conversationFact(last);
  return fact?.type === 'planner_error' ? fact.code : '';
}
