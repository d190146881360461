import { isPlainObject, MAX_DEPTH } from '../../journal/integrity/canonical-json.ts';

const SECRET =
  /secret|passwor[dt]|passphrase|credential|(?:^|[-_])(?:pwd|pass)$|(?:access|api|auth|encryption|private|signing)[-_]?key|token$|authorization$|bearer|cookie|(?:^|[-_])jwt$/i;

/** The user and the password in front of the host of an address. */
const LOGIN_IN_URL = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]*:[^/?#\s]*@/i;

/** Whether a field of this name is taken to hold a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/**
 * Plain data without the fields that are named like secrets, at any depth, and without the logins in its addresses. The
 * last line of defence: a planner leaves its secrets out of a seed itself. What nests deeper than a journal takes stays
 * as it is, for the journal to refuse.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (typeof value === 'string') return value.replace(LOGIN_IN_URL, '$1');
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner, depth + 1)]));
}
