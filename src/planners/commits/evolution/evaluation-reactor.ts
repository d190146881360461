import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import { kernelFacts } from '../../../kernel/facts.ts';
import type { Reactor, ReactorContext } from '../../../kernel/reactor.ts';
import { SerialQueue } from '../../../kernel/serial-queue.ts';
import { agentEnvironment } from '../../../machine/agents/agent-environment.ts';
import { bounded } from '../../../machine/bounded-text.ts';
import { resolveCommit } from '../../../machine/git/git.ts';
import { cancellationOf } from '../cancelled-work.ts';
import { PlanningError, planningErrorOf } from '../error.ts';
import type { CommitsEventOf } from '../facts.ts';
import { allowedRoot } from '../plan-reactor.ts';
import { redactionFor } from '../redaction.ts';
import type { CommitsState } from '../session-fold.ts';
import { type CarryOutOptions, checkEvaluators, settingsIn } from './carry-out-options.ts';
import { type EvaluationResult, evaluateCommit } from './evaluate-commit.ts';
import { evolutionFacts, type MeasuredMetric } from './evolution-facts.ts';
import { stateOf } from './evolution-projection.ts';

const Request = z.object(evolutionFacts.evaluation_requested.shape);
type Request = z.infer<typeof Request>;
const Begun = z.object(evolutionFacts.evaluation_begun.shape);
const Claimed = z.object(kernelFacts.claimed.shape);

const MEASURING = 'commits.measure';
/** A commit that brings down who measures it would do so without end. */
const MOST_CRASHES = 2;
/** Measurements that are repeated against noise would make noise for each other. */
const quiet = new SerialQueue();

/** Records that measuring begins, for every commit that is to be measured. */
export function evaluationReactor(): Reactor<Envelope> {
  return {
    name: 'commits.evaluate',
    reactsTo: ['evaluation_requested'],
    async act(fact, { journal }) {
      const request = Request.parse(fact);
      const standing = standingOf(request, await stateOf(journal));
      if (standing?.requestedAt !== fact.seq || standing.begunAt !== undefined) return [];
      return [{ type: 'evaluation_begun', ...subjectOf(request), attempt: 1 }];
    },
  };
}

/**
 * Measures the commits for which that has begun, and records what was found. What was cut off is begun once more, with the
 * reason.
 */
export function measuringReactor(options: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: MEASURING,
    reactsTo: ['evaluation_begun'],
    async act(fact, context) {
      const { attempt, ...evaluation } = Begun.parse(fact);
      const { journal } = context;
      const standing = standingOf(evaluation, await stateOf(journal));
      if (standing === undefined || standing.begunAt !== fact.seq) return [];
      const [asked] = await journal.facts({ from: standing.requestedAt, to: standing.requestedAt });
      const request = Request.safeParse(asked).data;
      if (request === undefined) return [];
      const cutOff = endOfEarlierWorker(await journal.facts({ from: fact.seq + 1 }), fact.seq);
      if (cutOff === undefined) return await measure(request, fact, context, options);
      const crashes = await crashesBefore(fact, standing.requestedAt, context);
      if (cutOff === 'stop' || crashes < MOST_CRASHES)
        return [{ type: 'evaluation_begun', ...subjectOf(evaluation), attempt: attempt + 1, cutOff }];
      return [
        {
          type: 'commit_evaluated',
          ...subjectOf(evaluation),
          commit: request.commit,
          status: 'failed',
          metrics: [],
          reason: `Measuring it was begun ${attempt} times, and each time the program that measured crashed.`,
          output: '',
          seconds: 0,
        },
      ];
    },
  };
}

type Subject = Pick<z.infer<typeof Begun>, 'evaluationId' | 'requestId' | 'evolutionId'>;

/** What all facts of an evaluation name. */
function subjectOf({ evaluationId, requestId, evolutionId }: Subject): Subject {
  return {
    evaluationId,
    ...(requestId !== undefined && { requestId }),
    ...(evolutionId !== undefined && { evolutionId }),
  };
}

