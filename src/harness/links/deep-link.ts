import { causeText, shown } from '../../journal/error.ts';
import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { DeepLinkError } from '../error.ts';
import type { PlannerMode } from '../facts.ts';
import { isSecretAddress, withoutSecretAddresses } from '../setup/secret-address.ts';
import { withoutSecrets } from '../setup/secret-names.ts';

/** The maximum length of a link, in characters. */
export const MAX_DEEP_LINK = 32 * 1024;

const MAX_NESTING = 32;
const MAX_NAME = 512;
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

/** Checked by hand: a page would load more for a schema than for everything else that it does with links. */
function checked(link: unknown): DeepLinkState {
  const { planner, planners = {}, seed, session, llm, rev = 0 } = objectAt('the link', link);
  const { id, mode = 'approve', seed: own } = objectAt('planner', planner);
  if (!isPlannerId(id)) throw unreadable('planner.id: must be the id of a planner');
  if (mode !== 'approve' && mode !== 'auto') throw unreadable('planner.mode: must be approve or auto');
  if (typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 0) {
    throw unreadable('rev: must be a whole number, and not negative');
  }
  const seeds = new Map<string, unknown>();
  for (const [each, entry] of Object.entries(objectAt('planners', planners))) {
    if (!isPlannerId(each)) throw unreadable('planners: must be named by the ids of planners');
    seeds.set(each, objectAt(`planners.${each}`, entry).seed);
  }
  const found = seeds.get(id) ?? own ?? seed;
  if (found !== undefined) seeds.set(id, found);
  const [model, sessionId] = [textAt('llm', llm), textAt('session', session)];
  return {
    planner: { id, mode },
    planners: Object.fromEntries([...seeds].map(([each, value]) => [each, { seed: linkable(value) }])),
    ...(sessionId !== undefined && { session: sessionId }),
    ...(model !== undefined && !isSecretAddress(model) && { llm: model }),
    rev,
  };
}

function objectAt(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw unreadable(`${name}: must be an object`);
  return value;
}

function textAt(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '' || value.length > MAX_NAME) {
    throw unreadable(`${name}: must be a text of 1 to ${MAX_NAME} characters`);
  }
  return value;
}

function isPlannerId(value: unknown): value is string {
  return typeof value === 'string' && PLANNER_ID.test(value);
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
