import { exportTrip } from '../../../../planners/trip/exchange/export-trip.ts';
import { readTripFile } from '../../../../planners/trip/trip-file.ts';
import { knowledgeOf } from '../../../../planners/trip/trip-knowledge.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import type { ExportTarget } from './commands.ts';
import { configOf } from './service-config.ts';
import type { ServiceOptions } from './services.ts';

export interface ExportCommandOptions extends ServiceOptions {
  readonly file: string;
  readonly to: ExportTarget;
  readonly start?: string;
  readonly output?: string;
  readonly force?: boolean;
}

export async function exportTo(invocation: Invocation, options: ExportCommandOptions): Promise<undefined> {
  const { file, to, start, osrm, output: target, force = false } = options;
  const { output } = invocation;
  const { itinerary } = readTripFile(await fileText(file, invocation), file);
  const { roads } = await knowledgeOf(configOf({ ...(osrm && { osrm }) }), itinerary, (what) =>
    output.note(what),
  );
  const text = exportTrip(itinerary, to, { startDate: start, roads });
  if (target === undefined) {
    await output.raw(text);
    return undefined;
  }
  await atomicWrite(target, [text], { force });
  if (output.json) await output.value({ file: target, format: to });
  else await output.line(`Exported the trip to ${target}.`);
  return undefined;
}
