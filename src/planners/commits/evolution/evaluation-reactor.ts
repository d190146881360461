import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import type { Reactor, ReactorContext } from '../../../kernel/reactor.ts';
import { agentEnvironment } from '../../../machine/agents/agent-environment.ts';
import { bounded } from '../../../machine/bounded-text.ts';
import { resolveCommit } from '../../../machine/git/git.ts';
import { cancellationOf } from '../cancelled-work.ts';
import { PlanningError, planningErrorOf } from '../error.ts';
import type { CommitsEventOf } from '../facts.ts';
import { allowedRoot } from '../plan-reactor.ts';
import { redactionFor } from '../redaction.ts';
import { type CarryOutOptions, checkEvaluators, settingsIn } from './carry-out-options.ts';
import { evaluateCommit } from './evaluate-commit.ts';
import { evolutionFacts } from './evolution-facts.ts';
import { stateOf } from './evolution-projection.ts';

const Request = z.object(evolutionFacts.evaluation_requested.shape);
type Request = z.infer<typeof Request>;

/** Measures the commits that `evaluation_requested` facts name, and records what was found. */
export function evaluationReactor(options: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: 'commits.evaluate',
    reactsTo: ['evaluation_requested'],
    act: (fact, context) => act(fact, context, options),
  };
}

async function act(
  fact: Envelope,
  context: ReactorContext,
  options: CarryOutOptions,
): Promise<readonly ProposedFact[]> {
  const request = Request.parse(fact);
  if (!(await isDue(request, fact.seq, context))) return [];
  const started = performance.now();
  const cancellation = cancellationOf(context, fact.seq);
  const settings = settingsIn(options);
  const redact = redactionFor(settings);
  let { commit } = request;
  const evaluated = (
    found: Pick<CommitsEventOf<'commit_evaluated'>, 'status' | 'metrics' | 'output'> & {
      readonly summary?: string | undefined;
      readonly reason?: string | undefined;
    },
  ): readonly ProposedFact[] => {
    const { evaluationId, requestId, evolutionId } = request;
    const { status, metrics, output, summary, reason } = found;
    return [
      {
        type: 'commit_evaluated',
        evaluationId,
        ...(requestId !== undefined && { requestId }),
        ...(evolutionId !== undefined && { evolutionId }),
        commit,
        status,
        metrics: metrics.map((metric) => ({ ...metric, name: redact(metric.name) })),
        ...(summary && { summary: redact(bounded(summary, 2000)) }),
        ...(reason && { reason: redact(bounded(reason, 2000)) }),
        output: redact(output.toWellFormed().replaceAll('\0', '')),
        seconds: Math.round(performance.now() - started) / 1000,
      },
    ];
  };
  try {
    checkEvaluators(request.evaluators, options);
    const root = await allowedRoot(request.repository, options.roots);
    commit = await resolveCommit(root, request.commit);
    options.progress?.(`Measuring ${commit.slice(0, 10)}`);
    const { evaluators, patterns, timeLimitSeconds, memoryLimitMb } = request;
    const env = agentEnvironment(settings, 'program');
    const { signal } = cancellation;
    return evaluated(
      await evaluateCommit({
        root,
        commit,
        evaluators,
        patterns,
        timeLimitSeconds,
        memoryLimitMb,
        env,
        signal,
      }),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (cancellation.isCancelled)
      return evaluated({ status: 'cancelled', metrics: [], output: '', reason: 'Somebody stopped it.' });
    const told = planningErrorOf(error);
    if (!(told instanceof PlanningError)) throw told;
    const reason = `Expected ${told.expected}; got ${told.actual}. ${told.fix}`;
    return evaluated({ status: 'failed', metrics: [], output: '', reason });
  } finally {
    cancellation.end();
  }
}

/** Whether nothing else was said about it since. */
async function isDue(
  { requestId, evolutionId }: Request,
  seq: number,
  { journal }: ReactorContext,
): Promise<boolean> {
  const { plans, evolutions } = await stateOf(journal);
  if (requestId === undefined)
    return evolutionId !== undefined && evolutions.get(evolutionId)?.baseRequestedAt === seq;
  const work = plans.get(requestId)?.work;
  return work?.step === 'evaluating' && work.requestedAt === seq;
}
