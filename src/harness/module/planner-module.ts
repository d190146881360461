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

/** Marks a planner module, even one from another copy of Wayfold. */
export const PLANNER_BRAND: unique symbol = Symbol.for('wayfold.planner') as never;

/** Who a planner talks to: a person, another agent through drafts, or nobody. It decides what triggers it. */
export type Talks = 'person' | 'agent' | 'nobody';

/** The status of a session's work. `simulated`: completed, but part of it was only simulated. */
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
  /** The setup at that moment; `undefined` if there was none. */
  readonly config: unknown;
  /** What the setup had loaded; see {@link ConfigLoad}. */
  readonly loaded: unknown;
  /** The seq of the last fact. */
  readonly head: number;
  /** The first seq that was appended in this journal itself rather than copied by a fork or an import. */
  readonly nativeFrom: number;
}

/** A moment with constructors for the module's facts and commands. */
export interface At extends Moment {
  readonly fact: Readonly<Record<string, (payload: never) => ProposedFact>>;
  readonly call: Readonly<Record<string, (input: never) => CommandCall>>;
  readonly ask: Readonly<Record<string, (given: never) => CommandCall>>;
}

/** A message: text and, from programs, data. */
export interface TextInput {
  readonly text: string;
  readonly data?: unknown;
  /** The author. */
  readonly by: string;
}

/** What a message means: a command, input, or nothing special. */
export type Meaning = CommandCall | { readonly say: string } | undefined;

/** A fact type: its payload schema, its kind on the timeline, and its description for people. */
export interface FactType {
  readonly schema: z.ZodType;
  /** The version that is written; default 1. */
  readonly v?: number | undefined;
  readonly upcast?: { readonly [from: number]: (payload: never) => object } | undefined;
  /** The fields that stay readable when such a fact is erased. */
  readonly keeps?: readonly string[] | undefined;
  readonly kind: FactKind | ((fact: Fact) => FactKind);
  text?(fact: Fact, states: { readonly before: unknown; readonly after: unknown }): string | undefined;
  by?(fact: Fact): string | undefined;
}

/** The author of a command, and what deciding it can use. Everything is passed in, so that deciding stays pure. */
export interface DecisionContext {
  readonly by: string;
  /** When the command was given, ISO 8601. */
  readonly now: string;
  /** The same ids when the command is repeated under the same key. */
  newId(prefix?: string): string;
}

/** A command of a planner. */
export interface CommandType {
  readonly title: string;
  readonly description?: string | undefined;
  readonly input: z.ZodType;
  /** Whether to ask a person for confirmation first. */
  readonly confirm?: boolean | undefined;
  /** Not offered as a button; only options and actions contain it. */
  readonly hidden?: boolean | undefined;
  /** Pure: the facts to append, or none. Throws `refuse(…)`. */
  decide(at: At, input: unknown, context: DecisionContext): readonly ProposedFact[];
  /** The reply to the caller; default: the blocks of the view. */
  reply?(at: At, input: unknown, done: { readonly facts: readonly Envelope[] }): string;
}

/** Services of the host for reactors, queries and loads. */
export interface ModuleServices {
  readonly llm: Llm;
  /** The session's current setup. */
  config(): unknown;
  loaded(): unknown;
  readonly host: {
    /** The bytes of an attachment of the store, by hash. */
    readAttachment(sha256: string): Promise<Uint8Array>;
    /** The facts of the session; absent before it exists. */
    facts?(range?: { readonly from?: number; readonly to?: number }): Promise<readonly Fact[]>;
  };
  /** Reports progress to people; not recorded. */
  hud(phase: HudPhase, label?: string): void;
  readonly signal: AbortSignal;
}

/** A read-only query that may access the outside world, such as the history of a repository. */
export interface QueryType {
  readonly title: string;
  readonly input: z.ZodType;
  run(at: At, input: unknown, services: ModuleServices): Promise<unknown>;
}

/** A file export of a session. */
export interface ExportType {
  readonly title?: string | undefined;
  readonly mediaType: string;
  readonly input?: z.ZodType | undefined;
  /** The text of the file. Throws `refuse(…)` if there is nothing to export yet. */
  write(at: At, input: unknown): string | Promise<string>;
}

/** A result of a planner. */
export interface Artifact {
  /** The same for every version of it. */
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** Its content: JSON, or text of `mediaType`. */
  readonly json?: unknown;
  readonly text?: string | undefined;
  readonly mediaType?: string | undefined;
}

/** Work for another planner to continue. */
export interface HandOver {
  /** One session is started per key. */
  readonly key: string;
  /** The id of the planner that continues. */
  readonly to: string;
  readonly title: string;
  readonly input: unknown;
}

/** How to start a session that another planner hands over. */
export interface Start {
  readonly config?: unknown;
  readonly say?: string | undefined;
  readonly facts?: readonly ProposedFact[] | undefined;
}

/** How a setup field differs from its schema. */
export interface FieldRule {
  readonly visible?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly options?: FieldOptions | undefined;
  readonly error?: string | undefined;
}

