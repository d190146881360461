import type { Fact, ProposedFact } from '../journal/fact.ts';
import type { Llm } from '../model/llm.ts';
import type { AttachmentFold } from './conversation/attachment-fold.ts';
import type { PlannerMode } from './facts.ts';
import type { PlannerState } from './pass/planner-state.ts';
import type { ConfigStore, FullConfig } from './setup/config-store.ts';

/** What a planner reads: the facts up to a cut, without bookkeeping and rewound facts. */
export interface PlanInput<State = unknown> {
  /** The end of the journal. The planner's output is appended right after it, or not at all. */
  readonly cut: { readonly seq: number };
  readonly facts: readonly Fact[];
  /** The fold of the facts, for a planner that keeps a state. A harness always passes it then. */
  readonly state?: State;
  /** The first seq that was appended in this journal itself. A harness always passes it. */
  readonly nativeFrom?: number;
}

/** What a planner is doing right now. */
export type HudPhase = 'idle' | 'reading' | 'planning' | 'tool' | 'drafting' | 'waiting';

/** What a planner can use during a pass. */
export interface PlanContext<Config = unknown> {
  /** Reports progress to people; not recorded. */
  hud(phase: HudPhase, label?: string): void;
  newId(prefix?: string): string;
  /** The files of the conversation; cheap however long it is. A harness always passes them. */
  readonly files?: Pick<AttachmentFold, 'all' | 'find'>;
  /** The bytes of an attachment, by display name or hash. */
  readAttachment(nameOrSha256: string): Promise<Uint8Array>;
  /**
   * Stores the bytes of a file that an `attachment_added` of the output refers to, and resolves to its hash. A
   * harness always passes it.
   */
  writeAttachment?(
    bytes: Uint8Array,
    file: { readonly name: string; readonly mimeType: string },
  ): Promise<string>;
  readonly config: Config;
  /** Whether a person approves drafts, or nobody is asked. A harness always passes it. */
  readonly mode?: PlannerMode;
  readonly llm: Llm;
  /**
   * Appends a step of the turn before its end, so that people see it and a crash does not lose it. If something
   * else has come in meanwhile, nothing is appended and the signal is aborted: the planner is called again, with
   * the steps so far among its facts. Resolves to the appended facts. A harness always passes it.
   */
  commit?(facts: readonly ProposedFact[]): Promise<readonly Fact[]>;
  /** Aborted when a new fact makes the pass stale, or when the harness closes. */
  readonly signal: AbortSignal;
}

/** What restoring a config from a seed needs. */
export interface HydrateContext {
  readonly llm?: Llm;
  readonly signal?: AbortSignal;
  /** Loads the bytes of an uploaded file by hash. */
  readAttachment?(sha256: string): Promise<Uint8Array>;
  /** The value of a secret that the setup names. */
  readonly readSecret?: ((name: string) => string) | undefined;
}

/** What checking a config can use. */
export interface ConfigCheckContext {
  readonly signal: AbortSignal;
  /** Opens models by name. */
  readonly llm?: Pick<Llm, 'id' | 'named'>;
  /** Called with what could not be checked, by field. */
  note?(key: string, text: string): void;
}

/**
 * Reads facts, proposes facts. It knows nothing about triggers, compare-and-set or scheduling.
 *
 * `Config` is what a person sets up through `createConfigStore`; `Seed` is the part that fits into a link: plain JSON
 * without secrets; `State` is what it keeps of the facts, if anything.
 */
export interface Planner<Config = unknown, Seed = unknown, State = unknown> {
  readonly id: string;
  readonly name: string;
  /** Kept up to date by the harness, and passed to `plan`. */
  readonly state?: PlannerState<State>;
  plan(
    input: PlanInput<State>,
    context: PlanContext<Config>,
  ): readonly ProposedFact[] | Promise<readonly ProposedFact[]>;
  createConfigStore?(options: {
    readonly llm: Llm;
    readonly initial?: FullConfig<Config>;
    /** The value of a secret that the setup names. */
    readonly readSecret?: ((name: string) => string) | undefined;
  }): ConfigStore<Config>;
  /** The part of a config that fits into a link. */
  dehydrate?(config: Config): Seed;
  /** The config of a seed: `hydrate(dehydrate(config))` is `config` without its secrets. */
  hydrate?(seed: Seed, context: HydrateContext): FullConfig<Config> | Promise<FullConfig<Config>>;
  /** What in a config cannot work here, one sentence per field; may access folders and programs. */
  checkConfig?(config: Config, context: ConfigCheckContext): Promise<Readonly<Record<string, string>>>;
  /** A config as it may be recorded. By default, fields named like secrets are left out. */
  withoutSecrets?(config: Config): unknown;
  /** One line about an applied config. */
  summarizeApplied?(config: Config): string;
}
