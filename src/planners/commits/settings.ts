import { z } from 'zod';
import { shown } from '../../journal/error.ts';
import { isVariableName } from '../../machine/agents/agent-environment.ts';
import type { Environment } from '../../machine/program-environment.ts';
import { COMMAND_FORMS, commandWords } from '../../machine/split-command.ts';
import { PlanningError } from './error.ts';
import { VALIDATION_MODES, type ValidationMode } from './plan/validation-mode.ts';

/** The settings for planning from the environment. */
export interface PlanningSettings {
  /**
   * The name of a built-in backend, `auto` for the first one installed, or a module specifier such as
   * `./my-backend.js#make`.
   */
  readonly backend: string;
  readonly codexProfile: string | undefined;
  /** The program of the `command` backend, with its arguments. */
  readonly command: readonly string[];
  /** The model of the `model` backend, as `provider/model`. */
  readonly model: string | undefined;
  readonly maxAttempts: number;
  /** For one attempt. */
  readonly timeoutSeconds: number;
  /** Names of variables in `env` to pass to a backend's program, besides those it needs to run and log in. */
  readonly passEnv: readonly string[];
  /** Added to the environment of a backend's program. */
  readonly extraEnv: Readonly<Record<string, string>>;
  /** A JSON Schema file to hand to the backend instead of the built-in one. */
  readonly schemaPath: string | undefined;
  readonly validationMode: ValidationMode;
  readonly trajectory: TrajectoryLimits;
  /** Where to create `logs/worker/planning`; the current directory if undefined. */
  readonly logsBaseDir: string | undefined;
  /** Separates the artifacts of one experiment from those of others. */
  readonly experimentId: string | undefined;
  /** Command lines that may measure commits here. */
  readonly evaluators: readonly string[];
  /** Whether coding agents may carry out plans here. */
  readonly carriesOut: boolean;
  /** The environment that the settings came from. Its secrets are kept out of prompts, logs and artifacts. */
  readonly env: Environment;
}

/** The limits on the trajectory that is shown. */
export interface TrajectoryLimits {
  readonly blockSize: number;
  readonly maxChunks: number;
  readonly maxRawSteps: number;
}

const PREFIX = 'WORKER_PLANNING_';
/** The maximum of a timer. */
const MAX_TIMEOUT_SECONDS = 2_147_483;

/** Reads the settings from environment variables. An invalid value throws an error that names the variable. */
export function settingsFromEnv(env: Environment = process.env): PlanningSettings {
  const text = (name: string) => env[`${PREFIX}${name}`]?.trim() || undefined;
  const read = <Value>(name: string, parse: (text: string) => Value, otherwise: Value): Value => {
    const value = text(name);
    return value === undefined ? otherwise : parse(value);
  };
  const whole = (name: string, least: number, otherwise: number) =>
    read(name, (value) => integerSetting(name, value, least), otherwise);

  return Object.freeze({
    backend: text('BACKEND') ?? 'auto',
    codexProfile: text('CODEX_PROFILE'),
    command: read('COMMAND', command, []),
    model: text('MODEL'),
    maxAttempts: whole('MAX_ATTEMPTS', 1, 2),
    timeoutSeconds: read('TIMEOUT_SECONDS', seconds, 900),
    passEnv: Object.freeze(read('PASS_ENV', variableNames, [])),
    extraEnv: Object.freeze(read('EXTRA_ENV', variables, {})),
    schemaPath: text('SCHEMA_PATH'),
    validationMode: read('VALIDATION_MODE', validationMode, 'lenient'),
    trajectory: Object.freeze({
      blockSize: whole('TRAJECTORY_BLOCK_SIZE', 1, 8),
      maxChunks: whole('TRAJECTORY_MAX_CHUNKS', 0, 3),
      maxRawSteps: whole('TRAJECTORY_MAX_RAW_STEPS', 0, 6),
    }),
    logsBaseDir: env.LOGS_BASE_DIR?.trim() || undefined,
    experimentId: env.EXPERIMENT_ID?.trim() || undefined,
    evaluators: evaluatorsFromEnv(env),
    carriesOut: read('CARRY_OUT', flag, false),
    env,
  });
}

function integerSetting(name: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least) return number;
  throw badSetting(name, `a whole number from ${least} on`, text);
}

function seconds(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= MAX_TIMEOUT_SECONDS) return number;
  throw badSetting('TIMEOUT_SECONDS', `seconds, more than 0 and at most ${MAX_TIMEOUT_SECONDS}`, text);
}

function validationMode(text: string): ValidationMode {
  const mode = VALIDATION_MODES.find((known) => known === text.toLowerCase());
  if (mode !== undefined) return mode;
  throw badSetting('VALIDATION_MODE', `one of ${VALIDATION_MODES.join(', ')}`, text);
}

const Variables = z.record(
  z.string().refine(isVariableName),
  z.string().refine((value) => !value.includes('\0')),
);

/** Variables that control Wayfold are never passed to programs, even if named. */
function variableNames(text: string): readonly string[] {
  const names = text.split(',').flatMap((part) => part.trim() || []);
  if (names.every((name) => isVariableName(name) && !name.startsWith('WAYFOLD_'))) return names;
  throw badSetting('PASS_ENV', 'names of variables with commas between, and none of WAYFOLD_*', text);
}

/** The values may be secrets, so an error does not show them. */
function variables(text: string): Readonly<Record<string, string>> {
  const parsed = Variables.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw badSetting('EXTRA_ENV', 'a JSON object of strings, such as {"CODEX_HOME":"/srv/codex"}');
}

function command(text: string): readonly string[] {
  const words = commandWords(text);
  if (words !== undefined) return words;
  throw badSetting('COMMAND', COMMAND_FORMS, text);
}

const Lines = z.array(z.string().trim().min(1)).max(100);

/** The command lines that may measure commits in this environment: one, or a JSON array of several. */
export function evaluatorsFromEnv(env: Environment): readonly string[] {
  const text = env[`${PREFIX}EVALUATORS`]?.trim();
  if (!text) return [];
  return Object.freeze(Lines.safeParse(jsonOf(text)).data ?? [text]);
}

function flag(text: string): boolean {
  if (/^(?:1|true|yes|on)$/i.test(text)) return true;
  if (/^(?:0|false|no|off)$/i.test(text)) return false;
  throw badSetting('CARRY_OUT', '1 or 0', text);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badSetting(name: string, expected: string, text?: string): PlanningError {
  return new PlanningError('invalid-planning-setting', {
    expected: `${PREFIX}${name} to be ${expected}`,
    actual: text === undefined ? 'something else' : shown(text),
    fix: 'Correct the environment variable, or unset it for its default.',
  });
}
