import { z } from 'zod';
import { PlanChange } from './plan-change.ts';

/** A hybrid logical time that never goes back: milliseconds, and a counter within the same millisecond. */
const HybridTime = z.tuple([z.int().nonnegative().max(8.64e15), z.int().nonnegative()]).readonly();

/** See the schema of this name. */
export type HybridTime = z.infer<typeof HybridTime>;

/** The id of a clone: the name of its file; its step ids end in a prefix of it. */
export const CloneId = z.string().regex(/^(?!constructor$)[a-z0-9]{8,32}$/);

/** The last known change of each clone. */
export const SeenChanges = z.record(CloneId, z.int().nonnegative());

/** See the schema of this name. */
export type SeenChanges = Readonly<z.infer<typeof SeenChanges>>;

const SharedChangeSchema = z.object({
  v: z.literal(1),
  clone: CloneId,
  /** Counts up in each clone, with gaps. */
  n: z.int().positive(),
  /** The fact of the clone's journal that made it. The same fact is the same change, whichever file contains it. */
  fact: z.string().min(1).max(128),
  at: HybridTime,
  /** What the clone knew of the others when it made the change. */
  seen: SeenChanges,
  by: z.string().min(1).max(256).exactOptional(),
  changes: z.array(PlanChange),
});

/** A change to a plan in one clone: a line of that clone's file. */
export type SharedChange = Readonly<z.infer<typeof SharedChangeSchema>>;

/** The order of two concurrent changes: the earlier one first, then the lower clone id. */
function inSharedOrder(a: SharedChange, b: SharedChange): number {
  return (
    compareTimes(a.at, b.at) || compareTexts(a.clone, b.clone) || a.n - b.n || compareTexts(a.fact, b.fact)
  );
}

export function compareTimes([ms, count]: HybridTime, [otherMs, otherCount]: HybridTime): number {
  return ms - otherMs || count - otherCount;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether the author of the second change knew of the first. */
export function isKnownTo(earlier: SharedChange, later: SharedChange): boolean {
  if (earlier.clone === later.clone) return earlier.n < later.n;
  return (later.seen[earlier.clone] ?? 0) >= earlier.n;
}

/** How far a clone's clock may be ahead: later times mean a wrong clock, which no other clone follows. */
export const MAX_DRIFT_MS = 24 * 60 * 60 * 1000;

/** The time of a change made now by a clone that knows changes up to `known`. */
export function nextTime(ms: number, known: HybridTime): HybridTime {
  if (ms > known[0] || known[0] > ms + MAX_DRIFT_MS) return [ms, 0];
  return [known[0], known[1] + 1];
}

/** The change as a line of a file. */
export function sharedLine(change: SharedChange): string {
  return `${JSON.stringify(change)}\n`;
}

/** The content of a file of shared changes. */
export interface SharedFile {
  readonly changes: readonly SharedChange[];
  /** The numbers of unreadable lines: torn ones, and remains of a manual merge. */
  readonly unreadable: readonly number[];
}

/** Reads a file of shared changes. Torn lines are skipped: their clone writes them again. */
export function readSharedFile(text: string): SharedFile {
  const changes: SharedChange[] = [];
  const unreadable: number[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const change = parsedLine(line);
    if (change) changes.push(change);
    else unreadable.push(i + 1);
  }
  return { changes, unreadable };
}

function parsedLine(line: string): SharedChange | undefined {
  try {
    return SharedChangeSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/**
 * Each change once, in the order in which all clones fold them: after those that its clone knew of, whatever the
 * clocks say; otherwise the earlier one first.
 */
export function distinctChanges(changes: Iterable<SharedChange>): readonly SharedChange[] {
  const byFact = new Map<string, SharedChange>();
  for (const change of changes) {
    const known = byFact.get(change.fact);
    if (known === undefined || inSharedOrder(change, known) < 0) byFact.set(change.fact, change);
  }
  const queues = new Map<string, SharedChange[]>();
  for (const change of byFact.values()) {
    const queue = queues.get(change.clone);
    if (queue) queue.push(change);
    else queues.set(change.clone, [change]);
  }
  // The next change of each clone is the last of its queue.
  for (const queue of queues.values()) queue.sort((a, b) => b.n - a.n || inSharedOrder(b, a));
  const ordered: SharedChange[] = [];
  while (queues.size > 0) {
    const next = nextOf(queues);
    ordered.push(next);
    const queue = queues.get(next.clone);
    queue?.pop();
    if (queue?.length === 0) queues.delete(next.clone);
  }
  return ordered;
}

/** The first of the clones' next changes whose author knew of nothing that is still to come. */
function nextOf(queues: ReadonlyMap<string, readonly SharedChange[]>): SharedChange {
  const nexts = [...queues.values()].flatMap((queue) => queue.at(-1) ?? []);
  const isBehind = ({ clone, seen }: SharedChange) =>
    nexts.some((other) => other.clone !== clone && (seen[other.clone] ?? 0) >= other.n);
  const earliest = nexts.reduce((first, each) => (inSharedOrder(each, first) < 0 ? each : first));
  if (!isBehind(earliest)) return earliest;
  // Lines that claim to know of each other were not written by clones: any order that is the same for all is fine.
  return nexts.toSorted(inSharedOrder).find((each) => !isBehind(each)) ?? earliest;
}

/** The last change of each clone that a clone with all of these knows. */
export function seenIn(changes: readonly SharedChange[]): SeenChanges {
  const seen: Record<string, number> = {};
  for (const { clone, n } of changes) seen[clone] = Math.max(seen[clone] ?? 0, n);
  return seen;
}
