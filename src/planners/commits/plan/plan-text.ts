import { STATUS_WORDS } from '../../../harness/module/status-words.ts';
import { onOneLine } from '../../../machine/bounded-text.ts';
import type { CommitsEventOf } from '../facts.ts';
import type { PlanRequestStatus } from '../planning-fold.ts';
import type { PlanWire, StepWire } from './schema.ts';

type Proposal = CommitsEventOf<'plan_proposed'>;

/** The status of a plan as text. */
export const PLAN_STATUS_WORDS: Readonly<Record<PlanRequestStatus, string>> = {
  requested: 'Being planned',
  proposed: STATUS_WORDS.waiting,
  failed: STATUS_WORDS.failed,
  accepted: 'Accepted',
  rejected: STATUS_WORDS.rejected,
  succeeded: 'Succeeded',
  unsuccessful: 'Did not work out',
};

/** A plan as a message: summary, rationale, steps, checks and risks. */
export function planText({ plan_summary, rationale, steps, validation, risks }: PlanWire): string {
  return [
    plan_summary,
    '',
    rationale,
    '',
    ...steps.map(({ title, intent }, at) => `${at + 1}. ${title}: ${intent}`),
    ...section('Done when:', validation),
    ...section('Risks:', risks),
  ].join('\n');
}

/** The whole plan in Markdown, for the person who decides on it. */
export function wholePlanText(proposal: Proposal): string {
  const { plan } = proposal;
  return [
    ...planWarnings(proposal).map((note) => `> ${note}`),
    plan.rationale,
    ...plan.steps.map((step, at) => `**${at + 1}. ${onOneLine(step.title)}**\n\n${stepDetails(step)}`),
    planDetails(plan),
  ].join('\n\n');
}

const ORIGIN_NOTES: Readonly<Record<Proposal['origin'], string | undefined>> = {
  strict: undefined,
  salvaged: 'Parts of the answer did not match the schema. These are its valid parts.',
  synthesised: 'The answer was not a plan. This one is made from the goal and the text of the answer.',
  raw: 'The answer was used without a check.',
};

/** What a person should know before they trust a plan. */
export function planWarnings({
  origin,
  repeats,
  demo,
}: Pick<Proposal, 'origin' | 'repeats' | 'demo'>): readonly string[] {
  const note = ORIGIN_NOTES[origin];
  return [
    ...(demo ? ['The demo model made it, without any thought.'] : []),
    ...(note === undefined ? [] : [note]),
    ...(repeats
      ? [
          `It repeats plan ${repeats.requestId} for the same commit (${Math.round(repeats.similarity * 100)} % alike).`,
        ]
      : []),
  ];
}

/** A step in Markdown, without its title. */
export function stepDetails(step: StepWire): string {
  return [
    step.intent,
    ...section('Do:', step.actions),
    ...section(
      'Files:',
      step.files?.map((file) => `\`${file}\``),
    ),
    ...section('Done when:', step.validation),
    ...section('Risks:', step.risks),
    ...section('See:', step.references),
  ].join('\n');
}

/** The parts that apply to the whole plan, in Markdown: metrics, constraints, risks and checks. */
export function planDetails(plan: PlanWire): string {
  return [
    ...section('**Metrics to move**', plan.focus_metrics),
    ...section('**Guardrails**', plan.guardrails),
    ...section('**Risks**', plan.risks),
    ...section('**Done when**', plan.validation),
    ...section('**Notes**', plan.handoff_notes),
    ...(plan.fallback_plan ? ['', '**If it does not work out**', '', plan.fallback_plan] : []),
  ]
    .join('\n')
    .trim();
}

function section(title: string, items: readonly string[] = []): readonly string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${onOneLine(item)}`)];
}
