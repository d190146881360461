import type { z } from 'zod';
import { type Redact, redactedDeep, redactionOfValues } from '../../kernel/secret-redaction.ts';
import type { PlannerModule } from './planner-module.ts';

/** Returns the value of a secret by name. Throws if it has none. */
export type ReadSecret = (name: string) => string;

/** The format of secret names, for people. */
const SECRET_NAMES = 'env:NAME or file:NAME';

/** Wayfold's own settings are excluded: a setup may come from somebody who must not have them. */
const SECRET_NAME = /^(?:env:(?!WAYFOLD_)[A-Za-z_]\w{0,127}|file:[A-Za-z0-9][\w.-]{0,63})$/;

/** Whether a value is the name of a secret rather than a secret. */
export function namesSecret(value: unknown): value is string {
  return typeof value === 'string' && SECRET_NAME.test(value);
}

/**
 * A config schema whose secret fields, those with
 * `.meta({ secret: true })`, accept only names. It applies wherever a setup is parsed, so that a secret entered by
 * mistake is never recorded.
 */
export function withSecretNames<Config extends z.ZodObject>(config: Config): Config {
  const named = Object.entries(config.shape).flatMap(([key, field]) =>
    metaOf(field)?.secret === true ? [[key, namedField(field as z.ZodType)] as const] : [],
  );
  // The same fields, some of them restricted.
  return named.length === 0 ? config : (config.safeExtend(Object.fromEntries(named)) as unknown as Config);
}

/** The fields of a setup that hold names of secrets. */
export function secretFieldsOf({ config }: Pick<PlannerModule, 'config'>): readonly string[] {
  return Object.entries(config.shape).flatMap(([key, field]) => (metaOf(field)?.secret === true ? key : []));
}

/** The secrets that a module reads while it works. */
export class ModuleSecrets {
  readonly #fields: readonly string[];
  readonly #read: ReadSecret;
  readonly #values = new Map<string, string>();
  #redact: Redact = (text) => text;

  constructor(module: Pick<PlannerModule, 'config'>, read: ReadSecret) {
    this.#fields = secretFieldsOf(module);
    this.#read = read;
  }

  /** Whether the setup names no secrets. */
  get areNone(): boolean {
    return this.#fields.length === 0;
  }

  /** A config with values instead of names. Throws if a name has no value. */
  reveal(config: unknown): unknown {
    if (this.areNone || typeof config !== 'object' || config === null) return config;
    const entries = Object.entries(config).map(([key, value]) => [
      key,
      this.#fields.includes(key) && namesSecret(value) ? this.#valueOf(value) : value,
    ]);
    return Object.fromEntries(entries);
  }

  /** The same, without the revealed values. */
  conceal<Value>(value: Value): Value {
    return this.#values.size === 0 ? value : (redactedDeep(value, this.#redact) as Value);
  }

  /** The result of a call, or its error, without the revealed values. */
  async concealed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return this.conceal(await work());
    } catch (error) {
      throw this.concealError(error);
    }
  }

  /** The same error, with revealed values removed from its message. */
  concealError(error: unknown): unknown {
    if (!(error instanceof Error)) return this.conceal(error);
    for (const member of Object.getOwnPropertyNames(error)) {
      const value: unknown = Reflect.get(error, member);
      if (typeof value === 'string') Reflect.set(error, member, this.conceal(value));
    }
    if (error.cause !== undefined) Reflect.set(error, 'cause', this.concealError(error.cause));
    return error;
  }

  #valueOf(name: string): string {
    const value = this.#read(name);
    if (this.#values.get(name) !== value) {
      this.#values.set(name, value);
      this.#redact = redactionOfValues(this.#values);
    }
    return value;
  }
}

function namedField(field: z.ZodType): z.ZodType {
  const { description, placeholder, ...meta } = metaOf(field) ?? {};
  const how = `The name of a secret, ${SECRET_NAMES}.`;
  return field
    .refine((value) => value === undefined || value === '' || namesSecret(value), {
      error: `Enter the name of a secret, ${SECRET_NAMES}, and not the secret itself. Names of Wayfold's own settings cannot be used.`,
    })
    .meta({
      ...meta,
      description: typeof description === 'string' ? `${description} ${how}` : how,
      placeholder: placeholder ?? SECRET_NAMES,
    });
}

/** Through its method rather than a registry: the module may have its own copy of Zod. */
function metaOf(field: unknown): Readonly<Record<string, unknown>> | undefined {
  const { meta } = Object(field);
  return typeof meta === 'function' ? meta.call(field) : undefined;
}
