import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { splitConfig } from '../../harness/module/recorded-config.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** The setup of a planner at one moment. */
export interface AppliedSetup {
  readonly config: unknown;
  readonly loaded: unknown;
}

const NO_SETUP: AppliedSetup = { config: undefined, loaded: undefined };

/** Reads the recorded setups of a journal by hash, with a cache. */
export class RecordedSetups {
  readonly #journal: Pick<Journal<Envelope>, 'attachments'>;
  readonly #module: PlannerModule;
  #latest: { readonly hash: string; readonly setup: AppliedSetup } | undefined;

  constructor(journal: Pick<Journal<Envelope>, 'attachments'>, module: PlannerModule) {
    this.#journal = journal;
    this.#module = module;
  }

  async of(hash: string | undefined): Promise<AppliedSetup> {
    if (hash === undefined) return NO_SETUP;
    if (this.#latest?.hash === hash) return this.#latest.setup;
    const bytes = await this.#journal.attachments.get(hash);
    const setup = splitConfig(this.#module, JSON.parse(new TextDecoder().decode(bytes)));
    this.#latest = { hash, setup };
    return setup;
  }
}
