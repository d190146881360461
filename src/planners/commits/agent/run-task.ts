import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import type { Redact } from '../../../kernel/secret-redaction.ts';
import { failSpan, inSpan } from '../../../kernel/telemetry/spans.ts';
import type {
  AgentBackend,
  AgentInvocation,
  AgentRunContext,
  StructuredAgentTask,
} from '../../../machine/agents/agent-backend.ts';
import { AgentError } from '../../../machine/agents/error.ts';
import type { Environment } from '../../../machine/program-environment.ts';
import { PlanningError, planningErrorOf } from '../error.ts';

/** One attempt at a task. Without an invocation, the backend gave no answer. */
export type Attempt<Result> = {
  /** Starts at 1. */
  readonly number: number;
  readonly task: StructuredAgentTask;
  readonly durationSeconds: number;
} & (
  | { readonly ok: true; readonly result: Result; readonly invocation: AgentInvocation }
  | { readonly ok: false; readonly error: PlanningError; readonly invocation: AgentInvocation | undefined }
);

/** Options of {@link runStructuredAgentTask}. */
export interface RunTaskOptions<Result> {
  readonly task: StructuredAgentTask;
  readonly backend: AgentBackend;
  /** Gives each attempt its own working directory, with git variables for it, and removes it afterwards. */
  readonly inWorkingDir: <Value>(
    work: (workingDir: string, gitEnv?: Environment) => Promise<Value>,
  ) => Promise<Value>;
  readonly maxAttempts: number;
  /** For one attempt. */
  readonly timeoutSeconds: number;
  /** Parses the answer; throws or rejects with a {@link PlanningError} if it is not acceptable. */
  readonly accept: (answer: string) => Result | Promise<Result>;
  /** The task for the next attempt, given the error of the last answer. */
  readonly mend?: (task: StructuredAgentTask, error: PlanningError) => StructuredAgentTask;
  readonly redact?: Redact;
  readonly onStart?: (number: number) => void;
  readonly onAttempt?: (attempt: Attempt<Result>) => void | Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a task. */
export interface TaskOutcome<Result> {
  readonly result: Result;
  readonly invocation: AgentInvocation;
  readonly task: StructuredAgentTask;
  readonly attempts: readonly Attempt<Result>[];
  /** For all attempts together. */
  readonly durationSeconds: number;
}

/** How long a stopped backend may take before it is abandoned. A program is ended sooner. */
const GRACE_MS = 1000;

/**
 * Runs a task until its answer is accepted. Errors that another attempt can fix are retried; others are thrown at once.
 * The final error contains the last cause.
 */
export async function runStructuredAgentTask<Result>(
  options: RunTaskOptions<Result>,
): Promise<TaskOutcome<Result>> {
  const { backend, maxAttempts, mend, onStart, onAttempt, signal } = options;
  const attempts: Attempt<Result>[] = [];
  let { task } = options;
  for (let number = 1; ; number++) {
    signal?.throwIfAborted();
    onStart?.(number);
    const attempt = await attemptSpan(backend, number, () => attemptAt(task, number, options));
    attempts.push(attempt);
    await onAttempt?.(attempt);
    signal?.throwIfAborted();
    if (attempt.ok) {
      const { result, invocation } = attempt;
      const durationSeconds = attempts.reduce((sum, each) => sum + each.durationSeconds, 0);
      return { result, invocation, task, attempts, durationSeconds };
    }
    const { error } = attempt;
    if (!error.retryable || number === maxAttempts) throw finalError(attempts, error);
    if (error.code === 'plan-invalid' && mend) task = mend(options.task, error);
  }
}

/** One attempt, traced as a span `invoke_agent {backend}`. */
async function attemptSpan<Result>(
  backend: AgentBackend,
  number: number,
  run: () => Promise<Attempt<Result>>,
): Promise<Attempt<Result>> {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'wayfold',
    'gen_ai.agent.name': nameOf(backend),
    'wayfold.attempt': number,
  };
  return await inSpan(`invoke_agent ${nameOf(backend)}`, { attributes }, async (span) => {
    const attempt = await run();
    const usage = attempt.invocation?.usage;
    if (usage) {
      span.setAttribute('gen_ai.usage.input_tokens', usage.inputTokens);
      span.setAttribute('gen_ai.usage.output_tokens', usage.outputTokens);
    }
    if (!attempt.ok) failSpan(span, attempt.error.code);
    return attempt;
  });
}

