import { z } from 'zod';
import { localUser } from '../../../../host/local-user.ts';
import { CODING_AGENTS } from '../../../../machine/agents/agent-names.ts';
import { askGit } from '../../../../machine/git/git.ts';
import { settingsAsVariables, settingsWithoutPrograms } from '../../../../machine/git/git-programs.ts';
import { workTreeRoot } from '../../../../machine/git/worktree.ts';
import { loadBackend } from '../../../../planners/commits/agent/load-backend.ts';
import { checkSetup } from '../../../../planners/commits/check-setup.ts';
import { CommitsConfig } from '../../../../planners/commits/config.ts';
import { latestEvolution } from '../../../../planners/commits/evolution/evolution-commands.ts';
import { EvolveInput, evolutionStarted } from '../../../../planners/commits/evolution/evolve-input.ts';
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
import { checkResumable, newBackend, type RecordedEvolution, resumedOptions } from './evolve-resume.ts';
import { type BackendOptions, checkedGoal, settingsOf, withoutBlanks } from './planning-flags.ts';

/** The options of an evolution. */
export interface EvolveOptions extends BackendOptions {
  readonly goal?: string;
  readonly resume?: string;
  readonly evaluate: readonly string[];
  readonly minimize?: string;
  readonly maximize?: string;
  readonly metric: readonly string[];
  readonly measure: readonly string[];
  readonly protect: readonly string[];
  readonly base?: string;
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
  readonly repo?: string;
}

const PREFIX = 'commits:';

/** The work to do in a session, with its programs. */
interface Turn {
  readonly session?: string;
  readonly create?: { readonly title: string; readonly config: CommitsConfig };
  readonly command: { readonly type: string };
  readonly settings: PlanningSettings;
  readonly evaluators: readonly string[];
  readonly root: string;
}

/** Starts or resumes an evolution, and runs it in this process until it is idle. */
export async function evolve(invocation: Invocation, options: EvolveOptions): Promise<ExitCode> {
  const { resume } = options;
  const turn =
    resume === undefined ? await begun(invocation, options) : await resumed(invocation, options, resume);
  return await run(invocation, options, turn);
}

/** Validates everything before creating a session. */
async function begun(invocation: Invocation, options: EvolveOptions): Promise<Turn> {
  checkBeginning(options);
  const settings = settingsOf(invocation, options);
  const root = await workTreeRoot(options.repo ?? '.');
  const config = configOf(options, settings, root);
  await checkMachine(config, settings, root);
  const { type, ...input } = beginning(options);
  const read = EvolveInput.safeParse(input);
  if (!read.success)
    throw new CliError('usage', {
      summary: `The settings of the evolution are not valid: ${z.prettifyError(read.error)}`,
      fix: 'Add --help to see what is allowed.',
    });
  evolutionStarted(read.data, config, { evolutionId: 'checked', by: localUser() });
  for (const note of await surprisesIn(options, root)) invocation.output.note(note);
  return {
    create: { title: firstLine(options.goal ?? ''), config },
    command: { type, ...input },
    settings,
    evaluators: withoutBlanks(options.evaluate),
    root,
  };
}

/** Warnings about the state of the work tree. */
async function surprisesIn({ repo = '.' }: EvolveOptions, root: string): Promise<readonly string[]> {
  const env = settingsAsVariables(await settingsWithoutPrograms(root), process.env);
  const changed = await askGit(root, ['status', '--porcelain', '--untracked-files=no'], env);
  const place = await askGit(repo, ['rev-parse', '--show-prefix']);
  return [
    ...(changed.ok && changed.text.trim() !== ''
      ? ['Uncommitted changes are not included: candidates start from the commit.']
      : []),
    ...(place.ok && place.text.trim() !== ''
      ? [`Evaluators run in the root of the repository, ${root}.`]
      : []),
  ];
}

async function resumed(invocation: Invocation, options: EvolveOptions, name: string): Promise<Turn> {
  const id = name.includes(':') ? name : `${PREFIX}${name}`;
  const recorded = await withSessions(invocation, { create: false }, async (sessions) =>
    evolutionIn(await sessions.open(id)),
  );
  if (recorded === undefined) throw noEvolution(id);
  const { evolution } = recorded;
  const { repository, backend, evaluators, base } = evolution.setup;
  checkResumable(
    options,
    recorded,
    options.repo === undefined ? undefined : await workTreeRoot(options.repo),
  );
  const isNamed = options.backend !== undefined || options.command !== undefined;
  const settings = settingsOf(invocation, { ...options, ...(!isNamed && { backend }) });
  if (settings.backend === 'command' && settings.command.length === 0) throw noProgram(name);
  const config = configOf({ ...options, base: evolution.base?.commit ?? base }, settings, repository);
  await checkMachine(config, settings, repository);
  const resumed = resumedOptions(options);
  if (resumed.length > 0) invocation.output.note(`Resuming with ${resumed.join(', ')}.`);
  return {
    session: id,
    command: continuing(options, newBackend(settings.backend, evolution)),
    settings,
    evaluators,
    root: repository,
  };
}

