import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry, type PlannerRegistry } from '../../host/registry.ts';
import { sqliteStore } from '../../journal/sqlite/sqlite-store.ts';
import type { FactStore } from '../../journal/store.ts';
import { builtInModules } from '../../planners/built-in.ts';
import { Sessions } from '../../sessions/sessions.ts';
import type { Waiting } from '../../sessions/waiting/waiting.ts';

/** The surfaces that a planner can be on. */
export const SURFACES = ['http', 'mcp over http', 'mcp over stdio', 'acp', 'a2a', 'cli'] as const;

/** One of the surfaces. */
export type SurfaceName = (typeof SURFACES)[number];

/** A planner, and what is done with it on every surface. */
export interface PlannerOnSurfaces {
  /** It talks to a person, or to nobody. */
  readonly module: PlannerModule;
  /** The path of its file, which programs are started with. Built-in planners need none. */
  readonly file?: string | undefined;
  /** Its setup as a link carries it; the usual one by default. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** What is said to it first. Left out for a planner that takes no words. */
  readonly say?: string | undefined;
  /** The id of an option that is on offer after that. Left out where nothing is. */
  readonly choose?: string | undefined;
  /** A command that is done then. */
  readonly command: CommandCall;
  /** A command with fitting input that the planner refuses after that. */
  readonly refused: CommandCall;
  /** The surfaces to try; by default all that such a planner can be on. */
  readonly surfaces?: readonly SurfaceName[] | undefined;
}

/** A session as a surface shows it. */
export interface Shown {
  /** Everything that is shown, as text. */
  readonly text: string;
  /** The blocks of its view, from a surface that gives them as data. */
  readonly blocks?: unknown;
  /** The steps of its view, from a surface that shows no more. */
  readonly steps?: readonly string[] | undefined;
  /** What the planner made, from a surface that hands that over. */
  readonly artifacts?: readonly string[] | undefined;
}

/** What a surface answers. */
export interface SurfaceAnswer {
  readonly text: string;
  /** The code of the refusal, where it was refused. */
  readonly code?: string | undefined;
}

/** A client of a surface, and the sessions of one planner behind it. */
export interface Surface {
  /** Whom the record names for what is done by it. */
  readonly by: string;
  /** Whether a session begins with its setup in one step. */
  readonly beginsAtOnce: boolean;
  /** Whether commands can be given that nobody offers. */
  readonly takesCommands: boolean;
  /** Begins a session with its setup, and resolves to its id. */
  begin(): Promise<string>;
  say(session: string, text: string): Promise<SurfaceAnswer>;
  /** Chooses one of the options of something that waits. */
  choose(session: string, item: Waiting, optionId: string): Promise<SurfaceAnswer>;
  do(session: string, command: CommandCall): Promise<SurfaceAnswer>;
  show(session: string): Promise<Shown>;
  /** The session as it was; absent where only the present is shown. */
  showPast?(session: string, at: number): Promise<Shown>;
  /** Makes a fork, where that is possible. */
  fork?(session: string, at: number, id: string): Promise<void>;
  /** Whether a session can be shown that was not begun by this client. */
  readonly showsOthers: boolean;
  /** The seqs of the facts that a stream has told; absent where there is none. */
  followed?(head: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Where a surface is tried: a project of its own. */
export interface SurfaceSetting {
  readonly directory: string;
  readonly store: FactStore;
  readonly registry: PlannerRegistry;
  /** The same sessions as the application layer has them: what every surface has to agree with. */
  readonly sessions: Sessions;
  readonly planner: PlannerOnSurfaces;
}

/** Opens a client of a surface. */
export type OpenSurface = (setting: SurfaceSetting) => Promise<Surface>;

/** Whether programs know the planner without its file. */
export function isBuiltIn({ id }: Pick<PlannerModule, 'id'>): boolean {
  return builtInModules().some((module) => module.id === id);
}

/** Runs something in a project of its own, of which nothing is left. */
export async function inProject<Result>(
  planner: PlannerOnSurfaces,
  run: (setting: SurfaceSetting) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'wayfold-surface-'));
  const store = sqliteStore(join(directory, '.wayfold', 'wayfold.db'));
  const own = isBuiltIn(planner.module) ? [] : [planner.module];
  const registry = createRegistry([...builtInModules(), ...own]);
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry, llm: noModel });
  try {
    return await run({ directory, store, registry, sessions, planner });
  } finally {
    sessions.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}
