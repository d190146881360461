import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { type Redact, redactedDeep } from '../../../kernel/secret-redaction.ts';
import type { AgentBackend, AgentInvocation, TokenUsage } from '../../../machine/agents/agent-backend.ts';
import { removeAgentConfig } from '../../../machine/agents/agent-config.ts';
import { agentEnvironment } from '../../../machine/agents/agent-environment.ts';
import { removePrivateFiles } from '../../../machine/agents/private-files.ts';
import { settingsAsVariables } from '../../../machine/git/git-programs.ts';
import { inDetachedWorktree, workTreeRoot } from '../../../machine/git/worktree.ts';
import { PlanningError, planningErrorOf } from '../error.ts';
import type { PlanningPlan } from '../plan/plan.ts';
import { type PlanOrigin, readPlanOutput } from '../plan/plan-from-output.ts';
import { PLANNING_OUTPUT_SCHEMA } from '../plan/schema.ts';
import { strictForm } from '../plan/strict-schema.ts';
import type { PlanningSettings } from '../settings.ts';
import { type AttemptArtifact, writeArtifact } from './artifacts.ts';
import { loadBackend } from './load-backend.ts';
import { PlanningAgentRequest, type PlanningRequestFields } from './planning-request.ts';
import { renderPlanningPrompt, withFeedback } from './prompt.ts';
import { redactionFor } from './redaction.ts';
import { type Attempt, runStructuredAgentTask } from './run-task.ts';
import { buildStructuredAgentTask } from './structured-task.ts';

/** The usage of one attempt. */
export interface AttemptTiming {
  /** Starts at 1. */
  readonly attempt: number;
  readonly status: 'ok' | 'failed';
  readonly durationSeconds: number;
  /** The code of the error, if it failed. */
  readonly error?: string;
  readonly usage?: TokenUsage;
  /** The path of the attempt's artifact, if one was written. */
  readonly artifact?: string;
}

/** The prompt and answer of an attempt, without secrets. */
export interface AttemptWords {
  readonly prompt: string;
  /** Absent if there was no answer. */
  readonly answer?: string;
}

/** A plan, and how it was made. */
export interface PlanningAgentResponse {
  readonly plan: PlanningPlan;
  readonly origin: PlanOrigin;
  /** The backend's unmodified output. */
  readonly rawOutput: string;
  readonly prompt: string;
  readonly command: readonly string[];
  readonly stderr: string;
  readonly attempts: number;
  /** The total of all attempts. */
  readonly durationSeconds: number;
  readonly timings: readonly AttemptTiming[];
}

/** Where a plan is to be made. */
export interface PlanOptions {
  /** Any directory in a git work tree. Nothing in it is changed. */
  readonly workingDir: string;
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link PlanningAgent}. */
export interface PlanningAgentOptions {
  /** Receives progress messages. Default: stderr, if it is a terminal. */
  readonly progress?: (line: string) => void;
  /** Called after each attempt, including those of a plan that fails. */
  readonly onAttempt?: (timing: AttemptTiming, words: AttemptWords) => void;
}

interface Made {
  readonly plan: PlanningPlan;
  readonly origin: PlanOrigin;
}

/** Makes plans from requests with a backend. */
export class PlanningAgent {
  readonly #settings: PlanningSettings;
  readonly #backend: AgentBackend | undefined;
  readonly #progress: (line: string) => void;
  readonly #onAttempt: PlanningAgentOptions['onAttempt'];

  constructor(settings: PlanningSettings, backend?: AgentBackend, options: PlanningAgentOptions = {}) {
    this.#settings = settings;
    this.#backend = backend;
    this.#progress = options.progress ?? toTerminal;
    this.#onAttempt = options.onAttempt;
  }

  /** Makes a plan. Rejects with a {@link PlanningError} if none can be made. */
  async plan(fields: PlanningRequestFields, options: PlanOptions): Promise<PlanningAgentResponse> {
    try {
      return await this.#plan(fields, options);
    } catch (error) {
      throw planningErrorOf(error);
    }
  }

