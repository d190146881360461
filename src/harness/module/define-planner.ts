import type { z } from 'zod';
import type { Envelope, Fact, RedactedFact } from '../../journal/fact.ts';
import type { Fields } from '../../journal/fact-types.ts';
import type { Reactor } from '../../kernel/work/reactor.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import type { ConversationFact, ProposedConversationFact } from '../facts.ts';
import type { Trigger } from '../family.ts';
import type { PlanContext } from '../planner.ts';
import type { FormValues } from '../setup/form-field.ts';
import type { FactKind } from './fact-kind.ts';
import {
  type Artifact,
  type At,
  type CheckContext,
  type ConfigLoad,
  type DecisionContext,
  type FieldProblems,
  type FieldRule,
  type FilePlace,
  type HandOver,
  type ModuleServices,
  PLANNER_BRAND,
  type PlannerExample,
  type PlannerModule,
  type Said,
  type SessionStatus,
  type Start,
  type Talks,
} from './planner-module.ts';
import { withSecretNames } from './secret-field.ts';
import type { ViewBlock } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

type Named<Types> = {
  readonly [Name in keyof Types & string]: { readonly type: Name } & Fields<Types[Name]>;
};
type Values<Types> = Types[keyof Types];

/** A fact of the planner's own, as it stands in a journal. */
type OwnFact<Facts> = Values<{
  readonly [Name in keyof Facts & string]: Envelope & { readonly type: Name } & Fields<Facts[Name]>;
}>;

/** What `apply` sees: the planner's own facts, what every session has, and erased facts. */
export type FoldedFact<Facts> = OwnFact<Facts> | ConversationFact | RedactedFact;

type ComposeIntent = Extract<ProposedConversationFact, { readonly type: 'compose_intent' }>;

/** A draft as a planner proposes it: the harness adds its digest. */
type ProposedDraft = Omit<ComposeIntent, 'digest'> & Partial<Pick<ComposeIntent, 'digest'>>;

/** What a planner may propose: its own facts, and those of every conversation. */
export type ProposedBy<Facts> =
  | Values<Named<Facts>>
  | Exclude<ProposedConversationFact, ComposeIntent>
  | ProposedDraft;

/** Words that a button or an option says to the planner. */
export interface SayCall {
  readonly type: 'say';
  readonly text: string;
}

type PartialSay = Pick<SayCall, 'type'> & Partial<SayCall>;

type Call<Inputs> = [keyof Inputs] extends [never] ? never : Values<Named<Inputs>>;
type PartialCall<Inputs> = Values<{
  readonly [Name in keyof Inputs & string]: { readonly type: Name } & Partial<Fields<Inputs[Name]>>;
}>;

/** A session at one moment, with the constructors of the module's own facts and commands. */
export interface PlannerMoment<Config, Facts, State, Inputs> {
  readonly state: State;
  readonly config: Config;
  /** What the setup has loaded, if it loads something. */
  readonly loaded: unknown;
  /** The seq of the last fact. */
  readonly head: number;
  /** The first seq that was appended in this journal itself, and not copied by a fork or an import. */
  readonly nativeFrom: number;
  /** Makes a fact: `fact.line_pinned({ line: 3 })`. */
  readonly fact: {
    readonly [Name in keyof Facts & string]: (
      payload: Facts[Name],
    ) => { readonly type: Name } & Fields<Facts[Name]>;
  };
  /** Makes a command, for an option or a button: `call.pin({ line: 3 })`. */
  readonly call: {
    readonly [Name in keyof Inputs & string]: (
      input: Inputs[Name],
    ) => { readonly type: Name } & Fields<Inputs[Name]>;
  };
  /** Makes a command with fields left out, for a form: `ask.pin({})`. */
  readonly ask: {
    readonly [Name in keyof Inputs & string]: (
      given: Partial<Inputs[Name]>,
    ) => { readonly type: Name } & Partial<Fields<Inputs[Name]>>;
  };
}

interface FactDefinition<Payload, State> {
  /** Strict on write; fields that are not known are ignored on read. */
  readonly schema: z.ZodType<Payload>;
  /** The version that is written now; default 1. */
  readonly v?: number;
  /** `upcast[n]` turns a payload of version n into one of n + 1. */
  readonly upcast?: { readonly [from: number]: (payload: Readonly<Record<string, unknown>>) => object };
  /**
   * The fields that stay readable when such a fact is erased, because they limit or stop something: ids, numbers and
   * choices, never text that somebody wrote. `state.apply` finds them as `kept`.
   */
  readonly keeps?: readonly string[];
  /** Its place on a timeline. */
  readonly kind: FactKind | ((fact: Envelope & Payload) => FactKind);
  /** What it tells a person. */
  text?(
    fact: Envelope & Payload,
    states: { readonly before: State; readonly after: State },
  ): string | undefined;
}

