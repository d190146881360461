import { z } from 'zod';

/** A name in wire format: `NeedsClarification` becomes `needs_clarification`. */
export function wireName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

/** An enum of names in wire format. */
export function wireEnum<const Name extends string>(names: readonly Name[]) {
  return z.preprocess((name) => wireName(String(name)), z.enum(names.map(wireName)));
}

/** Data with its keys in wire format, without values that JSON cannot represent. */
export function wireKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, each]) => each !== undefined && (typeof each !== 'number' || Number.isFinite(each)),
  );
  return Object.fromEntries(entries.map(([key, each]) => [wireName(key), wireKeys(each)]));
}
