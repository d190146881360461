import type { Fact, ProposedFact } from '../journal/fact.ts';
import type { Llm } from '../model/llm.ts';
import type { AttachmentFold } from './conversation/attachment-fold.ts';
import type { PlannerMode } from './facts.ts';
import type { PlannerState } from './pass/planner-state.ts';
import type { ConfigStore, FullConfig } from './setup/config-store.ts';

/** What a planner reads: the facts up to a cut, without bookkeeping and without what was rewound. */
export interface PlanInput<State = unknown> {
  /** Where the journal stood. What the planner proposes is appended right after it, or not at all. */
  readonly cut: { readonly seq: number };
  readonly facts: readonly Fact[];
  /** What the facts come to, for a planner that keeps a state. A harness always hands it over then. */
  readonly state?: State;
  /** The first seq that was appended in this journal itself. A harness always hands it over. */
  readonly nativeFrom?: number;
}

/** What a planner is doing at the moment. */
export type HudPhase = 'idle' | 'reading' | 'planning' | 'tool' | 'drafting' | 'waiting';

/** What a planner may use during a pass. */
export interface PlanContext<Config = unknown> {
  /** Tells people what is going on. Nothing of it is recorded. */
  hud(phase: HudPhase, label?: string): void;
  newId(prefix?: string): string;
  /** The files of the conversation, which cost nothing to look at however long it is. A harness always has them. */
  readonly files?: Pick<AttachmentFold, 'all' | 'find'>;
  /** The bytes of an attachment, by the name it is shown under or by its hash. */
  readAttachment(nameOrSha256: string): Promise<Uint8Array>;
  /**
   * Stores the bytes of a file that an `attachment_added` of the output refers to, and resolves to its hash. A harness
   * always has it.
   */
  writeAttachment?(
    bytes: Uint8Array,
    file: { readonly name: string; readonly mimeType: string },
  ): Promise<string>;
  readonly config: Config;
  /** Whether a person approves what is sent, or nobody is asked. A harness always says it. */
  readonly mode?: PlannerMode;
  readonly llm: Llm;
  /**
   * Appends a step of the turn before its end, so that people see it and a crash does not lose it. When something else has
   * come in meanwhile nothing is appended, and the signal is aborted: the planner is asked again, with the steps so far
   * among its facts. Resolves to the facts as they stand. A harness always has it.
   */
  commit?(facts: readonly ProposedFact[]): Promise<readonly Fact[]>;
  /** Aborted when the pass is overtaken by a fact that makes it stale, or the harness closes. */
  readonly signal: AbortSignal;
}

/** What a config store and a seed need to become a config again. */
export interface HydrateContext {
  readonly llm?: Llm;
  readonly signal?: AbortSignal;
  /** Loads the bytes of an uploaded file by its hash. */
  readAttachment?(sha256: string): Promise<Uint8Array>;
  /** The value of a secret that the setup names. */
  readonly readSecret?: ((name: string) => string) | undefined;
}

/** What a check of a config may use. */
export interface ConfigCheckContext {
  readonly signal: AbortSignal;
  /** The way to models by their names. */
  readonly llm?: Pick<Llm, 'id' | 'named'>;
  /** Told what could not be checked, by its field. */
  note?(key: string, text: string): void;
}

/**
 * Reads facts, proposes facts. It knows nothing of triggers, of compare-and-set, or of when it runs.
 *
 * `Config` is what `createConfigStore` lets a person set up; `Seed` is what of it fits into a link: plain JSON, no secret;
 * `State` is what it keeps of the facts, if it does.
 */
export interface Planner<Config = unknown, Seed = unknown, State = unknown> {
  readonly id: string;
  readonly name: string;
  /** Kept up by the harness, and handed to `plan`. */
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
  /** What of a config fits into a link. */
  dehydrate?(config: Config): Seed;
  /** The config a seed stands for: `hydrate(dehydrate(config))` is `config` without its secrets. */
  hydrate?(seed: Seed, context: HydrateContext): FullConfig<Config> | Promise<FullConfig<Config>>;
  /** What of a config cannot work here, a sentence for each field; it may look at folders and programs. */
  checkConfig?(config: Config, context: ConfigCheckContext): Promise<Readonly<Record<string, string>>>;
  /** A config as it may be recorded. Without this, fields that are named like secrets are left out. */
  withoutSecrets?(config: Config): unknown;
  /** One line about an applied config. */
  summarizeApplied?(config: Config): string;
}
