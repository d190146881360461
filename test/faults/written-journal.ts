import { z } from 'zod';
import type { Journal } from '../../src/journal/index.ts';
import type { Tally } from './tally.ts';
import type { Writer } from './writer.ts';

const Written = z.object({
  by: z.string(),
  n: z.number(),
  part: z.number(),
  seq: z.number(),
  ts: z.string(),
});

/** Holds a journal against what its writers were told: everything once, whole, and where they were told it is. */
export async function auditWritten(
  journal: Journal,
  writers: readonly Writer[],
  tally: Tally,
): Promise<void> {
  const verification = await journal.verify();
  if (!verification.ok) tally.wrong(`${journal.id} is damaged at seq ${verification.firstBad}`);
  const places = new Map<string, number>();
  const operations = new Set<string>();
  let before = '';
  for await (const fact of journal.facts()) {
    const { by, n, part, seq, ts } = Written.parse(fact);
    if (places.has(`${by}-${n}-${part}`)) tally.duplicated(`${by} ${n}.${part} in ${journal.id}`);
    places.set(`${by}-${n}-${part}`, seq);
    operations.add(`${by}-${n}`);
    if (seq !== places.size) tally.wrong(`${journal.id} has seq ${seq} in place ${places.size}`);
    if (ts < before) tally.wrong(`${journal.id} goes back in time at seq ${seq}: from ${before} to ${ts}`);
    before = ts;
  }
  for (const { told, options } of writers) {
    tally.acknowledged += told.length;
    for (const { n, head, size } of told) {
      const wrong = Array.from({ length: size }, (_, part) => part).filter(
        (part) => places.get(`${options.by}-${n}-${part}`) !== head - size + 1 + part,
      );
      if (wrong.length > 0) tally.lost(`${options.by} ${n} at seq ${head} of ${journal.id}`);
    }
  }
  tally.persisted += operations.size;
}
