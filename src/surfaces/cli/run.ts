import { type Command, CommanderError } from 'commander';
import type { ResolvedConfiguration } from '../../host/config/resolve.ts';
import { systemClock } from '../../journal/clock.ts';
import { configurationFor } from './config/config-options.ts';
import { nearestData } from './config/nearest-data.ts';
import { storeLocation } from './config/store-location.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { failureOf } from './failure.ts';
import type { Perform } from './invocation.ts';
import { createProgram } from './program.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { Output, OutputClosed } from './terminal/output.ts';

const SIGNALS = { SIGHUP: EXIT.hungUp, SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** Runs a command line and resolves to its exit code when all output is written and every store is closed. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const { stdout, stderr, stdin, env } = process;
  const interruption = onSignals();
  const output = new Output({ stdout, stderr }, args.includes('--json'));
  let exitCode: ExitCode | undefined;
  let config: ResolvedConfiguration | undefined;

  const configure = async (command: Command): Promise<void> => {
    try {
      config = await configurationFor(command, env);
    } catch (error) {
      // A broken configuration must not break an agent, which would end its turn if a hook failed.
      if (command.name() !== 'hook') throw error;
      output.note(failureOf(error, { json: false, debug: false }).text);
    }
    const collector = config?.environment.OTEL_EXPORTER_OTLP_ENDPOINT;
    // The exporters of OpenTelemetry read only this variable.
    if (collector !== undefined) process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector;
  };
  const perform: Perform = async (options, command) => {
    const isUsual = config?.settings.find(({ key }) => key === 'data')?.from.type === 'default';
    const data = isUsual ? nearestData(process.cwd()) : options.data;
    const location = storeLocation({ data, store: options.store });
    const { signal } = interruption;
    const planners = options.planner ?? [];
    const configured = config ? { env: { ...config.environment }, config } : { env };
    const telemetry = await telemetryFrom(configured.env, output);
    try {
      exitCode = await command({
        output,
        location,
        signal,
        stdin,
        clock: systemClock,
        planners,
        ...configured,
      });
    } finally {
      await telemetry?.close();
    }
  };

  try {
    await createProgram({ perform, configure }).parseAsync(args.map(asArgument), { from: 'user' });
    return exitCode ?? EXIT.ok;
  } catch (error) {
    if (interruption.exitCode !== undefined) return interruption.exitCode;
    if (error instanceof OutputClosed) return EXIT.ok;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    // A group without a subcommand: its help was printed.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
    const debug = env.WAYFOLD_DEBUG !== undefined && env.WAYFOLD_DEBUG !== '';
    const failure = failureOf(error, { json: output.json, debug });
    await new Promise<void>((done) => stderr.write(`${failure.text}\n`, () => done()));
    return failure.exitCode;
  } finally {
    stdin.destroy();
  }
}

/** Starts telemetry if the environment enables it. If that fails, the command runs without it and prints a note. */
async function telemetryFrom(env: NodeJS.ProcessEnv, output: Output): Promise<Telemetry | undefined> {
  if (!Object.keys(env).some((name) => name.startsWith('OTEL_EXPORTER_OTLP_'))) return undefined;
  const { isTelemetryWanted, startTelemetry } = await import('./telemetry/telemetry.ts');
  if (!isTelemetryWanted(env)) return undefined;
  try {
    return await startTelemetry(env, (problem) => output.note(problem));
  } catch (error) {
    output.note(`Telemetry is off.\n${failureOf(error, { json: false, debug: false }).text}`);
    return undefined;
  }
}

/** A text that starts with a list, like `- write it`, is not an option. */
function asArgument(arg: string): string {
  return /^-\s/.test(arg) ? ` ${arg}` : arg;
}

interface Interruption {
  readonly signal: AbortSignal;
  exitCode: ExitCode | undefined;
}

/** The first signal asks the command to stop and clean up; a second one exits at once. */
function onSignals(): Interruption {
  const controller = new AbortController();
  const interruption: Interruption = { signal: controller.signal, exitCode: undefined };
  for (const [signal, exitCode] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (interruption.exitCode !== undefined) process.exit(exitCode);
      interruption.exitCode = exitCode;
      controller.abort();
    });
  }
  return interruption;
}
