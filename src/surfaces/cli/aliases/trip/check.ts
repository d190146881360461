import { evaluatePlannerState } from '../../../../planners/trip/evaluate.ts';
import { readTripFile } from '../../../../planners/trip/trip-file.ts';
import { knowledgeOf } from '../../../../planners/trip/trip-knowledge.ts';
import { plannerTurn } from '../../../../planners/trip/turn.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { configOf } from './service-config.ts';
import type { ServiceOptions } from './services.ts';
import { actionLines, advisoryLine, issueLine } from './trip-lines.ts';

/** Exits with 2 when something is wrong, as `diff` does with 1 when something differs. */
export async function check(
  invocation: Invocation,
  file: string,
  services: ServiceOptions,
): Promise<ExitCode | undefined> {
  const { output, clock } = invocation;
  const { itinerary, state } = readTripFile(await fileText(file, invocation), file);
  const now = new Date(clock.now()).toISOString();
  const known = await knowledgeOf(configOf(services), itinerary, (what) => output.note(what));
  const context = { ...known, now: () => now };
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