async function attemptAt<Result>(
  task: StructuredAgentTask,
  number: number,
  options: RunTaskOptions<Result>,
): Promise<Attempt<Result>> {
  const { inWorkingDir, accept, redact = (text) => text } = options;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  let invocation: AgentInvocation | undefined;
  try {
    const given = await inWorkingDir((workingDir, gitEnv = {}) =>
      runInTime(task, { workingDir, gitEnv }, options),
    );
    invocation = redacted(given, redact);
    const result = await accept(invocation.answer ?? invocation.stdout);
    return { number, task, durationSeconds: elapsed(), ok: true, result, invocation };
  } catch (failure) {
    const thrown = planningErrorOf(failure);
    const tried = thrown instanceof PlanningError ? thrown.invocation : undefined;
    invocation ??= tried && redacted(tried, redact);
    const error = planningError(thrown, redact);
    return { number, task, durationSeconds: elapsed(), ok: false, error, invocation };
  }
}

/** A timer keeps the process alive while a backend only waits. */
async function runInTime<Result>(
  task: StructuredAgentTask,
  place: Pick<AgentRunContext, 'workingDir' | 'gitEnv'>,
  { backend, timeoutSeconds, signal: given }: RunTaskOptions<Result>,
): Promise<AgentInvocation> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutSeconds * 1000);
  const signal = given ? AbortSignal.any([given, controller.signal]) : controller.signal;
  let grace: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () => {
      grace = setTimeout(() => reject(signal.reason), GRACE_MS);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return readInvocation(await Promise.race([backend.run(task, { ...place, signal }), givenUp]));
  } catch (error) {
    if (!controller.signal.aborted || given?.aborted) throw given?.aborted ? given.reason : error;
    throw new PlanningError('backend-timeout', {
      summary: `${nameOf(backend)} did not answer within ${timeoutSeconds} s and was stopped.`,
      fix: 'Raise WORKER_PLANNING_TIMEOUT_SECONDS, or ask for less.',
      invocation:
        error instanceof PlanningError || error instanceof AgentError ? error.invocation : undefined,
    });
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
  }
}

const Invocation = z.object({
  command: z.union([z.array(z.string()), z.string().transform((word) => [word])]).default([]),
  stdout: z.string(),
  stderr: z.string().default(''),
  durationSeconds: z.number().default(0),
  answer: z.string().exactOptional(),
  usage: z
    .object({ inputTokens: z.number(), outputTokens: z.number(), cost: z.number().exactOptional() })
    .exactOptional(),
});

/** A backend may be any program, so its result is validated. */
function readInvocation(value: unknown): AgentInvocation {
  const parsed = Invocation.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PlanningError('backend-failed', {
    expected: 'the backend to return { command, stdout, stderr, durationSeconds }',
    actual: shown(value),
    fix: 'Correct its run(task, context).',
  });
}

function redacted(invocation: AgentInvocation, redact: Redact): AgentInvocation {
  const { command, stdout, stderr, answer } = invocation;
  return {
    ...invocation,
    command: command.map(redact),
    stdout: redact(stdout),
    stderr: redact(stderr),
    ...(answer !== undefined && { answer: redact(answer) }),
  };
}

function planningError(thrown: unknown, redact: Redact): PlanningError {
  if (thrown instanceof PlanningError) {
    const { code, summary, fix, issues } = thrown;
    return new PlanningError(code, {
      summary: redact(summary),
      fix: redact(fix),
      issues: issues.map(redact),
    });
  }
  return new PlanningError('backend-failed', {
    summary: `The backend failed: ${redact(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown))}.`,
    fix: 'See the artifact of the attempt for what the backend was asked and what it wrote.',
  });
}

function finalError<Result>(attempts: readonly Attempt<Result>[], last: PlanningError): PlanningError {
  if (attempts.length === 1) return last;
  return new PlanningError(last.code, {
    summary: `${attempts.length} attempts failed. The last one: ${last.summary}`,
    fix: last.fix,
    issues: last.issues,
    cause: last,
  });
}

function nameOf({ name }: AgentBackend): string {
  return name ?? 'The backend';
}
