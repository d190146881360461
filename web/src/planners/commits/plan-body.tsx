import { FileCode2 } from 'lucide-react';
import type { PlanLine } from './plan-standing.tsx';

type Proposal = NonNullable<PlanLine['proposal']>;
type Step = Proposal['plan']['steps'][number];

const ORIGINS: Readonly<Record<Proposal['origin'], string | undefined>> = {
  strict: undefined,
  salvaged: 'Parts of the answer did not fit the schema. What fits was kept.',
  synthesised: 'The answer was no plan. This one was made of the goal and the answer’s words.',
  raw: 'The answer was taken as it came, without a check.',
};

/** A plan: what it is about, its steps, and what to mind. */
export function PlanBody({ proposal }: { readonly proposal: Proposal }) {
  const { plan, origin, repeats } = proposal;
  return (
    <div className="flex flex-col gap-4">
      {ORIGINS[origin] && (
        <p className="rounded-md bg-warn-ground px-3 py-2 text-small text-warn">{ORIGINS[origin]}</p>
      )}
      {repeats && (
        <p className="rounded-md bg-warn-ground px-3 py-2 text-small text-warn">
          It repeats an earlier plan for the same commit ({Math.round(repeats.similarity * 100)} % alike).
        </p>
      )}
      <p className="text-small break-words whitespace-pre-wrap">{plan.rationale}</p>
      <ol aria-label="Steps" className="flex flex-col gap-2">
        {plan.steps.map((step, at) => (
          <StepCard key={step.id} step={step} number={at + 1} all={plan.steps} />
        ))}
      </ol>
      <div className="grid grid-cols-1 gap-3 @lg:grid-cols-2">
        <Points title="Done when" items={plan.validation} />
        <Points title="Measured by" items={plan.focus_metrics} />
        <Points title="Guardrails" items={plan.guardrails} />
        <Points title="Risks" items={plan.risks} />
        <Points title="Notes for whoever does it" items={plan.handoff_notes ?? []} />
      </div>
      {plan.fallback_plan && (
        <section>
          <h2 className="text-meta font-medium text-soft">If it does not work out</h2>
          <p className="mt-1 text-small break-words whitespace-pre-wrap">{plan.fallback_plan}</p>
        </section>
      )}
    </div>
  );
}

function StepCard({
  step,
  number,
  all,
}: {
  readonly step: Step;
  readonly number: number;
  readonly all: readonly Step[];
}) {
  const needs = (step.dependencies ?? []).map((id) => all.findIndex((each) => each.id === id) + 1);
  return (
    <li className="rounded-md border bg-raised">
      <details open={number === 1}>
        <summary className="flex items-baseline gap-2 px-3 py-2 text-small">
          <span className="text-meta text-soft tabular-nums">{number}</span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">{step.title}</span>
            <span className="block text-meta break-words text-soft">{step.intent}</span>
          </span>
          {needs.length > 0 && <span className="shrink-0 text-meta text-soft">after {needs.join(', ')}</span>}
        </summary>
        <div className="flex flex-col gap-3 border-t px-3 py-2">
          <Points title="Do" items={step.actions} />
          <Points title="Done when" items={step.validation} />
          <Points title="Risks" items={step.risks ?? []} />
          <Points title="See" items={step.references ?? []} />
          {(step.files ?? []).length > 0 && (
            <ul aria-label="Files" className="flex flex-wrap gap-1">
              {step.files?.map((file) => (
                <li
                  key={file}
                  className="flex max-w-full items-center gap-1 rounded-sm bg-hover px-1.5 py-0.5 font-mono text-meta"
                >
                  <FileCode2 size={12} aria-hidden className="shrink-0" />
                  <span className="truncate">{file}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  );
}

export function Points({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="text-meta font-medium text-soft">{title}</h2>
      <ul className="mt-1 list-disc pl-4 text-small marker:text-soft">
        {items.map((item) => (
          <li key={item} className="break-words">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
