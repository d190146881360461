import type { ProgramKind } from '../../../machine/program-environment.ts';
import type { InstalledFile } from './installed-file.ts';
import type { TodoChange } from './todo-change.ts';

/** The coding agents that Wayfold can be installed in. */
export const AGENT_HOSTS = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'] as const;

/** One of {@link AGENT_HOSTS}. */
export type AgentHostName = (typeof AGENT_HOSTS)[number];

/** For whom: everybody who works in a project, or a person in all of theirs. */
export type InstallScope = 'project' | 'user';

/** Where an agent is given its part, and how it starts Wayfold. */
export interface InstallPlace {
  readonly scope: InstallScope;
  /** The root of the project. */
  readonly project: string;
  readonly home: string;
  /** A folder that is Wayfold's own, for this agent and scope. */
  readonly folder: string;
  /** The program and its first arguments, with absolute paths: a cold start by `npx` takes longer than agents wait. */
  readonly launcher: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

/** What is in place once an agent has Wayfold. */
export interface Installation {
  readonly files: readonly InstalledFile[];
  /** Commands of the agent's own program, and what takes them back. */
  readonly commands: readonly (readonly string[])[];
  readonly undo: readonly (readonly string[])[];
  /** What a person has to know or to do. */
  readonly notes: readonly string[];
}

/** An event that an agent tells its hooks of. */
export interface HookEvent {
  /** The agent's session. */
  readonly session?: string | undefined;
  /** The agent inside the session whose own list the to-dos are. */
  readonly subagent?: string | undefined;
  /** The directory it works in. */
  readonly directory?: string | undefined;
  readonly todos?: TodoChange | undefined;
  /** Whether the next request may be given the plan. */
  readonly takesPlan: boolean;
}

/** A coding agent, as far as Wayfold has to know it. */
export interface AgentHost {
  readonly name: AgentHostName;
  readonly title: string;
  /** Its program, where it has one that installs plugins. */
  readonly program?: ProgramKind;
  /** What its program says where it has been told already. */
  readonly alreadyTold?: RegExp;
  /** The first one is the default. */
  readonly scopes: readonly [InstallScope, ...InstallScope[]];
  /** The event that begins a session, where it has hooks. */
  readonly startEvent?: string;
  /** What a person has to allow before its hooks run. */
  readonly trust?: string;
  /** Whether that is allowed, where the agent's own program says so. */
  isTrusted?(place: InstallPlace): Promise<boolean | undefined>;
  installation(place: InstallPlace): Installation;
  /** What an event of this name, as JSON, says. */
  read(event: string, input: unknown): HookEvent;
  /** The answer that puts this text before the model. */
  answer(event: string, text: string): object;
}
