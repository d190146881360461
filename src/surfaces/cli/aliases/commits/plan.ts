import { pauseOfEverything } from '../../../../host/pausing.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
import { randomIds } from '../../../../journal/clock.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { memoryStore } from '../../../../journal/memory-store.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { ConflictError } from '../../../../kernel/error.ts';
import { react } from '../../../../kernel/work/reactor.ts';
import { resolveCommit } from '../../../../machine/git/git.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import { programAt } from '../../../../machine/program-path.ts';
import { COMMAND_FORMS, commandWords } from '../../../../machine/split-command.ts';
import { modelFromEnv } from '../../../../model/open-model.ts';
import { summariesFolder } from '../../../../planners/commits/agent/file-folders.ts';
import { loadBackend } from '../../../../planners/commits/agent/load-backend.ts';
import { planReactor } from '../../../../planners/commits/agent/plan-reactor.ts';
import { PlanningError } from '../../../../planners/commits/error.ts';
import { commitsEventOf, commitsSessionFacts, failureSummary } from '../../../../planners/commits/facts.ts';
import { evaluationsFromFile } from '../../../../planners/commits/history/evaluation.ts';
import { foldPlans, rememberedPlans } from '../../../../planners/commits/planning-fold.ts';
import { fileChunkCache } from '../../../../planners/commits/trajectory/file-chunk-cache.ts';
import { CliError } from '../../error.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { acceptCommand, printPlan } from './decide.ts';
import { type BackendOptions, checkedGoal, settingsOf, withoutBlanks } from './planning-flags.ts';

interface PlanOptions extends BackendOptions {
  readonly goal: string;
  readonly base: string;
  readonly root?: string;
  readonly inspire: readonly string[];
  readonly constraint: readonly string[];
  readonly accept: readonly string[];
  readonly metrics?: string;
  readonly evaluator?: string;
  readonly iterationHint?: string;
  readonly coldStart?: boolean;
  readonly repo: string;
  readonly journal: string;
  readonly record: boolean;
}

const INTERRUPTED = {
  code: 'interrupted',
  summary: 'The planning was interrupted.',
  fix: 'Ask for the plan again.',
};

export async function plan(invocation: Invocation, options: PlanOptions): Promise<undefined> {
  checkedGoal(options.goal);
  if (options.record)
    await withStore(invocation, { create: true }, (store) => planIn(store, invocation, options));
  else await planIn(memoryStore(), invocation, options);
}

async function planIn(store: FactStore, invocation: Invocation, options: PlanOptions): Promise<void> {
  const { output, signal } = invocation;
  const settings = settingsOf(invocation, options);
  const root = await workTreeRoot(options.repo);
  // Fails before anything is recorded if nothing can be planned.
  const commits: string[] = [];
  for (const revision of [options.base, ...withoutBlanks(options.inspire)])
    commits.push(await resolveCommit(root, revision));
  const evaluationOf = options.metrics === undefined ? undefined : await evaluationsFromFile(options.metrics);
  if (evaluationOf && !commits.some((commit) => evaluationOf(commit)))
    output.note(`${options.metrics} has metrics for neither the base nor an inspiration.`);
  const journal = openJournal(store, options.journal, { facts: commitsSessionFacts });
  const earlier = foldPlans((await journal.facts()).flatMap((fact) => commitsEventOf(fact) ?? []));
  const requestId = randomIds('plan');
  const { iterationHint } = options;
  const reactor = planReactor({
    settings,
    backend: await loadBackend(settings),
    roots: [root],
    evaluations: {
      ...(evaluationOf && { evaluationOf }),
      ...(options.evaluator !== undefined && { evaluator: evaluatorWords(options.evaluator) }),
    },
    llm: modelFromEnv(invocation.env),
    ...cacheIn(invocation),
    progress: (line) => output.note(line),
  });

  if (await pauseOfEverything(store)) throw everythingIsPaused();
  const appended = await journal.append([
    {
      type: 'plan_requested',
      requestId,
      goal: options.goal,
      repository: root,
      base: options.base,
      ...(options.root !== undefined && { root: options.root }),
      inspirations: withoutBlanks(options.inspire),
      constraints: withoutBlanks(options.constraint),
      acceptanceCriteria: withoutBlanks(options.accept),
      ...(iterationHint !== undefined && { iterationHint }),
      coldStart: options.coldStart ?? false,
      backend: settings.backend,
      mode: settings.validationMode,
      earlierPlans: [...rememberedPlans(earlier, { repository: root, goal: options.goal })],
    },
  ]);
  const [request] = appended.ok ? appended.facts : [];
  if (request === undefined)
    throw new TypeError('an append without expectedSeq writes and returns its facts');
  try {
    await react(journal, reactor, request, { worker: workerName(), isGone, signal });
  } catch (error) {
    // Prevents a later process from continuing with this request.
    if (signal.aborted) await journal.append([{ type: 'plan_failed', requestId, ...INTERRUPTED }]);
    throw error;
  }

  const events = (await journal.facts({ from: request.seq })).flatMap((fact) => commitsEventOf(fact) ?? []);
  const failed = events.find((event) => event.type === 'plan_failed' && event.requestId === requestId);
  if (failed?.type === 'plan_failed') {
    // Throws the original error again, for its exit code and message.
    throw PlanningError.again(failed.code, { summary: failureSummary(failed), fix: failed.fix });
  }
  const record = foldPlans(events).get(requestId);
  if (record?.proposal === undefined) throw madeElsewhere();
  await printPlan(invocation, { ...record, proposal: record.proposal });
  if (!options.record) return;
  output.note('');
  output.note(`Accept it with: ${acceptCommand(requestId, options.journal)}`);
}

function evaluatorWords(text: string): readonly string[] {
  const [program = '', ...args] = commandWords(text.trim()) ?? [];
  if (program !== '') return [programAt(program), ...args];
  throw new CliError('usage', {
    expected: `--evaluator as ${COMMAND_FORMS}`,
    actual: JSON.stringify(text),
    fix: 'Write it like that, or put it into a script and name that.',
  });
}

function everythingIsPaused(): ConflictError {
  return new ConflictError({
    summary: 'Everything is paused.',
    fix: 'Run `wayfold resume` first. Nothing was started.',
  });
}

/** Summaries are cached beside the journals, if those are files. */
function cacheIn({ location }: Invocation): { cache?: ReturnType<typeof fileChunkCache> } {
  return location.type === 'sqlite' ? { cache: fileChunkCache(summariesFolder(location.data)) } : {};
}

function madeElsewhere(): CliError {
  return new CliError('declined', {
    summary: 'Another process is making this plan.',
    fix: 'Follow it with `wayfold commits list`.',
  });
}
