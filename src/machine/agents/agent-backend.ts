import type { Environment } from '../program-environment.ts';

/** How the schema reaches the model: by the backend itself, as text in the prompt, or not at all. */
export type SchemaMode = 'native' | 'prompt' | 'none';

/** What a backend is asked to do. */
export interface StructuredAgentTask {
  readonly name: string;
  readonly prompt: string;
  /** The JSON Schema of the answer. With `native` the backend holds the model to it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly schemaMode: SchemaMode;
}

/** What a call of a model took. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; missing when it is not known. */
  readonly cost?: number;
}

/** What a backend did, and what came out. */
export interface AgentInvocation {
  /** The program with its arguments, or whatever names the call. */
  readonly command: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly durationSeconds: number;
  /** The final answer, where it came apart from `stdout`. */
  readonly answer?: string;
  readonly usage?: TokenUsage;
  /** The commands that it ran on the way, as far as it tells. */
  readonly commands?: readonly RanCommand[];
}

/** A command that an agent ran while it worked. */
export interface RanCommand {
  readonly command: string;
  /** Missing where the agent does not tell. */
  readonly exitCode?: number;
}

/** Where and how long a backend may work. */
export interface AgentRunContext {
  /** A checkout that is thrown away afterwards. */
  readonly workingDir: string;
  /** Whether it may change files and run commands there. By default it only reads. */
  readonly access?: 'read' | 'write';
  /** Aborted when time is up or the answer is not wanted any more. */
  readonly signal: AbortSignal;
  /** Variables for programs that call git in the checkout: with them it runs no hook, filter or monitor of the repository. */
  readonly gitEnv?: Environment;
}

/** A coding agent, or anything else that answers a prompt. */
export interface AgentBackend {
  /** What people know it by. */
  readonly name?: string;
  /** Whether it holds the model to `task.schema`, so that the prompt need not tell it. */
  readonly nativeSchema?: boolean;
  /** Whether its answers only show how one would look: nobody thought about them. */
  readonly demo?: boolean;
  run(task: StructuredAgentTask, context: AgentRunContext): Promise<AgentInvocation>;
}