  async #plan(
    fields: PlanningRequestFields,
    { workingDir, signal }: PlanOptions,
  ): Promise<PlanningAgentResponse> {
    const settings = this.#settings;
    const { validationMode: mode, maxAttempts, timeoutSeconds } = settings;
    const redact = redactionFor(settings);
    // Redacted before truncation: half a secret would not be recognized.
    const request = PlanningAgentRequest.from(redactedDeep(fields, redact));
    const root = await workTreeRoot(workingDir);
    const schemas = await schemasOf(settings);
    const backend = this.#backend ?? (await loadBackend(settings));
    const task = buildStructuredAgentTask({
      name: 'planning',
      ...schemas,
      mode,
      nativeSchema: backend.nativeSchema ?? false,
      render: (answer) => renderPlanningPrompt(request, answer),
    });
    const name = backend.name ?? 'backend';
    const runId = randomUUID().slice(0, 8);
    const timings: AttemptTiming[] = [];

    const {
      result,
      invocation,
      durationSeconds,
      attempts,
      task: last,
    } = await runStructuredAgentTask<Made>({
      task,
      backend,
      maxAttempts,
      timeoutSeconds,
      signal,
      redact,
      inWorkingDir: (work) =>
        inDetachedWorktree(root, request.base.commitHash, async (checkout) => {
          await removeAgentConfig(checkout.directory);
          await removePrivateFiles(checkout.directory);
          // Added after the variables of the program, which contain none of this process unless named.
          const gitEnv = settingsAsVariables(checkout.settings, agentEnvironment(settings, 'program'));
          return await work(checkout.directory, gitEnv);
        }),
      accept: (output) => readPlanOutput({ request, output, mode }, signal),
      mend: (refused, error) => ({ ...refused, prompt: withFeedback(refused.prompt, error.issues) }),
      onStart: (number) => this.#progress(`Planning with ${name}, attempt ${number} of ${maxAttempts} …`),
      onAttempt: async (attempt) => {
        const artifact = artifactOf(attempt, { request, backend: name, mode });
        const file = await writeArtifact(settings, runId, artifact);
        const timing = timingOf(attempt, file);
        timings.push(timing);
        this.#onAttempt?.(timing, wordsOf(attempt, redact));
        this.#progress(attemptLine(attempt));
      },
    });
    return {
      ...result,
      rawOutput: answerOf(invocation),
      prompt: last.prompt,
      command: invocation.command,
      stderr: invocation.stderr,
      attempts: attempts.length,
      durationSeconds,
      timings,
    };
  }
}

/** The schema for the prompt, and its strict form for backends with native support. */
async function schemasOf({ schemaPath }: PlanningSettings): Promise<{
  readonly schema: Readonly<Record<string, unknown>>;
  readonly strictSchema?: Readonly<Record<string, unknown>>;
}> {
  if (schemaPath === undefined) return { schema: PLANNING_OUTPUT_SCHEMA };
  const schema = await readSchema(schemaPath);
  return { schema, strictSchema: strictForm(schema) };
}

async function readSchema(path: string): Promise<Readonly<Record<string, unknown>>> {
  let actual = 'JSON that is not an object';
  try {
    const schema: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isPlainObject(schema)) return schema;
  } catch (error) {
    actual = error instanceof Error ? error.message : String(error);
  }
  throw new PlanningError('planning-schema-unreadable', {
    summary: `WORKER_PLANNING_SCHEMA_PATH names ${path}, which is not a JSON Schema: ${actual}.`,
    fix: 'Correct the path or the file, or unset the variable to use the built-in schema.',
  });
}

function artifactOf(
  attempt: Attempt<Made>,
  { request, backend, mode }: { request: PlanningAgentRequest; backend: string; mode: string },
): AttemptArtifact {
  const { number, durationSeconds, invocation, task } = attempt;
  const startedAt = new Date(Date.now() - durationSeconds * 1000).toISOString();
  return {
    status: attempt.ok ? 'ok' : 'failed',
    ...(!attempt.ok && {
      error: { code: attempt.error.code, message: attempt.error.message, issues: attempt.error.issues },
    }),
    attempt: number,
    startedAt,
    durationSeconds,
    backend,
    validationMode: mode,
    schemaMode: task.schemaMode,
    ...(attempt.ok && { origin: attempt.result.origin }),
    baseCommit: request.base.commitHash,
    command: invocation?.command ?? [],
    prompt: task.prompt,
    stdout: invocation?.stdout ?? '',
    stderr: invocation?.stderr ?? '',
    ...(invocation?.answer !== undefined && { answer: invocation.answer }),
    ...(invocation?.usage && { usage: invocation.usage }),
    ...(attempt.ok && { plan: attempt.result.plan.toJSON() }),
  };
}

function timingOf(attempt: Attempt<Made>, artifact: string | undefined): AttemptTiming {
  const { number, durationSeconds, invocation } = attempt;
  return {
    attempt: number,
    status: attempt.ok ? 'ok' : 'failed',
    durationSeconds,
    ...(!attempt.ok && { error: attempt.error.code }),
    ...(invocation?.usage && { usage: invocation.usage }),
    ...(artifact !== undefined && { artifact }),
  };
}

function wordsOf({ task, invocation }: Attempt<Made>, redact: Redact): AttemptWords {
  const answer = invocation && answerOf(invocation);
  return { prompt: redact(task.prompt), ...(answer && { answer: redact(answer) }) };
}

function attemptLine(attempt: Attempt<Made>): string {
  const took = `${attempt.durationSeconds.toFixed(1)} s`;
  return attempt.ok
    ? `Planned in ${took} (${attempt.result.origin}).`
    : `Attempt ${attempt.number} failed after ${took}: ${attempt.error.summary}`;
}

function answerOf({ answer, stdout }: AgentInvocation): string {
  return answer ?? stdout;
}

function toTerminal(line: string): void {
  // The line may contain a program's output, so control characters are removed for the terminal.
  if (process.stderr.isTTY) process.stderr.write(`${line.replace(/\p{Cc}/gu, ' ')}\n`);
}
