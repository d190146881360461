import { PlanImportError, ToolValidationError } from './error.ts';
import { plainText } from './plain-text.ts';
import { stepIdOf } from './plan.ts';
import type { PlacedText, PlanDraft, StepDraft } from './plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, requiredText } from './text-rules.ts';
import type { PlannedCall } from './tool.ts';
import { clearPlanTool } from './tools/clear-plan.ts';
import { markStepTool } from './tools/mark-step.ts';
import { setupPlanTool } from './tools/setup-plan.ts';

/** The tool calls that make the plan of a file, every text of it within the rules. */
export function importCalls(
  draft: PlanDraft,
  objective: string | undefined,
): readonly [PlannedCall, ...PlannedCall[]] {
  const setup = {
    tool: setupPlanTool,
    input: {
      objective: lineFrom(draft.objective ?? given(objective), 'Objective', MAX_OBJECTIVE),
      initial_steps: draft.steps.map(({ title, details }) => ({
        title: lineFrom(title, 'Title', MAX_TITLE),
        ...(details && !isBlank(details) && { details: linesFrom(details, 'Details', MAX_DETAILS) }),
      })),
    },
  };
  if (draft.abandoned) return [setup, { tool: clearPlanTool, input: {} }];
  return [setup, ...draft.steps.flatMap(marksFor)];
}

function marksFor({ status, notes }: StepDraft, i: number): PlannedCall[] {
  const mark = { step_id: stepIdOf(i + 1), status };
  const texts = notes.filter((note) => !isBlank(note)).map((note) => linesFrom(note, 'Note', MAX_NOTE));
  if (texts.length > 0) return texts.map((note) => ({ tool: markStepTool, input: { ...mark, note } }));
  return status === 'pending' ? [] : [{ tool: markStepTool, input: mark }];
}

function isBlank({ text }: PlacedText): boolean {
  return text.trim() === '';
}

function lineFrom({ text, place }: PlacedText, name: string, most: number): string {
  return held(plainText(text).replaceAll('\t', ' '), { name, place, most, multiline: false });
}

function linesFrom({ text, place }: PlacedText, name: string, most: number): string {
  return held(plainText(text).replace(/\r\n?/g, '\n'), { name, place, most, multiline: true });
}

function held(
  text: string,
  { place, ...rule }: { name: string; place: string; most: number; multiline: boolean },
): string {
  try {
    return requiredText(text, { ...rule, field: place });
  } catch (error) {
    if (!(error instanceof ToolValidationError)) throw error;
    throw new PlanImportError({
      place,
      message: `${error.message.slice(0, -1)} (${place}).`,
      expected: error.expected,
      actual: error.actual,
      fix: 'Shorten or reword it in the file, and import it again.',
      cause: error,
    });
  }
}

function given(objective: string | undefined): PlacedText {
  if (objective !== undefined) return { text: objective, place: 'the objective given' };
  throw new PlanImportError({
    place: 'line 1',
    expected: 'a heading, for the objective of the plan',
    actual: 'a file without one',
    fix: 'Put a line like "# Ship the release" at its top, or give the objective beside the file.',
  });
}
