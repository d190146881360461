import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry, type PlannerRegistry } from '../../host/registry.ts';
import { sqliteStore } from '../../journal/sqlite/sqlite-store.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Limits } from '../../kernel/limits/pause.ts';
import { builtInModules } from '../../planners/built-in.ts';
import { Sessions } from '../../sessions/sessions.ts';
import type { Waiting } from '../../sessions/waiting/waiting.ts';

/** The surfaces that a planner can be used on. */
export const SURFACES = ['http', 'mcp over http', 'mcp over stdio', 'acp', 'a2a', 'cli'] as const;

/** One of the surfaces. */
export type SurfaceName = (typeof SURFACES)[number];

/** A planner, and what to do with it on every surface. */
export interface PlannerOnSurfaces {
  /** It talks to a person, or to nobody. */
  readonly module: PlannerModule;
  /** The path of its file, for programs that load it. Built-in planners need none. */
  readonly file?: string | undefined;
  /** Its setup in the form that a link carries; the default one if missing. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** The first message. Leave it out for a planner that takes no text. */
  readonly say?: string | undefined;
  /** Further messages, numbered, whose order does not matter to the steps that are shown; none are sent if missing. */
  readonly more?: ((n: number) => string) | undefined;
  /** The id of an option that is on offer after that, if there is one. */
  readonly choose?: string | undefined;
  /** The command to run then. */
  readonly command: CommandCall;
  /** A command with valid input that the planner refuses after that. */
  readonly refused: CommandCall;
  /** The surfaces to try; by default all that the planner can be used on. */
  readonly surfaces?: readonly SurfaceName[] | undefined;
}

/** A session as a surface shows it. */
export interface Shown {
  /** Everything that is shown, as text. */
  readonly text: string;
  /** The blocks of its view, if the surface returns them as data. */
  readonly blocks?: unknown;
  /** The steps of its view, if the surface shows nothing else. */
  readonly steps?: readonly string[] | undefined;
  /** The planner's artifacts, if the surface returns them. */
  readonly artifacts?: readonly string[] | undefined;
}

/** The response of a surface. */
export interface SurfaceAnswer {
  readonly text: string;
  /** The code, if it was refused. */
  readonly code?: string | undefined;
}

/** A client of a surface, and the sessions of one planner behind it. */
export interface Surface {
  /** The author recorded for its actions. */
  readonly by: string;
  /** Whether a session starts with its setup in one step. */
  readonly beginsAtOnce: boolean;
  /** Whether commands can be run that nobody offers. */
  readonly takesCommands: boolean;
  /** Starts a session with its setup, and resolves to its id. */
  begin(): Promise<string>;
  say(session: string, text: string): Promise<SurfaceAnswer>;
  /** Chooses one of the options of a waiting item. */
  choose(session: string, item: Waiting, optionId: string): Promise<SurfaceAnswer>;
  do(session: string, command: CommandCall): Promise<SurfaceAnswer>;
  /** Runs a command if the session is still at a version; absent if commands have none. */
  doAt?(session: string, command: CommandCall, version: number): Promise<SurfaceAnswer>;
  /** Sends a message under a key that makes sending it again harmless; absent if there are no keys. */
  sayOnce?(session: string, text: string, key: string): Promise<SurfaceAnswer>;
  show(session: string): Promise<Shown>;
  /** The session at an earlier moment; absent if only the present can be shown. */
  showPast?(session: string, at: number): Promise<Shown>;
  /** Creates a fork, if possible. */
  fork?(session: string, at: number, id: string): Promise<void>;
  /** Whether it can show a session that another client started. */
  readonly showsOthers: boolean;
  /** Whether it can show a session whose planner is not loaded. */
  readonly showsUnloaded?: boolean;
  /** The seqs of facts that a stream delivered; absent if there is none. */
  followed?(head: number): Promise<readonly number[]>;
  close(): Promise<void>;
  /** Ends it as a crash would, if it is a process. */
  kill?(): Promise<void>;
}

/** The environment of a surface test: a separate project. */
export interface SurfaceSetting {
  readonly directory: string;
  readonly store: FactStore;
  readonly registry: PlannerRegistry;
  /** The same sessions in the application layer, which every surface has to agree with. */
  readonly sessions: Sessions;
  readonly planner: PlannerOnSurfaces;
  /** The planners that programs load beside the built-in ones. */
  readonly own: readonly PlannerModule[];
  /** What each session may spend, in the configuration. */
  readonly limits?: Limits | undefined;
}

/** Opens a client of a surface. */
export type OpenSurface = (setting: SurfaceSetting) => Promise<Surface>;

/** Whether programs have the planner without its file. */
export function isBuiltIn({ id }: Pick<PlannerModule, 'id'>): boolean {
  return builtInModules().some((module) => module.id === id);
}

/** The environment of a program with the limits of a setting. */
export function limitsEnv({ limits = {} }: SurfaceSetting): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(limits).map(([name, most]) => [`WAYFOLD_LIMIT_SESSION_${name.toUpperCase()}`, `${most}`]),
  );
}

/** The sessions in a store, with the built-in planners and these. */
export function sessionsIn(store: FactStore, own: readonly PlannerModule[]): Sessions {
  const source = { store: async () => store, existing: async () => store };
  return new Sessions({ source, registry: createRegistry([...builtInModules(), ...own]), llm: noModel });
}

/** Runs something in a temporary project. */
export async function inProject<Result>(
  planner: PlannerOnSurfaces,
  run: (setting: SurfaceSetting) => Promise<Result>,
  limits?: Limits,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-surface-'));
  const store = sqliteStore(join(directory, '.wayfold', 'wayfold.db'));
  const own = isBuiltIn(planner.module) ? [] : [planner.module];
  const registry = createRegistry([...builtInModules(), ...own]);
  const sessions = sessionsIn(store, own);
  try {
    return await run({ directory, store, registry, sessions, planner, own, limits });
  } finally {
    sessions.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}
