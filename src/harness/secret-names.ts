import { isPlainObject } from '../journal/canonical-json.ts';

const SECRET =
  /secret|passwor[dt]|passphrase|credential|(?:^|[-_])pwd$|api[-_]?key|private[-_]?key|token$|^authorization$/i;

/** Whether a field of this name is taken to hold a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/**
 * Plain data without the fields that are named like secrets, at any depth. The last line of defence: a planner leaves
 * its secrets out of a seed itself.
 */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner)]));
}
