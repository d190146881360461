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
  type SessionStatus,
  type Start,
  type Talks,
  type TextInput,
} from './planner-module.ts';
import { withSecretNames } from './secret-field.ts';
import type { ViewBlock } from './view-block.ts';
import type { WaitingItem } from './waiting-item.ts';

type Named<Types> = {
  readonly [Name in keyof Types & string]: { readonly type: Name } & Fields<Types[Name]>;
};
type Values<Types> = Types[keyof Types];

/** A fact of the planner's own, as recorded in a journal. */
type OwnFact<Facts> = Values<{
  readonly [Name in keyof Facts & string]: Envelope & { readonly type: Name } & Fields<Facts[Name]>;
}>;

/** What `apply` sees: the planner's own facts, those of every session, and erased facts. */
export type FoldedFact<Facts> = OwnFact<Facts> | ConversationFact | RedactedFact;

type ComposeIntent = Extract<ProposedConversationFact, { readonly type: 'compose_intent' }>;

/** A draft that a planner proposes; the harness adds its digest. */
type ProposedDraft = Omit<ComposeIntent, 'digest'> & Partial<Pick<ComposeIntent, 'digest'>>;

/** What a planner may propose: its own facts, and those of every conversation. */
export type ProposedBy<Facts> =
  | Values<Named<Facts>>
  | Exclude<ProposedConversationFact, ComposeIntent>
  | ProposedDraft;

/** Text that a button or an option sends to the planner. */
export interface SayCall {
  readonly type: 'say';
  readonly text: string;
}

type PartialSay = Pick<SayCall, 'type'> & Partial<SayCall>;

type Call<Inputs> = [keyof Inputs] extends [never] ? never : Values<Named<Inputs>>;
type PartialCall<Inputs> = Values<{
  readonly [Name in keyof Inputs & string]: { readonly type: Name } & Partial<Fields<Inputs[Name]>>;
}>;

/** A session at one moment, with constructors for the module's facts and commands. */
export interface PlannerMoment<Config, Facts, State, Inputs> {
  readonly state: State;
  readonly config: Config;
  /** What the setup has loaded, if anything. */
  readonly loaded: unknown;
  /** The seq of the last fact. */
  readonly head: number;
  /** The first seq that was appended in this journal itself rather than copied by a fork or an import. */
  readonly nativeFrom: number;
  /** Creates a fact: `fact.line_pinned({ line: 3 })`. */
  readonly fact: {
    readonly [Name in keyof Facts & string]: (
      payload: Facts[Name],
    ) => { readonly type: Name } & Fields<Facts[Name]>;
  };
  /** Creates a command, for an option or a button: `call.pin({ line: 3 })`. */
  readonly call: {
    readonly [Name in keyof Inputs & string]: (
      input: Inputs[Name],
    ) => { readonly type: Name } & Fields<Inputs[Name]>;
  };
  /** Creates a partial command, for a form: `ask.pin({})`. */
  readonly ask: {
    readonly [Name in keyof Inputs & string]: (
      given: Partial<Inputs[Name]>,
    ) => { readonly type: Name } & Partial<Fields<Inputs[Name]>>;
  };
}

interface FactDefinition<Payload, State> {
  /** Strict on write; unknown fields are ignored on read. */
  readonly schema: z.ZodType<Payload>;
  /** The version that is written; default 1. */
  readonly v?: number;
  /** `upcast[n]` turns a payload of version n into one of n + 1. */
  readonly upcast?: { readonly [from: number]: (payload: Readonly<Record<string, unknown>>) => object };
  /**
   * The fields that stay readable when such a fact is erased, because they limit or stop something: ids, numbers
   * and choices, never text that somebody wrote. `state.apply` gets them as `kept`.
   */
  readonly keeps?: readonly string[];
  /** Its kind on the timeline. */
  readonly kind: FactKind | ((fact: Envelope & Payload) => FactKind);
  /** Its description for people. */
  text?(
    fact: Envelope & Payload,
    states: { readonly before: State; readonly after: State },
  ): string | undefined;
  /**
   * The person who did it: its text is then shown as theirs, and what follows as what they asked for. By default its field
   * `by`, where its kind is `person` or `decision`.
   */
  by?(fact: Envelope & Payload): string | undefined;
}