interface CommandDefinition<Input, At, Facts> {
  readonly title: string;
  readonly description?: string;
  readonly input: z.ZodType<Input>;
  /** Ask a person before it is done. */
  readonly confirm?: boolean;
  /** Not offered as a button; for the options and actions that carry it. */
  readonly hidden?: boolean;
  /** Pure: the facts to append, none when there is nothing to do. Throws `refuse(…)`. */
  decide(at: At, input: Input, context: DecisionContext): readonly ProposedBy<Facts>[];
  /** What the caller is answered; the view without it. */
  reply?(at: At, input: Input, done: { readonly facts: readonly Envelope[] }): string;
}

interface QueryDefinition<Input, At> {
  readonly title: string;
  readonly input: z.ZodType<Input>;
  run(at: At, input: Input, services: ModuleServices): Promise<unknown>;
}

interface ExportDefinition<Input, At> {
  readonly title?: string;
  readonly mediaType: string;
  readonly input?: z.ZodType<Input>;
  write(at: At, input: Input): string | Promise<string>;
}

/** What `definePlanner` takes. */
export interface PlannerDefinition<
  Id extends string,
  Config extends z.ZodObject,
  Facts,
  State,
  Inputs,
  Queries,
  Exports,
  At = PlannerMoment<z.output<Config> | undefined, Facts, State, Inputs>,
> {
  readonly id: Id;
  readonly title: string;
  /** What it does, in one sentence. */
  readonly description: string;
  /** The name of a lucide icon. */
  readonly icon?: string;
  /** Who it talks to; default a person. */
  readonly talks?: Talks;
  /** What a person sets up: setup form, deep link, flags and tool inputs are derived from it. */
  readonly config: Config;
  /** Its own fact types. */
  readonly facts: { readonly [Name in keyof Facts]: FactDefinition<Facts[Name], NoInfer<State>> };
  /** A pure fold that runs in a browser too. States are immutable, and plain JSON unless `save` and `restore` are given. */
  readonly state: {
    readonly version?: number;
    readonly initial: State;
    apply(state: NoInfer<State>, fact: FoldedFact<NoInfer<Facts>>): NoInfer<State>;
    save?(state: NoInfer<State>): unknown;
    restore?(saved: unknown): NoInfer<State>;
  };
  /** Reads facts, proposes facts. */
  plan?(
    input: PlannerMoment<z.output<Config>, Facts, State, Inputs> & {
      readonly facts: readonly Fact[];
      readonly cut: { readonly seq: number };
    },
    context: PlanContext<z.output<Config>>,
  ): readonly ProposedBy<NoInfer<Facts>>[] | Promise<readonly ProposedBy<NoInfer<Facts>>[]>;
  /** What else wakes it: types of facts, or triggers with conditions. */
  readonly wakes?: readonly (string | Trigger)[];
  /** The types of its own facts that a pass may end in; default all. */
  readonly ends?: readonly (keyof NoInfer<Facts> & string)[];
  /** The types of its own facts that stay in its state after a rewind, although passes wrote them; default none. */
  readonly keeps?: readonly (keyof NoInfer<Facts> & string)[];
  /** What a person or a program may do besides talking to it. */
  readonly commands?: {
    readonly [Name in keyof Inputs]: CommandDefinition<Inputs[Name], NoInfer<At>, NoInfer<Facts>>;
  };
  /** What waits for a person. */
  waiting?(at: At): readonly WaitingItem<Call<Inputs> | SayCall, PartialCall<Inputs> | PartialSay>[];
  view?(at: At): readonly ViewBlock<Call<Inputs> | SayCall>[];
  /** How the work stands; by default it waits while something does, and is idle else. */
  status?(at: At): SessionStatus;
  /** Whether what the session is for has been done; default when `status` says that it is completed. */
  done?(at: At): boolean;
  /** Whether there is anything to show yet, so that lists can leave out what has not begun; default yes. */
  begun?(at: At): boolean;
  /** What HTTP shows as `planner`; default the state. */
  data?(at: At): { readonly type: string; readonly [field: string]: unknown };
  /** What of it is compared between two moments or sessions; default `data` without its type. */
  comparable?(at: At): Readonly<Record<string, unknown>>;
  /** What words mean; without it they are told to the planner. */
  understand?(said: Said, at: At): Call<Inputs> | { readonly say: string } | undefined;
  cancel?(
    at: At,
    context: DecisionContext & { readonly reason?: string | undefined },
  ): readonly ProposedBy<NoInfer<Facts>>[];
  reply?(at: At, turn: { readonly facts: readonly Fact[] }): string | undefined;
  artifacts?(at: At): readonly Artifact[];
  handsOver?(at: At): readonly HandOver[];
  starts?(input: unknown): Start;
  titleOf?(at: At): string | undefined;
  fits?(text: string): number;
  /** One line about a setup, and what it has loaded. */
  summary?(config: z.output<Config>, loaded: unknown): string;
  fields?(form: {
    readonly values: FormValues;
    readonly loaded: unknown;
  }): Readonly<Record<string, FieldRule>>;
  /** What other fields of the setup hold once somebody has set the field `key`. */
  derive?(key: string, form: { readonly values: FormValues; readonly loaded: unknown }): FormValues;
  /** What the setup form shows below its fields: a few lines of plain text. */
  preview?(form: { readonly values: FormValues; readonly loaded: unknown }): string | undefined;
  readonly load?: ConfigLoad;
  /** What of a setup cannot work here, a sentence for each field. Before it is applied; it may look at folders and programs. */
  check?(config: z.output<Config>, context: CheckContext): FieldProblems | Promise<FieldProblems>;
  reactors?(services: ModuleServices): readonly Reactor[] | Promise<readonly Reactor[]>;
  /** The folders outside of the store that it writes what was said to: what is erased everywhere is erased there too. */
  folders?(place: FilePlace): readonly string[] | Promise<readonly string[]>;
  /** What may be asked that reads and looks outside. */
  readonly queries?: { readonly [Name in keyof Queries]: QueryDefinition<Queries[Name], NoInfer<At>> };
  /** The session as files, by format. */
  readonly exports?: { readonly [Name in keyof Exports]: ExportDefinition<Exports[Name], NoInfer<At>> };
  readonly examples?: readonly PlannerExample[];
  readonly offlineSkills?: readonly OfflineSkill[];
  /** The fact types by which a journal without `session_created` is one of this planner's; default all of its own. */
  readonly adopts?: readonly string[];
}

