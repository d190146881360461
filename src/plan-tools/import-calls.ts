import { PlanImportError, ToolValidationError } from './error.ts';
import { textIn } from './plain-text.ts';
import { stepIdOf } from './plan.ts';
import type { PlacedText, PlanDraft, StepDraft } from './plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, requiredText } from './text-rules.ts';
import type { PlannedCall } from './tool.ts';
import { DEFAULT_RULES, type ToolRules } from './tool-rules.ts';
import { clearPlanTool } from './tools/clear-plan.ts';
import { markStepTool } from './tools/mark-step.ts';
import { setupPlanTool } from './tools/setup-plan.ts';

/** The tool calls that make the plan of a file, every text of it within the rules. */
export function importCalls(
  draft: PlanDraft,
  objective: string | undefined,
  rules: ToolRules = DEFAULT_RULES,
): readonly [PlannedCall, ...PlannedCall[]] {
  const setup = {
    tool: setupPlanTool({ ...rules, replaces: 'always' }),
    input: {
      objective: lineFrom(draft.objective ?? given(objective), {
        name: 'Objective',
        most: MAX_OBJECTIVE,
        text: rules.text,
      }),
      initial_steps: draft.steps.map(({ title, details }) => ({
        title: lineFrom(title, { name: 'Title', most: MAX_TITLE, text: rules.text }),
        ...(details &&
          !isBlank(details) && {
            details: linesFrom(details, { name: 'Details', most: MAX_DETAILS, text: rules.text }),
          }),
      })),
    },
  };
  if (draft.abandoned) return [setup, { tool: clearPlanTool, input: {} }];
  return [setup, ...draft.steps.flatMap((step, i) => marksFor(step, stepIdOf(i + 1), rules))];
}

function marksFor({ status, notes }: StepDraft, step_id: string, rules: ToolRules): PlannedCall[] {
  const tool = markStepTool(rules);
  const mark = { step_id, status };
  const texts = notes
    .filter((note) => !isBlank(note))
    .map((note) => linesFrom(note, { name: 'Note', most: MAX_NOTE, text: rules.text }));
  if (texts.length > 0) return texts.map((note) => ({ tool, input: { ...mark, note } }));
  return status === 'pending' ? [] : [{ tool, input: mark }];
}

function isBlank({ text }: PlacedText): boolean {
  return text.trim() === '';
}

/** What a text of a file is held to. */
interface TextOfFile extends Pick<ToolRules, 'text'> {
  readonly name: string;
  readonly most: number;
}

function lineFrom({ text, place }: PlacedText, rule: TextOfFile): string {
  return held(textIn(text, rule.text).replaceAll('\t', ' '), { ...rule, place, multiline: false });
}

function linesFrom({ text, place }: PlacedText, rule: TextOfFile): string {
  return held(textIn(text, rule.text).replace(/\r\n?/g, '\n'), { ...rule, place, multiline: true });
}

function held(
  text: string,
  { place, ...rule }: TextOfFile & { readonly place: string; readonly multiline: boolean },
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
