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

/** What one attempt took. */
export interface AttemptTiming {
  /** From 1 on. */
  readonly attempt: number;
  readonly status: 'ok' | 'failed';
  readonly durationSeconds: number;
  /** The code of the error it ended with. */
  readonly error?: string;
  readonly usage?: TokenUsage;
  /** The file that tells all about it, where one could be written. */
  readonly artifact?: string;
}

/** What was said in one attempt, with secrets taken out. */
export interface AttemptWords {
  readonly prompt: string;
  /** Missing when there was none. */
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
  /** Anything inside a git work tree. Nothing in it is changed. */
  readonly workingDir: string;
  readonly signal?: AbortSignal | undefined;
}

/** What an agent may be given beside its settings. */
export interface PlanningAgentOptions {
  /** Takes a line about what goes on. By default they go to stderr, when that is a terminal. */
  readonly progress?: (line: string) => void;
  /** Takes each attempt as it ends, also of a plan that is not made. */
  readonly onAttempt?: (timing: AttemptTiming, words: AttemptWords) => void;
}

interface Made {
  readonly plan: PlanningPlan;
  readonly origin: PlanOrigin;
}

/** Turns a request into a plan with a backend. */
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
    // Before anything is cut: half a secret would not be found.
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
          // After those that the program has, which is none of this process's own unless it was named.
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

/** The schema that the backend is told, and the form of it for native support. */
async function schemasOf({ schemaPath }: PlanningSettings): Promise<{
  readonly schema: Readonly<Record<string, unknown>>;
  readonly strictSchema?: Readonly<Record<string, unknown>>;
}> {
  if (schemaPath === undefined) return { schema: PLANNING_OUTPUT_SCHEMA };
  const schema = await readSchema(schemaPath);
  return { schema, strictSchema: strictForm(schema) };
}

async function readSchema(path: string): Promise<Readonly<Record<string, unknown>>> {
  let actual = 'JSON that is no object';
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
  // What a program wrote may be in it: a terminal is to show that, not to obey it.
  if (process.stderr.isTTY) process.stderr.write(`${line.replace(/\p{Cc}/gu, ' ')}\n`);
}
