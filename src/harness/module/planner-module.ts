import type { z } from 'zod';
import type { Envelope, Fact, ProposedFact } from '../../journal/fact.ts';
import type { Reactor } from '../../kernel/work/reactor.ts';
import type { Llm } from '../../model/llm.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import type { Trigger } from '../family.ts';
import type { HudPhase, PlanContext } from '../planner.ts';
import type { FieldOptions, FormValues } from '../setup/form-field.ts';
import type { FactKind } from './fact-kind.ts';
import type { CommandCall, ViewBlock } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

/** Marks a planner module, also one that another copy of Wayfold has made. */
export const PLANNER_BRAND: unique symbol = Symbol.for('wayfold.planner') as never;

/** Who a planner talks to: a person, another agent by drafts, or nobody. It decides what wakes it. */
export type Talks = 'person' | 'agent' | 'nobody';

/** How the work of a session stands. `simulated`: it went through, and some of it was only acted out. */
export type SessionStatus =
  | 'idle'
  | 'working'
  | 'waiting'
  | 'completed'
  | 'simulated'
  | 'failed'
  | 'canceled'
  | 'rejected';

/** A session at one moment, as its planner sees it. */
export interface Moment {
  readonly state: unknown;
  /** The setup that stood then; `undefined` when nobody had set the planner up. */
  readonly config: unknown;
  /** What the setup had loaded; see {@link ConfigLoad}. */
  readonly loaded: unknown;
  /** The seq of the last fact. */
  readonly head: number;
  /** The first seq that was appended in this journal itself, and not copied by a fork or an import. */
  readonly nativeFrom: number;
}

/** A moment with the constructors of the module's own facts and commands. */
export interface At extends Moment {
  readonly fact: Readonly<Record<string, (payload: never) => ProposedFact>>;
  readonly call: Readonly<Record<string, (input: never) => CommandCall>>;
  readonly ask: Readonly<Record<string, (given: never) => CommandCall>>;
}

/** What was said: words and, where a program speaks, data. */
export interface Said {
  readonly text: string;
  readonly data?: unknown;
  /** Who said it. */
  readonly by: string;
}

/** What words mean: a command, something to tell the planner, or nothing special. */
export type Meaning = CommandCall | { readonly say: string } | undefined;

/** A type of fact: its payload, its place on a timeline, and its words for a person. */
export interface FactType {
  readonly schema: z.ZodType;
  /** The version that is written now; default 1. */
  readonly v?: number | undefined;
  readonly upcast?: { readonly [from: number]: (payload: never) => object } | undefined;
  /** The fields that stay readable when such a fact is erased. */
  readonly keeps?: readonly string[] | undefined;
  readonly kind: FactKind | ((fact: Fact) => FactKind);
  text?(fact: Fact, states: { readonly before: unknown; readonly after: unknown }): string | undefined;
}

/** Who gives a command, and what deciding it may use. All of it is given, so that deciding stays pure. */
export interface DecisionContext {
  readonly by: string;
  /** When the command was given, ISO 8601. */
  readonly now: string;
  /** The same ids when the command is given again under the same key. */
  newId(prefix?: string): string;
}

/** A command of a planner. */
export interface CommandType {
  readonly title: string;
  readonly description?: string | undefined;
  readonly input: z.ZodType;
  /** Ask a person before it is done. */
  readonly confirm?: boolean | undefined;
  /** Not offered as a button; for the options and actions that carry it. */
  readonly hidden?: boolean | undefined;
  /** Pure: the facts to append, none when there is nothing to do. Throws `refuse(…)`. */
  decide(at: At, input: unknown, context: DecisionContext): readonly ProposedFact[];
  /** What the caller is answered; the blocks of the view without it. */
  reply?(at: At, input: unknown, done: { readonly facts: readonly Envelope[] }): string;
}

/** What reactors, queries and loads may use of the host. */
export interface ModuleServices {
  readonly llm: Llm;
  /** The setup that the session has now. */
  config(): unknown;
  loaded(): unknown;
  readonly host: {
    /** The bytes of an attachment of the store, by their hash. */
    readAttachment(sha256: string): Promise<Uint8Array>;
    /** The facts of the session; absent where there is no session yet. */
    facts?(range?: { readonly from?: number; readonly to?: number }): Promise<readonly Fact[]>;
  };
  /** Tells people what is going on. Nothing of it is recorded. */
  hud(phase: HudPhase, label?: string): void;
  readonly signal: AbortSignal;
}

/** A question that reads and may look outside, such as the history of a repository. */
export interface QueryType {
  readonly title: string;
  readonly input: z.ZodType;
  run(at: At, input: unknown, services: ModuleServices): Promise<unknown>;
}

/** A session as a file. */
export interface ExportType {
  readonly title?: string | undefined;
  readonly mediaType: string;
  readonly input?: z.ZodType | undefined;
  /** The text of the file. Throws `refuse(…)` where there is nothing to export yet. */
  write(at: At, input: unknown): string | Promise<string>;
}

/** Something that a planner has made. */
export interface Artifact {
  /** The same for every version of it. */
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** What it holds: JSON, or text of `mediaType`. */
  readonly json?: unknown;
  readonly text?: string | undefined;
  readonly mediaType?: string | undefined;
}

/** Work that another planner is to go on with. */
export interface HandOver {
  /** One session begins for each key. */
  readonly key: string;
  /** The id of the planner that goes on. */
  readonly to: string;
  readonly title: string;
  readonly input: unknown;
}

/** How a session begins that another planner handed over. */
export interface Start {
  readonly config?: unknown;
  readonly say?: string | undefined;
  readonly facts?: readonly ProposedFact[] | undefined;
}

