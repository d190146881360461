import { ModelError } from '../../model/error.ts';
import type { Llm } from '../../model/llm.ts';

/** Opens a model by name. Throws a `ModelError` if it cannot be opened. */
export type OpenModel = (name: string) => Llm;

/** The name of the model that a setup asks for; `undefined` for the default. */
export function modelNamed(config: unknown): string | undefined {
  if (typeof config !== 'object' || config === null || !('model' in config)) return undefined;
  const { model } = config;
  return typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined;
}

/**
 * A setup may come from a link, and must not decide where this server sends messages and its key: addresses come
 * only from the environment.
 */
export function withoutAddresses(open: OpenModel): OpenModel {
  return (name) => {
    if (!/^\s*https?:/i.test(name)) return open(name);
    throw new ModelError('model-unknown', {
      summary: 'A session cannot set the address of a model.',
      fix: 'Name a model, such as offline or anthropic/MODEL. To use an address, start the server with it in WAYFOLD_MODEL and leave the field empty.',
    });
  };
}

/** The same model with access to others by name, for checking setups. */
export function namingModels(usual: Llm, open: OpenModel): Llm {
  return {
    id: usual.id,
    demo: usual.demo,
    generate: (request) => usual.generate(request),
    named: (name) => open(name),
  };
}

/**
 * The label of a model that a setup names, and whether it is the built-in one. One that cannot be opened keeps its
 * name.
 */
export function labelOfModel(name: string, open: OpenModel): Pick<Llm, 'id' | 'demo'> {
  try {
    const { id, demo } = open(name);
    return { id, demo };
  } catch (error) {
    if (error instanceof ModelError) return { id: name, demo: false };
    throw error;
  }
}

/** The model of one session: the one that its current setup names, or the default. */
export class SessionModel implements Llm {
  readonly #usual: Llm;
  readonly #open: OpenModel;
  #name: string | undefined;
  #opened: Llm | undefined;

  constructor(usual: Llm, open: OpenModel) {
    this.#usual = usual;
    this.#open = open;
  }

  get id(): string {
    return this.#opened?.id ?? this.#name ?? this.#usual.id;
  }

  get demo(): boolean {
    return this.#opened?.demo ?? (this.#name === undefined ? this.#usual.demo : this.#name === 'offline');
  }

  named(name: string): Llm {
    return this.#open(name);
  }

  /** Follows the setup. */
  configured(config: unknown): void {
    const name = modelNamed(config);
    if (name === this.#name) return;
    this.#name = name;
    this.#opened = undefined;
  }

  /** A name of no model fails here, where the planner records the failure. */
  async generate(request: Parameters<Llm['generate']>[0]): ReturnType<Llm['generate']> {
    this.#opened ??= this.#name === undefined ? this.#usual : this.#open(this.#name);
    return await this.#opened.generate(request);
  }
}