/** What a setup field loads, such as a scenario from its address. */
export interface ConfigLoad {
  /** The field that says what to load. */
  readonly field: string;
  /** The name under which the loaded data is recorded, next to the fields of the config. */
  readonly as: string;
  readonly debounceMs?: number | undefined;
  load(from: string, services: Partial<ModuleServices> & { readonly signal: AbortSignal }): Promise<unknown>;
  /** The values of other fields once it is loaded. `first`: their initial values may still apply. */
  derive?(loaded: never, form: { readonly values: FormValues; readonly first: boolean }): FormValues;
}

/** What is wrong with a setup: a sentence for people per field. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What checking a setup can use. */
export interface CheckContext {
  readonly signal: AbortSignal;
}

/** An example of a planner, offered on its first screen. */
export interface PlannerExample {
  readonly title: string;
  /** What it is about, if the title does not say. */
  readonly description?: string | undefined;
  readonly text: string;
  readonly config?: unknown;
}

/** Where a planner may keep files. */
export interface FilePlace {
  /** The directory of the store, if it consists of files. */
  readonly directory?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Everything that Wayfold knows about a planner: the result of `definePlanner`. Plain data and pure functions. */
export interface PlannerModule {
  readonly [PLANNER_BRAND]: 1;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The name of a lucide icon. */
  readonly icon?: string | undefined;
  readonly talks: Talks;
  /** A strict object schema of the setup. */
  readonly config: z.ZodObject;
  readonly facts: Readonly<Record<string, FactType>>;
  readonly state: {
    /** Change it whenever `apply` changes: snapshots of another version are not used. Without it none are saved. */
    readonly version?: number | undefined;
    readonly initial: unknown;
    /** Gets every fact of the session except bookkeeping; erased ones as `{ type: 'redacted', redactedType }`. */
    apply(state: unknown, fact: Fact): unknown;
    save?(state: unknown): unknown;
    restore?(saved: unknown): unknown;
  };
  plan?(
    input: At & { readonly facts: readonly Fact[]; readonly cut: { readonly seq: number } },
    context: PlanContext,
  ): readonly ProposedFact[] | Promise<readonly ProposedFact[]>;
  /** Fact types that trigger it, in addition to what its `talks` implies. */
  readonly wakes: readonly Trigger[];
  /** Which of its own fact types a pass may end in; default all. */
  readonly ends?: readonly string[] | undefined;
  /** Which of its own fact types stay in its state after a rewind, although passes wrote them. */
  readonly keeps: readonly string[];
  readonly commands: Readonly<Record<string, CommandType>>;
  waiting(at: At): readonly WaitingItem[];
  view(at: At): readonly ViewBlock[];
  status(at: At): SessionStatus;
  /** Whether the session has achieved its purpose, so that a list can show it as done. */
  done(at: At): boolean;
  /** Whether there is anything to show yet. Lists omit empty sessions. */
  begun(at: At): boolean;
  /** What HTTP returns as `planner`. */
  data(at: At): { readonly type: string; readonly [field: string]: unknown };
  /** The data to compare between two moments or sessions: the content, not when or how it was recorded. */
  comparable(at: At): Readonly<Record<string, unknown>>;
  understand?(input: TextInput, at: At): Meaning;
  /** The facts that cancelling appends; default: a `work_cancelled`. */
  cancel?(
    at: At,
    context: DecisionContext & { readonly reason?: string | undefined },
  ): readonly ProposedFact[];
  /** The reply to a caller once the planner is idle; default: the texts of its facts and waiting items. */
  reply?(at: At, turn: { readonly facts: readonly Fact[] }): string | undefined;
  artifacts(at: At): readonly Artifact[];
  handsOver(at: At): readonly HandOver[];
  starts?(input: unknown): Start;
  titleOf?(at: At): string | undefined;
  /** How well a text fits the planner, from 0 to 1. */
  fits?(text: string): number;
  /** One line about a setup and what it has loaded. */
  summary?(config: unknown, loaded: unknown): string;
  fields?(form: {
    readonly values: FormValues;
    readonly loaded: unknown;
  }): Readonly<Record<string, FieldRule>>;
  /** The values of other setup fields after somebody has set the field `key`. */
  derive?(key: string, form: { readonly values: FormValues; readonly loaded: unknown }): FormValues;
  /** A few lines of plain text that the setup form shows below its fields. */
  preview?(form: { readonly values: FormValues; readonly loaded: unknown }): string | undefined;
  readonly load?: ConfigLoad | undefined;
  /**
   * What in a setup cannot work here, one sentence per field. Called before it is applied; may access folders and
   * programs.
   */
  check?(config: unknown, context: CheckContext): FieldProblems | Promise<FieldProblems>;
  reactors?(services: ModuleServices): readonly Reactor[] | Promise<readonly Reactor[]>;
  /** The folders outside the store that it writes user content to, so that erasing reaches them too. */
  folders?(place: FilePlace): readonly string[] | Promise<readonly string[]>;
  readonly queries: Readonly<Record<string, QueryType>>;
  readonly exports: Readonly<Record<string, ExportType>>;
  readonly examples: readonly PlannerExample[];
  readonly offlineSkills: readonly OfflineSkill[];
  /** The fact types that make a journal without `session_created` one of this planner's. */
  readonly adopts: readonly string[];
}

/** Whether a value is a planner module, from this copy of Wayfold or another. */
export function isPlannerModule(value: unknown): value is PlannerModule {
  return typeof value === 'object' && value !== null && PLANNER_BRAND in value && value[PLANNER_BRAND] === 1;
}
