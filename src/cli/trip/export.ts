import { exportTrip, readTripFile } from '../../planners/trip/index.ts';
import type { Invocation } from '../invocation.ts';
import { fileText } from '../plan/file-text.ts';
import { writeWholeFile } from '../whole-file.ts';
import type { ExportTarget } from './commands.ts';

export interface ExportCommandOptions {
  readonly file: string;
  readonly to: ExportTarget;
  readonly start?: string;
  readonly output?: string;
  readonly force?: boolean;
}

export async function exportTo(invocation: Invocation, options: ExportCommandOptions): Promise<undefined> {
  const { file, to, start, output: target, force = false } = options;
  const { output } = invocation;
  const { itinerary } = readTripFile(await fileText(file, invocation), file);
  const text = exportTrip(itinerary, to, { startDate: start });
  if (target === undefined) {
    await output.raw(text);
    return undefined;
  }
  await writeWholeFile(target, [text], { force });
  if (output.json) await output.value({ file: target, format: to });
  else await output.line(`Exported the trip to ${target}.`);
  return undefined;
}
