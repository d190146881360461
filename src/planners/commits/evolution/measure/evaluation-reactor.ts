import { z } from 'zod';
import type { Envelope, ProposedFact } from '../../../../journal/fact.ts';
import { sha256 } from '../../../../journal/integrity/sha256.ts';
import type { Reactor, ReactorContext } from '../../../../kernel/work/reactor.ts';
import { SerialQueue } from '../../../../kernel/work/serial-queue.ts';
import { evaluatorEnvironment } from '../../../../machine/agents/agent-environment.ts';
import { bounded } from '../../../../machine/bounded-text.ts';
import { treeOf } from '../../../../machine/git/commit-change.ts';
import { resolveCommit } from '../../../../machine/git/git.ts';
import { cancellationOf } from '../../agent/cancellation.ts';
import { allowedRoot } from '../../agent/plan-reactor.ts';
import { redactionFor } from '../../agent/redaction.ts';
import { PlanningError, planningErrorOf } from '../../error.ts';
import type { CommitsEventOf } from '../../facts.ts';
import type { CommitsState } from '../../session-fold.ts';
import { type CarryOutOptions, checkEvaluators, settingsIn } from '../carry-out/carry-out-options.ts';
import { interruptedWork } from '../carry-out/interrupted-work.ts';
import { evolutionFacts, type MeasuredMetric } from '../evolution-facts.ts';
import { stateOf } from '../evolution-projection.ts';
import { type EvaluationResult, evaluateCommit } from './evaluate-commit.ts';
import { protectedPaths } from './protected-files.ts';

const Request = z.object(evolutionFacts.evaluation_requested.shape);
type Request = z.infer<typeof Request>;
const Begun = z.object(evolutionFacts.evaluation_begun.shape);

const MEASURING = 'commits.measure';
/** A commit that crashes the measuring process would do so forever. */
const MAX_CRASHES = 2;
/** Repeated measurements run one after the other, to avoid noise. */
const quiet = new SerialQueue();

/** A reactor that records the start of measuring, for every requested commit. */
export function evaluationReactor(): Reactor<Envelope> {
  return {
    name: 'commits.evaluate',
    reactsTo: ['evaluation_requested'],
    async act(fact, { journal }) {
      const request = Request.parse(fact);
      const status = measurementStatus(request, await stateOf(journal));
      if (status?.requestedAt !== fact.seq || status.begunAt !== undefined) return [];
      return [{ type: 'evaluation_begun', ...subjectOf(request), attempt: 1 }];
    },
  };
}

/** A reactor that measures commits and records the results. Interrupted measuring starts once more, with the reason. */
export function measuringReactor(options: CarryOutOptions = {}): Reactor<Envelope> {
  return {
    name: MEASURING,
    reactsTo: ['evaluation_begun'],
    async act(fact, context) {
      const { attempt, ...evaluation } = Begun.parse(fact);
      const { journal } = context;
      const status = measurementStatus(evaluation, await stateOf(journal));
      if (status === undefined || status.begunAt !== fact.seq) return [];
      const [asked] = await journal.facts({ from: status.requestedAt, to: status.requestedAt });
      const request = Request.safeParse(asked).data;
      if (request === undefined) return [];
      const claims = await journal.facts({ from: fact.seq + 1 });
      const earlier = interruptedWork(claims, { work: MEASURING, target: fact.seq });
      if (earlier === undefined) return await measure(request, fact, context, options);
      const { end: cutOff, seconds } = earlier;
      const crashes = await crashesBefore(fact, status.requestedAt, context);
      const again = { attempt: attempt + 1, cutOff, seconds };
      if (cutOff === 'stop' || crashes < MAX_CRASHES)
        return [{ type: 'evaluation_begun', ...subjectOf(evaluation), ...again }];
      return [
        {
          type: 'commit_evaluated',
          ...subjectOf(evaluation),
          commit: request.commit,
          status: 'failed',
          metrics: [],
          reason: `It was measured ${attempt} times, and the measuring program crashed each time.`,
          output: '',
          seconds,
        },
      ];
    },
  };
}

type Subject = Pick<z.infer<typeof Begun>, 'evaluationId' | 'requestId' | 'evolutionId'>;

/** The common fields of all facts of an evaluation. */
function subjectOf({ evaluationId, requestId, evolutionId }: Subject): Subject {
  return {
    evaluationId,
    ...(requestId !== undefined && { requestId }),
    ...(evolutionId !== undefined && { evolutionId }),
  };
}

/** The number of earlier attempts for the same request that ended in a crash. */
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
  let ofBase: Pick<CommitsEventOf<'commit_evaluated'>, 'tree' | 'protected'> = {};
  const evaluated = (
    found: Omit<EvaluationResult, 'status'> & Pick<CommitsEventOf<'commit_evaluated'>, 'status' | 'code'>,
  ): readonly ProposedFact[] => {
    const { status, metrics, output, summary, reason, code, runs, against } = found;
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
        ...(code !== undefined && { code }),
        ...ofBase,
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
    ofBase = await baseFindings(request, { root, commit, state: await stateOf(context.journal) });
    const guarded = ofBase.protected && { from: commit, paths: ofBase.protected };
    const key = sha256(context.idempotencyKey).slice(0, 16);
    const env = evaluatorEnvironment(settings);
    const run = { ...request, protected: guarded ?? request.protected, key, root, commit, env, signal };
    return evaluated(
      await (run.repeat === undefined ? evaluateCommit(run) : quiet.run(() => evaluateCommit(run))),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (cancellation.isCancelled)
      return evaluated({ status: 'cancelled', metrics: [], output: '', reason: 'Somebody stopped it.' });
    const failure = planningErrorOf(error);
    if (!(failure instanceof PlanningError)) throw failure;
    const reason = `${failure.summary} ${failure.fix}`;
    return evaluated({ status: 'failed', metrics: [], output: '', reason, code: failure.code });
  } finally {
    cancellation.end();
  }
}

/** Findings needed only once, for the first commit of an evolution. */
async function baseFindings(
  { requestId, evolutionId, evaluators }: Request,
  { root, commit, state }: { readonly root: string; readonly commit: string; readonly state: CommitsState },
): Promise<Pick<CommitsEventOf<'commit_evaluated'>, 'tree' | 'protected'>> {
  const evolution = evolutionId === undefined ? undefined : state.evolutions.get(evolutionId);
  if (requestId !== undefined || evolution === undefined) return {};
  const { protect } = evolution.setup;
  return {
    tree: await treeOf(root, commit),
    protected: await protectedPaths(root, commit, { evaluators, protect }),
  };
}

/** The status of a requested measurement according to the journal. */
function measurementStatus(
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
