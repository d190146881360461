import { localUser } from '../../../../host/local-user.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import { CommitsConfig } from '../../../../planners/commits/config.ts';
import { latestEvolution } from '../../../../planners/commits/evolution/evolution-commands.ts';
import type { Evolution } from '../../../../planners/commits/evolution/evolution-fold.ts';
import { loadBackend } from '../../../../planners/commits/load-backend.ts';
import type { CommitsModuleOptions } from '../../../../planners/commits/module.ts';
import type { CommitsState } from '../../../../planners/commits/session-fold.ts';
import type { PlanningSettings } from '../../../../planners/commits/settings.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { firstLine } from '../../../../sessions/title-from-text.ts';
import { takeTurn } from '../../commands/session/session-turn.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import type { ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { type BackendOptions, checkedGoal, settingsOf, withoutBlanks } from './planning-flags.ts';

/** What the command line says of an evolution. */
export interface EvolveOptions extends BackendOptions {
  readonly goal?: string;
  readonly resume?: string;
  readonly evaluate: readonly string[];
  readonly minimize?: string;
  readonly maximize?: string;
  readonly metric: readonly string[];
  readonly measure: readonly string[];
  readonly protect: readonly string[];
  readonly base: string;
  readonly constraint: readonly string[];
  readonly accept: readonly string[];
  readonly rounds?: number;
  readonly candidates?: number;
  readonly parallel?: number;
  readonly inspirations?: number;
  readonly seed?: number;
  readonly timeLimit?: number;
  readonly memoryLimit?: number;
  readonly target?: number;
  readonly patience?: number;
  readonly repeat?: number;
  readonly warmup?: number;
  readonly maxSeconds?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly repo: string;
}

const PREFIX = 'commits:';

/** Begins an evolution, or goes on with one, and runs it here until it rests. */
export async function evolve(invocation: Invocation, options: EvolveOptions): Promise<ExitCode> {
  const { output, signal } = invocation;
  const { resume } = options;
  if (resume === undefined) checkBeginning(options);
  const settings = settingsOf(invocation, options);
  const host: { options: CommitsModuleOptions } = { options: {} };
  const evaluators: string[] = [...withoutBlanks(options.evaluate)];
  const roots: string[] = [];
  host.options = {
    settings,
    ...(await ownBackend(settings)),
    roots,
    evaluators,
    carriesOut: true,
  };
  const registry = await plannerRegistry(invocation, undefined, { commits: host.options });
  return await withSessions(invocation, { create: resume === undefined, registry }, async (sessions) => {
    const known = resume === undefined ? undefined : await sessions.open(sessionIdOf(resume));
    const before = known && (await evolutionIn(known));
    if (known && before === undefined) throw noEvolution(known.id);
    roots.push(before?.evolution.setup.repository ?? (await workTreeRoot(options.repo)));
    // What came here by a fork or an import was begun by somebody else: its programs have to be named anew.
    if (before?.isOwn) evaluators.push(...before.evolution.setup.evaluators);
    const session =
      known ??
      (await sessions.create({
        planner: 'commits',
        id: `${PREFIX}${shortName()}`,
        title: firstLine(options.goal ?? ''),
        config: configOf(options, settings, roots[0] ?? '.'),
        by: localUser(),
      }));
    const name = session.id.startsWith(PREFIX) ? session.id.slice(PREFIX.length) : session.id;
    output.note(
      `Evolution ${name}. Stop it with Ctrl-C; go on with: wayfold commits evolve --resume ${name}`,
    );
    try {
      return await takeTurn(
        invocation,
        session,
        () => session.do(known ? continuing(options) : beginning(options), { by: localUser() }),
        {
          llm: await usualModel(invocation),
          openModel: await modelsOf(invocation),
          asks: false,
          stays: true,
          tells: { brief: true },
        },
      );
    } catch (error) {
      if (signal.aborted) output.note(`Stopped. Go on with: wayfold commits evolve --resume ${name}`);
      throw error;
    } finally {
      const offered = (await evolutionIn(session))?.evolution.offered;
      if (offered) output.note(`Merge the best with: git merge ${offered.branch}`);
    }
  });
}

/** The backend of the command line, which may be a module; where none is installed, planning says so. */
export async function ownBackend(settings: PlanningSettings): Promise<Pick<CommitsModuleOptions, 'backend'>> {
  return settings.backend === 'auto' ? {} : { backend: await loadBackend(settings) };
}

async function evolutionIn(
  session: OpenSession,
): Promise<{ readonly evolution: Evolution; readonly isOwn: boolean } | undefined> {
  const { at } = await session.view();
  // The session is one of the commit planner, whose state this is.
  const evolution = latestEvolution(at.state as CommitsState);
  return evolution && { evolution, isOwn: evolution.startedAt >= at.nativeFrom };
}

function configOf(
  { base, constraint, accept }: EvolveOptions,
  { backend, validationMode }: PlanningSettings,
  repository: string,
): CommitsConfig {
  const named = CommitsConfig.shape.backend.safeParse(backend);
  return CommitsConfig.parse({
    repository,
    base,
    constraints: withoutBlanks(constraint),
    acceptanceCriteria: withoutBlanks(accept),
    // A module stands for every backend of this run.
    backend: named.success ? named.data : 'command',
    mode: validationMode,
  });
}

function beginning(options: EvolveOptions) {
  const { goal = '', evaluate, minimize, maximize, metric, measure, protect, ...rest } = options;
  return {
    type: 'evolve',
    goal,
    evaluators: withoutBlanks(evaluate),
    ...((minimize ?? maximize) !== undefined && { metric: minimize ?? maximize }),
    direction: maximize === undefined ? 'lower' : 'higher',
    patterns: withoutBlanks(metric),
    measures: withoutBlanks(measure),
    protect: withoutBlanks(protect),
    ...given({
      rounds: rest.rounds,
      candidates: rest.candidates,
      parallel: rest.parallel,
      inspirations: rest.inspirations,
      seed: rest.seed,
      timeLimitSeconds: rest.timeLimit,
      memoryLimitMb: rest.memoryLimit,
      repeat: rest.repeat,
      warmUps: rest.warmup,
      ...limits(options),
    }),
  };
}

function continuing(options: EvolveOptions) {
  return { type: 'continue-evolution', ...given({ rounds: options.rounds, ...limits(options) }) };
}

function limits({ target, patience, maxSeconds, maxTokens, maxCost }: EvolveOptions) {
  return { target, patience, maxSeconds, maxTokens, maxCost };
}

function given(values: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function sessionIdOf(name: string): string {
  return name.includes(':') ? name : `${PREFIX}${name}`;
}

function checkBeginning({ goal, evaluate, minimize, maximize }: EvolveOptions): void {
  checkedGoal(goal ?? '');
  if (withoutBlanks(evaluate).length === 0)
    throw new CliError('usage', {
      expected: 'a program that measures a checkout',
      actual: 'none',
      fix: 'Name it: --evaluate "node bench.mjs". It prints metrics as JSON, such as {"ms": 12}.',
    });
  if (minimize !== undefined && maximize !== undefined)
    throw new CliError('usage', {
      expected: 'one objective',
      actual: `${minimize} and ${maximize}`,
      fix: 'Give --minimize or --maximize, and the other metric as --measure.',
    });
}

function noEvolution(id: string): CliError {
  return new CliError('usage', {
    expected: `a session with an evolution`,
    actual: `${id}, which has none`,
    fix: 'Begin one: wayfold commits evolve --goal "…" --evaluate "node bench.mjs" --minimize ms',
  });
}
