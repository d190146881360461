import type { Environment } from '../program-environment.ts';

/** How the schema reaches the model: natively through the backend, in the prompt, or not at all. */
export type SchemaMode = 'native' | 'prompt' | 'none';

/** The task for a backend. */
export interface StructuredAgentTask {
  readonly name: string;
  readonly prompt: string;
  /** The JSON Schema of the answer. With `native` the backend enforces it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly schemaMode: SchemaMode;
}

/** The usage of a model call. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; missing if unknown. */
  readonly cost?: number;
}

/** What a backend did, and its output. */
export interface AgentInvocation {
  /** The program with its arguments, or whatever identifies the call. */
  readonly command: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly durationSeconds: number;
  /** The final answer, if it is separate from `stdout`. */
  readonly answer?: string;
  readonly usage?: TokenUsage;
  /** The commands it ran, as far as it reports them. */
  readonly commands?: readonly RanCommand[];
}

/** A command that an agent ran while it worked. */
export interface RanCommand {
  readonly command: string;
  /** Missing if the agent does not report it. */
  readonly exitCode?: number;
}

/** Where and how long a backend may work. */
export interface AgentRunContext {
  /** A checkout that is removed afterwards. */
  readonly workingDir: string;
  /** Whether it may change files and run commands there. By default it only reads. */
  readonly access?: 'read' | 'write';
  /** Aborted when time is up or the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /**
   * Variables for programs that call git in the checkout, so that it runs no hook, filter or monitor of the
   * repository.
   */
  readonly gitEnv?: Environment;
}

/** A coding agent, or anything else that answers a prompt. */
export interface AgentBackend {
  /** Its display name. */
  readonly name?: string;
  /** Whether it enforces `task.schema`, so that the prompt need not contain it. */
  readonly nativeSchema?: boolean;
  /** Whether its answers are only demos that no model has thought about. */
  readonly demo?: boolean;
  run(task: StructuredAgentTask, context: AgentRunContext): Promise<AgentInvocation>;
}
