import { CommitsConfig } from '../../../../planners/commits/config.ts';
import type { Evolution } from '../../../../planners/commits/evolution/evolution-fold.ts';
import { pathInRepository } from '../../../../planners/commits/evolution/measure/protected-paths.ts';
import { CliError } from '../../error.ts';
import type { EvolveOptions } from './evolve.ts';
import { withoutBlanks } from './planning-flags.ts';

/** An evolution in a journal, and whether it started there or came through a fork or an import. */
export interface RecordedEvolution {
  readonly evolution: Evolution;
  readonly isOwn: boolean;
}

/** The options with which an evolution can be resumed. */
const GOES_ON_WITH =
  '--rounds, --target, --patience, --max-seconds, --max-tokens, --max-cost, --backend and --command';

/**
 * Throws if an evolution cannot be resumed with these options: if one of them is fixed, or, for a copy, if the programs
 * to run are missing.
 */
export function checkResumable(
  options: EvolveOptions,
  { evolution, isOwn }: RecordedEvolution,
  repository: string | undefined,
): void {
  const { setup } = evolution;
  const changed = [...changedFlags(options, setup), ...movedFlags(options, setup, repository)];
  if (changed.length > 0)
    throw new CliError('usage', {
      summary: `A resumed evolution keeps its settings, and these differ: ${changed.join('; ')}.`,
      fix: `Leave them out, or start another evolution. Only ${GOES_ON_WITH} can change. Nothing was started.`,
    });
  const evaluators = withoutBlanks(options.evaluate);
  const missing = setup.evaluators.filter((each) => !evaluators.includes(each));
  if (!isOwn && missing.length > 0)
    throw new CliError('usage', {
      summary: `This journal is a copy, and somebody else chose its evaluators: ${missing.join(', ')}.`,
      fix: `If these programs may run here, add ${missing.map((each) => `--evaluate '${each}'`).join(' ')}. Nothing was started.`,
    });
}

/** The new backend, if it differs from the previous one. */
export function newBackend(backend: string, { setup }: Evolution): string | undefined {
  const named = CommitsConfig.shape.backend.safeParse(backend);
  // With a module, the name is only a placeholder.
  const name = named.success ? named.data : 'command';
  return name === setup.backend ? undefined : name;
}

/** The given options that a resumed evolution takes over. */
export function resumedOptions(options: EvolveOptions): readonly string[] {
  const flags: readonly (readonly [string, string | number | undefined])[] = [
    ['--rounds', options.rounds],
    ['--target', options.target],
    ['--patience', options.patience],
    ['--max-seconds', options.maxSeconds],
    ['--max-tokens', options.maxTokens],
    ['--max-cost', options.maxCost],
    ['--backend', options.backend],
    ['--command', options.command],
  ];
  return flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${value}`]));
}

function changedFlags(options: EvolveOptions, setup: Evolution['setup']): readonly string[] {
  const { metric, direction } = setup.objective;
  const single: readonly (readonly [string, string | number | undefined, string | number | undefined])[] = [
    ['--goal', options.goal?.trim(), setup.goal],
    ['--minimize', options.minimize, direction === 'lower' ? metric : undefined],
    ['--maximize', options.maximize, direction === 'higher' ? metric : undefined],
    ['--base', options.base, setup.base],
    ['--candidates', options.candidates, setup.candidates],
    ['--parallel', options.parallel, setup.parallel],
    ['--inspirations', options.inspirations, setup.inspirations],
    ['--seed', options.seed, setup.seed],
    ['--time-limit', options.timeLimit, setup.timeLimitSeconds],
    ['--memory-limit', options.memoryLimit, setup.memoryLimitMb],
    ['--repeat', options.repeat, setup.repeat ?? 1],
    ['--warmup', options.warmup, setup.warmUps ?? 0],
    ['--mode', options.mode, setup.mode],
  ];
  const several: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['--evaluate', options.evaluate, setup.evaluators],
    ['--metric', options.metric, setup.patterns.map(({ name, pattern }) => `${name}=${pattern}`)],
    [
      '--measure',
      options.measure,
      setup.measures.map((each) => `${each.metric}=${each.from}..${each.to}/${each.cells}`),
    ],
    ['--constraint', options.constraint, setup.constraints],
    ['--accept', options.accept, setup.acceptanceCriteria],
    [
      '--protect',
      options.protect.map((path) => pathInRepository(path, setup.repository) ?? path),
      setup.protect,
    ],
  ];
  return [
    ...single.flatMap(([flag, given, recorded]) =>
      given === undefined || given === recorded ? [] : [changeText(flag, given, recorded)],
    ),
    ...several.flatMap(([flag, given, recorded]) =>
      withoutBlanks(given).flatMap((each) =>
        recorded.includes(each) ? [] : [changeText(flag, each, recorded.join(', ') || undefined)],
      ),
    ),
  ];
}

function movedFlags(
  { repo }: EvolveOptions,
  { repository }: Evolution['setup'],
  given: string | undefined,
): readonly string[] {
  return given === undefined || given === repository ? [] : [changeText('--repo', repo ?? given, repository)];
}

function changeText(flag: string, given: string | number, recorded: string | number | undefined): string {
  return `${flag} ${given}, started ${recorded === undefined ? 'without it' : `with ${recorded}`}`;
}