/** A planner module that remembers the types it was defined with. */
export interface DefinedPlanner<Id extends string, Config, Inputs> extends PlannerModule {
  readonly id: Id;
  /** Never there when the program runs. */
  readonly types?: { readonly config: Config; readonly commands: Inputs };
}

/**
 * Defines a planner: one module from which every surface takes what it shows and does. Facts, commands and state are
 * typed by their schemas.
 */
export function definePlanner<
  const Id extends string,
  Config extends z.ZodObject,
  Facts,
  State,
  Inputs = Record<never, never>,
  Queries = Record<never, never>,
  Exports = Record<never, never>,
>(
  definition: PlannerDefinition<Id, Config, Facts, State, Inputs, Queries, Exports>,
): DefinedPlanner<Id, z.input<Config>, Inputs> {
  // Everywhere else a module is used by schemas that were checked, so that its own types no longer matter.
  const given = definition as unknown as Partial<PlannerModule> &
    Pick<PlannerModule, 'id' | 'title' | 'description' | 'config' | 'facts' | 'state'>;
  const waiting = given.waiting?.bind(given) ?? (() => []);
  const data = given.data?.bind(given) ?? (({ state }: At) => ({ type: definition.id, state }));
  const ownDone = given.done?.bind(given);
  const status =
    given.status?.bind(given) ??
    ((at: At) => {
      if (waiting(at).length > 0) return 'waiting';
      return ownDone?.(at) ? 'completed' : 'idle';
    });
  return {
    ...given,
    [PLANNER_BRAND]: 1,
    id: definition.id,
    config: withSecretNames(definition.config),
    talks: definition.talks ?? 'person',
    wakes: (definition.wakes ?? []).map((wake) =>
      typeof wake === 'string' ? { kind: wake, on: wake } : wake,
    ),
    keeps: definition.keeps ?? [],
    commands: given.commands ?? {},
    queries: given.queries ?? {},
    exports: given.exports ?? {},
    examples: definition.examples ?? [],
    offlineSkills: definition.offlineSkills ?? [],
    adopts: definition.adopts ?? Object.keys(definition.facts ?? {}),
    waiting,
    view: given.view?.bind(given) ?? (() => []),
    artifacts: given.artifacts?.bind(given) ?? (() => []),
    handsOver: given.handsOver?.bind(given) ?? (() => []),
    data,
    comparable:
      given.comparable?.bind(given) ??
      ((at) => {
        const { type: _type, ...own } = data(at);
        return own;
      }),
    status,
    done: ownDone ?? ((at) => status(at) === 'completed'),
    begun: given.begun?.bind(given) ?? (() => true),
  };
}