interface CommandDefinition<Input, At, Facts> {
  readonly title: string;
  readonly description?: string;
  readonly input: z.ZodType<Input>;
  /** Whether to ask a person for confirmation first. */
  readonly confirm?: boolean;
  /** Not offered as a button; only options and actions contain it. */
  readonly hidden?: boolean;
  /** Pure: the facts to append, or none. Throws `refuse(…)`. */
  decide(at: At, input: Input, context: DecisionContext): readonly ProposedBy<Facts>[];
  /** The reply to the caller; default: the view. */
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

/** The argument of `definePlanner`. */
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
  /** Who it talks to; default: a person. */
  readonly talks?: Talks;
  /** The config schema: setup form, deep link, flags and tool inputs are derived from it. */
  readonly config: Config;
  /** Its own fact types. */
  readonly facts: { readonly [Name in keyof Facts]: FactDefinition<Facts[Name], NoInfer<State>> };
  /**
   * A pure fold that also runs in a browser. States are immutable, and plain JSON unless `save` and `restore` are
   * given.
   */
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
  /** Additional triggers: fact types, or triggers with conditions. */
  readonly wakes?: readonly (string | Trigger)[];
  /** Which of its own fact types a pass may end in; default all. */
  readonly ends?: readonly (keyof NoInfer<Facts> & string)[];
  /** Which of its own fact types stay in its state after a rewind, although passes wrote them; default none. */
  readonly keeps?: readonly (keyof NoInfer<Facts> & string)[];
  /** What a person or a program can do besides sending messages. */
  readonly commands?: {
    readonly [Name in keyof Inputs]: CommandDefinition<Inputs[Name], NoInfer<At>, NoInfer<Facts>>;
  };
  /** What needs a person. */
  waiting?(at: At): readonly WaitingItem<Call<Inputs> | SayCall, PartialCall<Inputs> | PartialSay>[];
  view?(at: At): readonly ViewBlock<Call<Inputs> | SayCall>[];
  /** The status of the work; default: waiting while something waits, otherwise idle. */
  status?(at: At): SessionStatus;
  /** Whether the session has achieved its purpose; default: when `status` is completed. */
  done?(at: At): boolean;
  /** Whether there is anything to show yet, so that lists can omit empty sessions; default yes. */
  begun?(at: At): boolean;
  /** What HTTP returns as `planner`; default: the state. */
  data?(at: At): { readonly type: string; readonly [field: string]: unknown };
  /** The data to compare between two moments or sessions; default: `data` without its type. */
  comparable?(at: At): Readonly<Record<string, unknown>>;
  /** What a text means; by default it is input for the planner. */
  understand?(input: TextInput, at: At): Call<Inputs> | { readonly say: string } | undefined;
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
  /** One line about a setup and what it has loaded. */
  summary?(config: z.output<Config>, loaded: unknown): string;
  fields?(form: {
    readonly values: FormValues;
    readonly loaded: unknown;
  }): Readonly<Record<string, FieldRule>>;
  /** The values of other setup fields after somebody has set the field `key`. */
  derive?(key: string, form: { readonly values: FormValues; readonly loaded: unknown }): FormValues;
  /** A few lines of plain text that the setup form shows below its fields. */
  preview?(form: { readonly values: FormValues; readonly loaded: unknown }): string | undefined;
  readonly load?: ConfigLoad;
  /**
   * What in a setup cannot work here, one sentence per field. Called before it is applied; may access folders and
   * programs.
   */
  check?(config: z.output<Config>, context: CheckContext): FieldProblems | Promise<FieldProblems>;
  reactors?(services: ModuleServices): readonly Reactor[] | Promise<readonly Reactor[]>;
  /** The folders outside the store that it writes user content to, so that erasing reaches them too. */
  folders?(place: FilePlace): readonly string[] | Promise<readonly string[]>;
  /** Read-only queries that may access the outside world. */
  readonly queries?: { readonly [Name in keyof Queries]: QueryDefinition<Queries[Name], NoInfer<At>> };
  /** Exports of the session, by format. */
  readonly exports?: { readonly [Name in keyof Exports]: ExportDefinition<Exports[Name], NoInfer<At>> };
  readonly examples?: readonly PlannerExample[];
  readonly offlineSkills?: readonly OfflineSkill[];
  /** The fact types that make a journal without `session_created` one of this planner's; default: all of its own. */
  readonly adopts?: readonly string[];
}

/** A planner module that keeps the types it was defined with. */
export interface DefinedPlanner<Id extends string, Config, Inputs> extends PlannerModule {
  readonly id: Id;
  /** Never present at run time. */
  readonly types?: { readonly config: Config; readonly commands: Inputs };
}

/** Defines a planner: one module that every surface uses. Facts, commands and state are typed by their schemas. */
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
  // Everywhere else a module is used through validated schemas, so its own types no longer matter.
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
