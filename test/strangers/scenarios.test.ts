import { expect, it } from 'vitest';
import { z } from 'zod';
import { ScenarioError, type ScenarioProblem } from '../../src/planners/scenario/error.ts';
import { parseScenario, validateScenario } from '../../src/planners/scenario/file/validate-scenario.ts';
import { linesOf } from './lines.ts';

const Outcome = z.object({
  accepted: z.boolean(),
  field: z.string().optional(),
  mustWarn: z.array(z.string()),
});
const Case = Outcome.extend({
  id: z.string(),
  text: z.string(),
  note: z.string(),
  alsoFine: z.array(Outcome).default([]),
});

/** What the program makes of a file: whether it is accepted, and the places that it names. */
function outcomeOf(text: string): { readonly accepted: boolean; readonly places: readonly string[] } {
  const placesOf = (problems: readonly ScenarioProblem[]) => problems.map(({ path }) => path);
  try {
    parseScenario(text);
    const checked = validateScenario(JSON.parse(text.replace(/^\uFEFF/, '')));
    return { accepted: true, places: checked.ok ? placesOf(checked.warnings) : [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { accepted: false, places: placesOf(error.problems ?? []) };
  }
}

it.each(linesOf('scenarios', Case))(
  'a scenario file is accepted or refused with its field: $id, $note',
  ({ text, alsoFine, ...wanted }) => {
    const { accepted, places } = outcomeOf(text);
    const isFine = ({ accepted: wants, field, mustWarn }: z.infer<typeof Outcome>) =>
      wants === accepted &&
      [...mustWarn, ...(wants || field === undefined ? [] : [field])].every((place) =>
        places.some((named) => named.startsWith(place)),
      );
    expect({ accepted, places, isFine: [wanted, ...alsoFine].some(isFine) }).toMatchObject({ isFine: true });
  },
);
