import { readState } from '../../../../planners/trip/planner-state.ts';
import { readTripFile } from '../../../../planners/trip/trip-file.ts';
import { knowledgeOf } from '../../../../planners/trip/trip-knowledge.ts';
import { plannerTurn } from '../../../../planners/trip/turn.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { configOf } from './service-config.ts';
import type { ServiceOptions } from './services.ts';
import { actionLines } from './trip-lines.ts';
import { writeTrip } from './write-trip.ts';

export interface RepairCommandOptions extends ServiceOptions {
  readonly file: string;
  readonly choose?: string;
  readonly output?: string;
  readonly force?: boolean;
}

const MOST_FIXES = 10_000;

export async function repair(invocation: Invocation, options: RepairCommandOptions): Promise<undefined> {
  const { file, choose } = options;
  const { output, clock } = invocation;
  const read = readTripFile(await fileText(file, invocation), file);
  const now = new Date(clock.now()).toISOString();
  const known = await knowledgeOf(configOf(options), read.itinerary, (what) => output.note(what));
  const context = { ...known, now: () => now };
  let turn = plannerTurn(choose === undefined ? {} : { choose }, read.state, read.itinerary, context);
  const since = turn.state.issueHistory.slice(readState(read.state).issueHistory.length);
  const isStale = choose !== undefined && !since.some(({ optionId }) => optionId === choose);
  if (isStale) output.note(`There is no option ${choose} any more. Nothing was changed.`);
  for (const { why } of turn.made) output.note(why);
  for (let fixes = 0; turn.action.type === 'AUTO_FIX' && fixes < MOST_FIXES; fixes++) {
    turn = plannerTurn({}, turn.state, turn.itinerary, context);
    for (const { why } of turn.made) output.note(why);
  }
  const { action, itinerary, state } = turn;
  if (action.type === 'SUGGEST_REPAIR' || action.type === 'ASK_USER') {
    for (const line of actionLines(action)) output.note(String(line));
    if (action.type === 'SUGGEST_REPAIR') {
      output.note(`Choose with --choose and one of: ${action.options.map(({ id }) => id).join(' ')}`);
    }
  }
  await writeTrip(invocation, { ...(output.json && { action }), itinerary, state }, options);
  return undefined;
}
