import type { CommitEvidence, CommitsEventOf } from '../../../../planners/commits/facts.ts';
import type { Span } from '../../terminal/output.ts';
import { pluralize } from '../../terminal/pluralize.ts';

type Line = string | readonly Span[];

/** A proposed plan for people: what it is, what it rests on, what to do. */
export function planLines({
  plan,
  origin,
  evidence,
  repeats,
}: Pick<CommitsEventOf<'plan_proposed'>, 'plan' | 'origin' | 'evidence' | 'repeats'>): readonly Line[] {
  return [
    [{ text: plan.plan_summary, style: 'bold' }],
    ...notes(origin, repeats),
    '',
    plan.rationale,
    '',
    heading('Rests on'),
    ...evidence.map(evidenceLine),
    ...plan.steps.flatMap((step, i) => [
      '',
      [
        { text: `${i + 1}. ${step.title}`, style: 'bold' as const },
        { text: after(step.dependencies, plan.steps), style: 'dim' as const },
      ],
      `   ${step.intent}`,
      ...step.actions.map((action) => `   - ${action}`),
      ...labelled('   files', step.files),
      ...labelled('   check', step.validation),
      ...labelled('   risks', step.risks),
    ]),
    ...section('Metrics to move', plan.focus_metrics),
    ...section('Guardrails', plan.guardrails),
    ...section('Risks', plan.risks),
    ...section('Done when', plan.validation),
    ...section('Notes', plan.handoff_notes),
    ...(plan.fallback_plan ? ['', heading('Otherwise'), plan.fallback_plan] : []),
  ];
}

const ORIGINS: Readonly<Record<CommitsEventOf<'plan_proposed'>['origin'], string | undefined>> = {
  strict: undefined,
  salvaged: 'Parts of the answer were broken; this is what was valid in it.',
  synthesised: 'The answer was no plan; this holds it as it came.',
  raw: 'The answer was not checked; this holds it as it came.',
};

function notes(
  origin: CommitsEventOf<'plan_proposed'>['origin'],
  repeats: CommitsEventOf<'plan_proposed'>['repeats'],
): readonly Line[] {
  const made = ORIGINS[origin];
  return [
    ...(made === undefined ? [] : [warning(made)]),
    ...(repeats ? [warning(`It repeats the plan ${repeats.requestId} for the same commit.`)] : []),
  ];
}

function warning(text: string): Line {
  return [{ text, style: 'yellow' }];
}

function heading(text: string): Line {
  return [{ text, style: 'bold' }];
}

function evidenceLine({ commitHash, subject, metrics, uniqueSteps }: CommitEvidence): Line {
  const figures = metrics
    .slice(0, 5)
    .map(({ name, value, unit }) => `${name} ${value}${unit ? ` ${unit}` : ''}`);
  const way =
    uniqueSteps === undefined ? [] : [`${pluralize(uniqueSteps, 'step')} from where it left the base`];
  const told = [...way, ...figures].join(', ');
  return [
    { text: `${commitHash.slice(0, 12)} `, style: 'dim' },
    { text: `${subject}${told === '' ? '' : ` (${told})`}` },
  ];
}

/** Steps are known by their numbers here, not by their ids. */
function after(
  dependencies: readonly string[] | undefined,
  steps: readonly { readonly id: string }[],
): string {
  const numbers = (dependencies ?? []).map((id) => steps.findIndex((step) => step.id === id) + 1);
  return numbers.length === 0 ? '' : ` (after ${numbers.join(', ')})`;
}

function labelled(label: string, items: readonly string[] = []): readonly Line[] {
  return items.length === 0 ? [] : [`${label}: ${items.join('; ')}`];
}

function section(title: string, items: readonly string[] = []): readonly Line[] {
  return items.length === 0 ? [] : ['', heading(title), ...items.map((item) => `- ${item}`)];
}
