/** Where time comes from. Pure code takes it as an argument; only the edge reads it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Where new ids come from. */
export type NewId = (prefix?: string) => string;

/** Random ids: a UUID, behind `prefix-` when one is given. */
export const randomIds: NewId = (prefix) => {
  const id = crypto.randomUUID();
  return prefix ? `${prefix}-${id}` : id;
};
