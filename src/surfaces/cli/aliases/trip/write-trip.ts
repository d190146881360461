import { atomicWrite } from '../../files/atomic-write.ts';
import type { Invocation } from '../../invocation.ts';

/** Where a trip goes. */
export interface TripDestination {
  readonly output?: string;
  readonly force?: boolean;
}

/** Writes a trip as a file that the other commands read: to stdout, or where -o says. */
export async function writeTrip(
  { output }: Invocation,
  trip: object,
  { output: file, force = false }: TripDestination,
): Promise<void> {
  const text = `${JSON.stringify(trip, undefined, output.json ? undefined : 2)}\n`;
  if (file === undefined) {
    await output.raw(text);
    return;
  }
  await atomicWrite(file, [text], { force });
  if (output.json) await output.value({ file });
  else output.note(`Wrote ${file}.`);
}
