import type { PlannedCall } from '../calls/tool.ts';
import { DEFAULT_RULES, type ToolRules } from '../calls/tool-rules.ts';
import { PlanImportError, ToolValidationError } from '../error.ts';
import { waitingCycle } from '../graph/link-cycle.ts';
import { carrierOf, type StepLink, withLink } from '../graph/step-relations.ts';
import { evidenceFrom } from '../plan/evidence.ts';
import { textIn } from '../plan/plain-text.ts';
import { type Plan, type PlanStep, stepIdOf } from '../plan/plan.ts';
import type { LocatedEvidence, LocatedLink, LocatedText, PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { highestOf, suffixOf } from '../plan/plan-number.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, requiredText } from '../plan/text-rules.ts';
import { clearPlanTool } from '../tools/clear-plan.ts';
import { linkStepsTool } from '../tools/link-steps.ts';
import { markStepTool } from '../tools/mark-step.ts';
import { setupPlanTool } from '../tools/setup-plan.ts';

/** The tool calls that create the plan of a file, with every text within the rules. */
export function importCalls(
  draft: PlanDraft,
  objective: string | undefined,
  rules: ToolRules = DEFAULT_RULES,
  before?: Plan,
): readonly [PlannedCall, ...PlannedCall[]] {
  const setup = {
    tool: setupPlanTool({ ...rules, replaces: 'always' }),
    input: {
      objective: lineFrom(draft.objective ?? given(objective, draft.usualObjective), {
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
  const suffix = suffixOf(before);
  const first = before && suffix !== undefined ? highestOf(before) + 1 : 1;
  const idOf: StepIds = (place) => stepIdOf(first + place, suffix);
  const marks = draft.steps.flatMap((step, i) => marksFor(step, idOf(i), rules));
  return [setup, ...linkCalls(draft.steps, idOf), ...marks];
}

/** The id that the step at this position of the file gets. */
type StepIds = (place: number) => string;

/** Links per call, so that none is too large for a fact. */
const MAX_LINKS = 500;

/** The links between the steps of a file, by their new ids. */
function linkCalls(steps: readonly StepDraft[], idOf: StepIds): PlannedCall[] {
  const ids = new Map(steps.map(({ key }, i) => [key, idOf(i)]));
  const links = steps.flatMap((step) => step.links ?? []);
  const resolved = links.map(({ from, type, to, place }) => {
    const missing = [from, to].find((key) => !ids.has(key));
    if (missing !== undefined) throw unknownStep(missing, place);
    return { from: ids.get(from) ?? '', type, to: ids.get(to) ?? '' };
  });
  checkCycle(steps, resolved, links, idOf);
  const distinct = [...new Map(resolved.map((link) => [JSON.stringify(link), link])).values()];
  const calls: PlannedCall[] = [];
  for (let at = 0; at < distinct.length; at += MAX_LINKS) {
    calls.push({ tool: linkStepsTool, input: { links: distinct.slice(at, at + MAX_LINKS) } });
  }
  return calls;
}

/** Checked here, where the position in the file is known. */
function checkCycle(
  steps: readonly StepDraft[],
  resolved: readonly StepLink[],
  links: readonly LocatedLink[],
  idOf: StepIds,
): void {
  const linked = new Map(
    steps.map(({ title, status }, i) => {
      const stepId = idOf(i);
      const step: PlanStep = { stepId, title: title.text, details: null, status, notes: [] };
      return [stepId, step];
    }),
  );
  for (const link of resolved) {
    const carrier = linked.get(carrierOf(link));
    if (carrier) linked.set(carrier.stepId, withLink(carrier, link, true));
  }
  const cycle = waitingCycle({ steps: [...linked.values()] });
  if (cycle === undefined) return;
  const names = new Map(steps.map(({ key }, i) => [idOf(i), key]));
  const [first, second] = cycle;
  const last = resolved.findLastIndex(({ from, to }) => from === first || from === second || to === first);
  const place = links[last]?.place ?? 'the file';
  const way = cycle.map((id) => names.get(id) ?? id).join(' -> ');
  throw new PlanImportError({
    place,
    message: `These steps would wait for each other: ${way} (${place}). Take one of the links between them out of the file, and import it again.`,
    expected: 'steps that do not wait for each other',
    actual: way,
    fix: 'Take one of the links between them out of the file, and import it again.',
  });
}

function unknownStep(key: string, place: string): PlanImportError {
  return new PlanImportError({
    place,
    summary: `The file has no step ${key} (${place}).`,
    fix: 'Correct the link or remove it from the file, and import it again.',
  });
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

function evidenceIn({ evidence, place }: LocatedEvidence, rules: ToolRules): object {
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

function isBlank({ text }: LocatedText): boolean {
  return text.trim() === '';
}

/** The rules for a text of a file. */
interface TextOfFile extends Pick<ToolRules, 'text'> {
  readonly name: string;
  readonly most: number;
}

function lineFrom({ text, place }: LocatedText, rule: TextOfFile): string {
  return held(textIn(text, rule.text).replaceAll('\t', ' '), { ...rule, place, multiline: false });
}

function linesFrom({ text, place }: LocatedText, rule: TextOfFile): string {
  return held(textIn(text, rule.text).replace(/\r\n?/g, '\n'), { ...rule, place, multiline: true });
}

function held(
  text: string,
  { place, ...rule }: TextOfFile & { readonly place: string; readonly multiline: boolean },
): string {
  return atPlace(place, () => requiredText(text, { ...rule, field: place }));
}

/** Adds the position in the file to a tool's refusal. */
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

function given(objective: string | undefined, usual: LocatedText | undefined): LocatedText {
  if (objective !== undefined) return { text: objective, place: 'the objective given' };
  if (usual !== undefined) return usual;
  throw new PlanImportError({
    place: 'line 1',
    summary: 'The file has no heading for the objective of the plan.',
    fix: 'Put a line like "# Ship the release" at its top, or give the objective separately.',
  });
}