/** How a field of the setup differs from what its schema says. */
export interface FieldRule {
  readonly visible?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly options?: FieldOptions | undefined;
  readonly error?: string | undefined;
}

/** What a field of the setup loads, such as a scenario from its address. */
export interface ConfigLoad {
  /** The field that says what to load. */
  readonly field: string;
  /** The name that what was loaded is recorded under, beside the fields of the config. */
  readonly as: string;
  readonly debounceMs?: number | undefined;
  load(from: string, services: Partial<ModuleServices> & { readonly signal: AbortSignal }): Promise<unknown>;
  /** What other fields hold once it is there. `first`: their initial values may still apply. */
  derive?(loaded: never, form: { readonly values: FormValues; readonly first: boolean }): FormValues;
}

/** What is wrong with a setup: a sentence for a person, by the name of the field. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What checking a setup may use. */
export interface CheckContext {
  readonly signal: AbortSignal;
}

/** A way to try a planner, offered on its first screen. */
export interface PlannerExample {
  readonly title: string;
  /** What it is about, where the title does not say. */
  readonly description?: string | undefined;
  readonly text: string;
  readonly config?: unknown;
}

/** Where a planner may keep files. */
export interface FilePlace {
  /** The directory of the store, where it is one of files. */
  readonly directory?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Everything that Wayfold knows of a planner: what `definePlanner` returns. Plain data, and pure functions of it. */
export interface PlannerModule {
  readonly [PLANNER_BRAND]: 1;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The name of a lucide icon. */
  readonly icon?: string | undefined;
  readonly talks: Talks;
  /** A strict object of what a person sets up. */
  readonly config: z.ZodObject;
  readonly facts: Readonly<Record<string, FactType>>;
  readonly state: {
    /** Change it whenever `apply` changes: snapshots of another version are not used. Without it none are kept. */
    readonly version?: number | undefined;
    readonly initial: unknown;
    /** Sees every fact of the session but bookkeeping; erased ones as `{ type: 'redacted', redactedType }`. */
    apply(state: unknown, fact: Fact): unknown;
    save?(state: unknown): unknown;
    restore?(saved: unknown): unknown;
  };
  plan?(
    input: At & { readonly facts: readonly Fact[]; readonly cut: { readonly seq: number } },
    context: PlanContext,
  ): readonly ProposedFact[] | Promise<readonly ProposedFact[]>;
  /** The types of facts, besides what its `talks` implies, that wake it. */
  readonly wakes: readonly Trigger[];
  /** The types of its own facts that a pass may end in; all of them without it. */
  readonly ends?: readonly string[] | undefined;
  /** The types of its own facts that stay in its state after a rewind, although passes wrote them. */
  readonly keeps: readonly string[];
  readonly commands: Readonly<Record<string, CommandType>>;
  waiting(at: At): readonly WaitingItem[];
  view(at: At): readonly ViewBlock[];
  status(at: At): SessionStatus;
  /** Whether what the session is for has been done, so that a list can show it as done. */
  done(at: At): boolean;
  /** Whether there is anything to show yet. A list leaves out what has not begun. */
  begun(at: At): boolean;
  /** What HTTP shows as `planner`. */
  data(at: At): { readonly type: string; readonly [field: string]: unknown };
  /** What of it is compared between two moments or sessions: what there is, and not when or how it was recorded. */
  comparable(at: At): Readonly<Record<string, unknown>>;
  understand?(said: Said, at: At): Meaning;
  /** What cancelling appends; without it a `work_cancelled`. */
  cancel?(
    at: At,
    context: DecisionContext & { readonly reason?: string | undefined },
  ): readonly ProposedFact[];
  /** What a caller is answered after the planner came to rest; the text of what it told and what waits without it. */
  reply?(at: At, turn: { readonly facts: readonly Fact[] }): string | undefined;
  artifacts(at: At): readonly Artifact[];
  handsOver(at: At): readonly HandOver[];
  starts?(input: unknown): Start;
  titleOf?(at: At): string | undefined;
  /** How well a text suits the planner, from 0 to 1. */
  fits?(text: string): number;
  /** One line about a setup, and what it has loaded. */
  summary?(config: unknown, loaded: unknown): string;
  fields?(form: {
    readonly values: FormValues;
    readonly loaded: unknown;
  }): Readonly<Record<string, FieldRule>>;
  /** What other fields of the setup hold once somebody has set the field `key`. */
  derive?(key: string, form: { readonly values: FormValues; readonly loaded: unknown }): FormValues;
  /** What the setup form shows below its fields: a few lines of plain text. */
  preview?(form: { readonly values: FormValues; readonly loaded: unknown }): string | undefined;
  readonly load?: ConfigLoad | undefined;
  /** What of a setup cannot work here, a sentence for each field. Before it is applied; it may look at folders and programs. */
  check?(config: unknown, context: CheckContext): FieldProblems | Promise<FieldProblems>;
  reactors?(services: ModuleServices): readonly Reactor[] | Promise<readonly Reactor[]>;
  /** The folders outside of the store that it writes what was said to: what is erased everywhere is erased there too. */
  folders?(place: FilePlace): readonly string[] | Promise<readonly string[]>;
  readonly queries: Readonly<Record<string, QueryType>>;
  readonly exports: Readonly<Record<string, ExportType>>;
  readonly examples: readonly PlannerExample[];
  readonly offlineSkills: readonly OfflineSkill[];
  /** The fact types by which a journal without `session_created` is one of this planner's. */
  readonly adopts: readonly string[];
}

/** Whether a value is a planner module, of this copy of Wayfold or another. */
export function isPlannerModule(value: unknown): value is PlannerModule {
  return typeof value === 'object' && value !== null && PLANNER_BRAND in value && value[PLANNER_BRAND] === 1;
}