/** How the work of an earlier worker on the fact ended, if there was one. Who stops gives its claim back. */
function endOfEarlierWorker(facts: readonly Envelope[], target: number): 'stop' | 'crash' | undefined {
  const claims = facts.flatMap((fact) => {
    const claim = fact.type === 'claimed' ? Claimed.safeParse(fact).data : undefined;
    return claim?.work === MEASURING && claim.target === target ? [{ ...claim, ts: fact.ts }] : [];
  });
  const own = claims.at(-1)?.worker;
  const earlier = claims.findLast(({ worker }) => worker !== own);
  if (earlier === undefined) return undefined;
  return Date.parse(earlier.until) <= Date.parse(earlier.ts) ? 'stop' : 'crash';
}

/** How many attempts before this one, for the same request, a crash ended. */
async function crashesBefore(fact: Envelope, from: number, { journal }: ReactorContext): Promise<number> {
  const { evaluationId } = Begun.parse(fact);
  const facts = await journal.facts({ from, to: fact.seq });
  return facts.filter((each) => {
    const event = each.type === fact.type ? Begun.safeParse(each).data : undefined;
    return event?.evaluationId === evaluationId && event.cutOff === 'crash';
  }).length;
}

async function measure(
  request: Request,
  fact: Envelope,
  context: ReactorContext,
  options: CarryOutOptions,
): Promise<readonly ProposedFact[]> {
  const started = performance.now();
  const cancellation = cancellationOf(context, fact.seq);
  const settings = settingsIn(options);
  const redact = redactionFor(settings);
  let { commit } = request;
  const evaluated = (
    found: Omit<EvaluationResult, 'status'> & Pick<CommitsEventOf<'commit_evaluated'>, 'status'>,
  ): readonly ProposedFact[] => {
    const { status, metrics, output, summary, reason, runs, against } = found;
    const named = <Found extends { readonly metrics: readonly MeasuredMetric[] }>(each: Found): Found => ({
      ...each,
      metrics: each.metrics.map((metric) => ({ ...metric, name: redact(metric.name) })),
    });
    return [
      {
        type: 'commit_evaluated',
        ...subjectOf(request),
        commit,
        status,
        ...named({ metrics }),
        ...(summary && { summary: redact(bounded(summary, 2000)) }),
        ...(reason && { reason: redact(bounded(reason, 2000)) }),
        output: redact(output.toWellFormed().replaceAll('\0', '')),
        ...(runs && { runs: runs.map(named) }),
        ...(against && { against: named(against) }),
        seconds: Math.round(performance.now() - started) / 1000,
      },
    ];
  };
  try {
    checkEvaluators(request.evaluators, options);
    const root = await allowedRoot(request.repository, options.roots);
    commit = await resolveCommit(root, request.commit);
    options.progress?.(`Measuring ${commit.slice(0, 10)}`);
    const { signal } = cancellation;
    const env = agentEnvironment(settings, 'program');
    const run = { ...request, root, commit, env, signal };
    return evaluated(
      await (run.repeat === undefined ? evaluateCommit(run) : quiet.run(() => evaluateCommit(run))),
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

/** Where the journal says that a commit is to be measured, and that this has begun. */
function standingOf(
  { requestId, evolutionId }: Pick<Subject, 'requestId' | 'evolutionId'>,
  { plans, evolutions }: CommitsState,
): { readonly requestedAt: number; readonly begunAt: number | undefined } | undefined {
  if (requestId !== undefined) {
    const work = plans.get(requestId)?.work;
    return work?.step === 'evaluating' ? work : undefined;
  }
  const evolution = evolutionId === undefined ? undefined : evolutions.get(evolutionId);
  const { baseRequestedAt: requestedAt, baseBegunAt: begunAt, base } = evolution ?? {};
  return requestedAt === undefined || base !== undefined ? undefined : { requestedAt, begunAt };
}