async function run(
  invocation: Invocation,
  options: EvolveOptions,
  { session: id, create, command, settings, evaluators, root }: Turn,
): Promise<ExitCode> {
  const { output, signal } = invocation;
  const backend = await loadBackend(settings);
  const host: CommitsModuleOptions = { settings, backend, roots: [root], evaluators, carriesOut: true };
  const registry = await plannerRegistry(invocation, undefined, { commits: host });
  return await withSessions(invocation, { create: create !== undefined, registry }, async (sessions) => {
    const session = create
      ? await sessions.create({
          planner: 'commits',
          id: `${PREFIX}${shortName()}`,
          ...create,
          by: localUser(),
        })
      : await sessions.open(id ?? '');
    const name = session.id.startsWith(PREFIX) ? session.id.slice(PREFIX.length) : session.id;
    const again = `wayfold commits evolve --resume ${name}${backendFlags(options)}`;
    output.note(`Evolution ${name}. Stop it with Ctrl-C; continue with: ${again}`);
    try {
      return await takeTurn(invocation, session, () => session.do(command, { by: localUser() }), {
        llm: await usualModel(invocation),
        openModel: await modelsOf(invocation),
        asks: false,
        stays: true,
        tells: { brief: true },
      });
    } catch (error) {
      if (signal.aborted) output.note(`Stopped. Continue with: ${again}`);
      throw error;
    } finally {
      const offered = (await evolutionIn(session))?.evolution.offered;
      if (offered) output.note(`Merge the best with: git merge ${offered.branch}`);
    }
  });
}

/** A journal does not store the agents' commands, so resuming needs them again. */
function backendFlags({ backend, command }: EvolveOptions): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  if (command !== undefined) return ` --command ${quoted(command)}`;
  return backend?.includes('/') ? ` --backend ${quoted(backend)}` : '';
}

/** Throws if this machine cannot plan or carry out, because every candidate would fail for the same reason. */
async function checkMachine(config: CommitsConfig, settings: PlanningSettings, root: string): Promise<void> {
  if (settings.backend === 'model')
    throw new CliError('usage', {
      summary: 'A language model cannot carry out plans: it cannot change files.',
      fix: `Choose one of ${CODING_AGENTS.join(', ')} with --backend, or name a program with --command.`,
    });
  const backend = await loadBackend(settings);
  const isNamed = CommitsConfig.shape.backend.safeParse(settings.backend).success;
  const problems = await checkSetup(config, { settings, roots: [root], ...(!isNamed && { backend }) });
  const [problem] = Object.entries(problems);
  if (problem === undefined) return;
  throw new CliError('usage', {
    summary: `The ${problem[0]} does not work: ${problem[1]}`,
    fix: 'Nothing was started.',
  });
}

/** The backend of the command line, possibly a module; if none is installed, planning reports it. */
export async function ownBackend(settings: PlanningSettings): Promise<Pick<CommitsModuleOptions, 'backend'>> {
  return settings.backend === 'auto' ? {} : { backend: await loadBackend(settings) };
}

async function evolutionIn(session: OpenSession): Promise<RecordedEvolution | undefined> {
  const { at } = await session.view();
  // A session of the commit planner has its state.
  const evolution = latestEvolution(at.state as CommitsState);
  return evolution && { evolution, isOwn: evolution.startedAt >= at.nativeFrom };
}

function configOf(
  { base = 'HEAD', constraint, accept }: EvolveOptions,
  { backend, validationMode }: PlanningSettings,
  repository: string,
): CommitsConfig {
  const named = CommitsConfig.shape.backend.safeParse(backend);
  return CommitsConfig.parse({
    repository,
    base,
    constraints: withoutBlanks(constraint),
    acceptanceCriteria: withoutBlanks(accept),
    // With a module, the name is only a placeholder.
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

function continuing(options: EvolveOptions, backend: string | undefined) {
  return {
    type: 'continue-evolution',
    ...given({ rounds: options.rounds, ...limits(options) }),
    ...(backend !== undefined && { backend }),
  };
}

function limits({ target, patience, maxSeconds, maxTokens, maxCost }: EvolveOptions) {
  return { target, patience, maxSeconds, maxTokens, maxCost };
}

function given(values: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function checkBeginning({ goal, evaluate, minimize, maximize }: EvolveOptions): void {
  checkedGoal(goal ?? '');
  if (withoutBlanks(evaluate).length === 0)
    throw new CliError('usage', {
      summary: 'There is no program to measure a checkout.',
      fix: 'Name it: --evaluate "node bench.mjs". It prints metrics as JSON, such as {"ms": 12}.',
    });
  if (minimize !== undefined && maximize !== undefined)
    throw new CliError('usage', {
      summary: `You gave two objectives, ${minimize} and ${maximize}.`,
      fix: 'Give --minimize or --maximize, and the other metric as --measure.',
    });
}

function noEvolution(id: string): CliError {
  return new CliError('usage', {
    summary: `Session ${id} has no evolution.`,
    fix: 'Start one: wayfold commits evolve --goal "…" --evaluate "node bench.mjs" --minimize ms',
  });
}

function noProgram(name: string): CliError {
  return new CliError('usage', {
    summary: 'There is no program to plan and carry out with; the journal does not store it.',
    fix: `Nothing was started. Name it: wayfold commits evolve --resume ${name} --command "…", or choose another --backend.`,
  });
}
