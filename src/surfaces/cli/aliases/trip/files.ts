import { TripError } from '../../../../planners/trip/error.ts';
import { evaluatePlannerState } from '../../../../planners/trip/evaluate.ts';
import { exportTrip, type TripExportFormat } from '../../../../planners/trip/exchange/export-trip.ts';
import {
  importFormatOf,
  importTrip,
  type TripImportFormat,
} from '../../../../planners/trip/exchange/import-trip.ts';
import { embeddedPlaces } from '../../../../planners/trip/knowledge/embedded-knowledge.ts';
import { knowledgeOf } from '../../../../planners/trip/knowledge/trip-knowledge.ts';
import { readState } from '../../../../planners/trip/planner-state.ts';
import { readTripFile } from '../../../../planners/trip/trip-file.ts';
import { plannerTurn } from '../../../../planners/trip/turn/turn.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { fileText } from '../../files/file-text.ts';
import { type WrittenFile, writeOutput } from '../../files/write-output.ts';
import type { Invocation } from '../../invocation.ts';
import { configOf, type ServiceOptions } from './services.ts';
import { actionLines, advisoryLine, issueLine } from './trip-lines.ts';

const MAX_FIXES = 10_000;

/** Exits with 2 if there are problems, as `diff` exits with 1 if there are differences. */
export async function check(
  invocation: Invocation,
  file: string,
  services: ServiceOptions,
): Promise<ExitCode | undefined> {
  const { output } = invocation;
  const { itinerary, state, context } = await readTrip(invocation, file, services);
  const issues = evaluatePlannerState(state, itinerary, context);
  const turn = plannerTurn({}, state, itinerary, context);
  if (output.json) {
    await output.value({ issues, action: turn.action });
  } else {
    for (const issue of issues) await output.line(issueLine(issue));
    for (const advisory of turn.state.advisories) await output.line(advisoryLine(advisory));
    for (const line of actionLines(turn.action)) await output.line(line);
  }
  return issues.length > 0 ? EXIT.usage : undefined;
}

export async function repair(
  invocation: Invocation,
  file: string,
  options: ServiceOptions & WrittenFile & { readonly choose?: string },
): Promise<undefined> {
  const { output } = invocation;
  const { choose } = options;
  const { context, ...read } = await readTrip(invocation, file, options);
  let turn = plannerTurn(choose === undefined ? {} : { choose }, read.state, read.itinerary, context);
  const since = turn.state.issueHistory.slice(readState(read.state).issueHistory.length);
  const isStale = choose !== undefined && !since.some(({ optionId }) => optionId === choose);
  if (isStale) output.note(`There is no option ${choose} any more. Nothing was changed.`);
  for (const { why } of turn.applied) output.note(why);
  for (let fixes = 0; turn.action.type === 'AUTO_FIX' && fixes < MAX_FIXES; fixes++) {
    turn = plannerTurn({}, turn.state, turn.itinerary, context);
    for (const { why } of turn.applied) output.note(why);
  }
  const { action, itinerary, state } = turn;
  if (action.type === 'SUGGEST_REPAIR' || action.type === 'ASK_USER') {
    for (const line of actionLines(action)) output.note(String(line));
    if (action.type === 'SUGGEST_REPAIR') {
      output.note(`Choose with --choose and one of: ${action.options.map(({ id }) => id).join(' ')}`);
    }
  }
  await writeTrip(invocation, { ...(output.json && { action }), itinerary, state }, options);
}

export async function exportTo(
  invocation: Invocation,
  file: string,
  options: ServiceOptions & WrittenFile & { readonly to: TripExportFormat; readonly start?: string },
): Promise<undefined> {
  const { to, start, osrm } = options;
  const { itinerary, state, context } = await readTrip(invocation, file, { ...(osrm && { osrm }) });
  const { perDay } = readState(state).requirements.constraints ?? {};
  const text = exportTrip(itinerary, to, { startDate: start, roads: context.roads, perDay });
  await writeOutput(invocation, text, options, { value: { format: to }, line: 'Exported the trip to' });
}

export async function importFrom(
  invocation: Invocation,
  file: string,
  { format, ...destination }: WrittenFile & { readonly format?: TripImportFormat },
): Promise<undefined> {
  const text = await fileText(file, invocation);
  const known = format ?? importFormatOf(file, text);
  if (known === undefined) {
    throw new TripError('trip-import-unreadable', {
      summary: `${file} looks like neither GPX, KML nor GeoJSON.`,
      fix: 'Name its format with --format.',
    });
  }
  await writeTrip(invocation, { itinerary: importTrip(text, known, embeddedPlaces) }, destination);
}

/** Reads a trip from a file, with what the services know about it. */
async function readTrip(invocation: Invocation, file: string, services: ServiceOptions) {
  const { output, clock } = invocation;
  const trip = readTripFile(await fileText(file, invocation), file);
  const now = new Date(clock.now()).toISOString();
  const known = await knowledgeOf(configOf(services), trip.itinerary, (what) => output.note(what));
  return { ...trip, context: { ...known, now: () => now } };
}

/** Writes a trip as a file for the other commands: to stdout, or to the file given with -o. */
async function writeTrip(invocation: Invocation, trip: object, destination: WrittenFile): Promise<void> {
  const { json } = invocation.output;
  const text = `${JSON.stringify(trip, undefined, json ? undefined : 2)}\n`;
  await writeOutput(invocation, text, destination, { note: 'Wrote' });
}
