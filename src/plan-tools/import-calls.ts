import { PlanImportError, ToolValidationError } from './error.ts';
import { evidenceFrom } from './evidence.ts';
import { textIn } from './plain-text.ts';
import { stepIdOf } from './plan.ts';
import type { PlacedEvidence, PlacedText, PlanDraft, StepDraft } from './plan-draft.ts';
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

function marksFor(
  { status, notes, evidence = [] }: StepDraft,
  step_id: string,
  rules: ToolRules,
): PlannedCall[] {
  const tool = markStepTool(rules);
  const mark = { step_id, status };
  const texts = notes
    .filter((note) => !isBlank(note))
    .map((note) => linesFrom(note, { name: 'Note', most: MAX_NOTE, text: rules.text }));
  const calls = [
    ...texts.map((note) => ({ tool, input: { ...mark, note } })),
    ...evidence.map((each) => ({ tool, input: { ...mark, evidence: evidenceIn(each, rules) } })),
  ];
  if (calls.length > 0) return calls;
  return status === 'pending' ? [] : [{ tool, input: mark }];
}

function evidenceIn({ evidence, place }: PlacedEvidence, rules: ToolRules): object {
  const inAscii = (text: string | undefined) => text && textIn(text, rules.text);
  const { command, link, ...code } = evidence;
  const given = {
    ...code,
    ...(command !== undefined && { command: inAscii(command) }),
    ...(link !== undefined && { link: inAscii(link) }),
  };
  return atPlace(place, () => {
    evidenceFrom(given, place, rules);
    return given;
  });
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
  return atPlace(place, () => requiredText(text, { ...rule, field: place }));
}

/** What the tools refuse is refused with its place in the file. */
function atPlace<Result>(place: string, take: () => Result): Result {
  try {
    return take();
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
