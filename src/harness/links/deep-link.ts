import { z } from 'zod';
import { causeText, shown } from '../../journal/error.ts';
import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { DeepLinkError } from '../error.ts';
import { PlannerMode } from '../facts.ts';
import { isSecretAddress, withoutSecretAddresses } from '../setup/secret-address.ts';
import { withoutSecrets } from '../setup/secret-names.ts';

/** The maximum length of a link, in characters. */
export const MAX_DEEP_LINK = 32 * 1024;

const MAX_NESTING = 32;
const PLANNER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** The content of a link: planner, setup, session and model. */
export interface DeepLinkState {
  readonly planner: { readonly id: string; readonly mode: PlannerMode };
  /** The seed of each planner: what its `dehydrate` returns. */
  readonly planners: { readonly [id: string]: { readonly seed: unknown } };
  readonly session?: string;
  /** The id of a model, never a key. */
  readonly llm?: string;
  /** Increases with every change, so that an older link does not undo a newer one. */
  readonly rev: number;
}

const PlannerId = z.string().regex(PLANNER_ID, 'must be the id of a planner');
const Text = z.string().min(1).max(512);

const Link = z.object({
  planner: z.object({ id: PlannerId, mode: PlannerMode.default('approve'), seed: z.unknown().optional() }),
  planners: z.record(PlannerId, z.object({ seed: z.unknown() })).default({}),
  seed: z.unknown().optional(),
  session: Text.optional(),
  llm: Text.optional(),
  rev: z.int().min(0).default(0),
});

/**
 * The URL fragment: `#` and readable JSON. Fields named like secrets, and URLs with a token or password, are left
 * out.
 */
export function encodeDeepLink(state: DeepLinkState): string {
  const { planner, planners, session, llm, rev } = state;
  const link = { planner: { id: planner.id, mode: planner.mode }, planners, session, llm, rev };
  // A browser encodes quotes and spaces as %22 and %20, but leaves a % unchanged. Without one, decoding is
  // unambiguous.
  const text = `#${written(checked(harmless(link))).replaceAll('%', '\\u0025')}`;
  if (text.length > MAX_DEEP_LINK) throw tooLong(text);
  return text;
}

/**
 * The content of a link, raw or percent-encoded; `undefined` if there is none. Throws a `DeepLinkError` if it
 * cannot be read. A seed may also be in `planner.seed` or `seed`.
 */
export function decodeDeepLink(hash: string): DeepLinkState | undefined {
  if (typeof hash !== 'string') throw unreadable(shown(hash));
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text.trim() === '') return undefined;
  if (text.length > MAX_DEEP_LINK) throw tooLong(text);
  return checked(harmless(parsed(text)));
}

function written(link: DeepLinkState): string {
  try {
    return JSON.stringify(link);
  } catch (cause) {
    throw new DeepLinkError({
      summary: `A seed is not plain JSON: ${causeText(cause)}.`,
      fix: 'Let dehydrate return only strings, numbers, booleans, arrays and plain objects.',
      cause,
    });
  }
}

function checked(link: unknown): DeepLinkState {
  const { data, error } = Link.safeParse(link);
  if (error) {
    const [issue] = error.issues;
    throw unreadable(`${issue?.path.join('.') || 'the link'}: ${issue?.message}`);
  }
  const { planner, planners, seed, session, llm, rev } = data;
  const { id, mode } = planner;
  const found = planners[id]?.seed ?? planner.seed ?? seed;
  const seeds = found === undefined ? planners : { ...planners, [id]: { seed: found } };
  return {
    planner: { id, mode },
    planners: Object.fromEntries(
      Object.entries(seeds).map(([each, { seed }]) => [each, { seed: linkable(seed) }]),
    ),
    ...(session !== undefined && { session }),
    ...(llm !== undefined && !isSecretAddress(llm) && { llm }),
    rev,
  };
}

/** The part of a seed that goes into a link: no field named like a secret, and no URL that grants access. */
export function linkable(seed: unknown): unknown {
  return withoutSecrets(withoutSecretAddresses(seed));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // So it is not raw.
  }
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    throw unreadable(shown(text));
  }
}

/** Rejects suspicious input that neither people nor `encodeDeepLink` write: prototype names and excessive nesting. */
function harmless(value: unknown, depth = 0): unknown {
  if (depth > MAX_NESTING) throw unreadable(`its JSON nests deeper than ${MAX_NESTING} levels`);
  if (Array.isArray(value)) for (const item of value) harmless(item, depth + 1);
  if (!isPlainObject(value)) return value;
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') throw unreadable('it has a field named __proto__');
    harmless(inner, depth + 1);
  }
  return value;
}

function tooLong(text: string): DeepLinkError {
  return new DeepLinkError({
    expected: `a link of at most ${MAX_DEEP_LINK} characters`,
    actual: `${text.length} characters`,
    fix: 'Let dehydrate leave large fields out of the seed, and hydrate load them again.',
  });
}

function unreadable(actual: string): DeepLinkError {
  return new DeepLinkError({
    summary: `This is not a setup link: ${actual}.`,
    fix: 'Copy the whole address again. A link looks like #{"planner":{"id":"drafter","mode":"approve"},"planners":{},"rev":1}. Nothing was changed.',
  });
}
