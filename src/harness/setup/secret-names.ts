import { isPlainObject, MAX_DEPTH } from '../../journal/integrity/canonical-json.ts';

const SECRET =
  /secret|passwor[dt]|passphrase|credential|(?:^|[-_])(?:pwd|pass)$|(?:access|api|auth|encryption|private|signing)[-_]?key|token$|authorization$|bearer|cookie|(?:^|[-_])jwt$/i;

/** The user and password in a URL. */
const LOGIN_IN_URL = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]*:[^/?#\s]*@/i;

/** Whether a field of this name is assumed to hold a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/**
 * Plain data without fields named like secrets, at any depth, and without credentials in URLs. The last line of
 * defence: a planner leaves secrets out of a seed itself. Data that is nested too deeply for a journal stays, for
 * the journal to refuse.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (typeof value === 'string') return value.replace(LOGIN_IN_URL, '$1');
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner, depth + 1)]));
}
