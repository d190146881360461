import type { ProgramKind } from '../../../machine/program-environment.ts';
import type { InstalledFile } from './installed-file.ts';
import type { TodoChange } from './todo-change.ts';

/** The coding agents that Wayfold can be installed in. */
export const AGENT_HOSTS = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'] as const;

/** One of {@link AGENT_HOSTS}. */
export type AgentHostName = (typeof AGENT_HOSTS)[number];

/** Whether it is installed for everybody who works in a project, or for one person in all projects. */
export type InstallScope = 'project' | 'user';

/** Where to install, and how the agent starts Wayfold. */
export interface InstallPlace {
  readonly scope: InstallScope;
  /** The root of the project. */
  readonly project: string;
  readonly home: string;
  /** A folder of Wayfold's own, for this agent and scope. */
  readonly folder: string;
  /** The named data directory as an absolute path. Undefined: that of the project the agent works in. */
  readonly data?: string | undefined;
  /** The program and its first arguments, as absolute paths: a cold start with `npx` takes longer than agents wait. */
  readonly launcher: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

/** The files and commands that make up an installation. */
export interface Installation {
  readonly files: readonly InstalledFile[];
  /** Commands of the agent's program, and the commands that undo them. */
  readonly commands: readonly (readonly string[])[];
  readonly undo: readonly (readonly string[])[];
  /** Notes for the person. */
  readonly notes: readonly string[];
}

/** An event that an agent passes to its hooks. */
export interface HookEvent {
  /** The id of the agent's session. */
  readonly session?: string | undefined;
  /** The subagent that the to-do list belongs to. */
  readonly subagent?: string | undefined;
  /** The agent's working directory. */
  readonly directory?: string | undefined;
  readonly todos?: TodoChange | undefined;
  /** Whether the plan may be added to the next request. */
  readonly takesPlan: boolean;
}

/** The description of a coding agent. */
export interface AgentHost {
  readonly name: AgentHostName;
  readonly title: string;
  /** Its program, if it can install plugins. */
  readonly program?: ProgramKind;
  /** Matches its program's output if the plugin was installed already. */
  readonly alreadyInstalled?: RegExp;
  /** The available scopes; the first one is the default. */
  readonly scopes: readonly [InstallScope, ...InstallScope[]];
  /** The event at the start of a session, if it has hooks. */
  readonly startEvent?: string;
  /** What a person must allow before its hooks run. */
  readonly trust?: string;
  /** Whether hooks are allowed; undefined if the agent's program does not tell. */
  isTrusted?(place: InstallPlace): Promise<boolean | undefined>;
  installation(place: InstallPlace): Installation;
  /** Parses the JSON of an event. */
  read(event: string, input: unknown): HookEvent;
  /** The hook output that adds a text to the model's context. */
  answer(event: string, text: string): object;
}
