import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';
import { CHECK_MARKS } from '../prompt/render-plan.ts';
import { readySteps, StepGraph } from './ready-steps.ts';
import { isClaimed, type LinkType, linksOf, type StepLink } from './step-relations.ts';

/** The formats for the graph of a plan. */
export const GRAPH_FORMATS = ['text', 'mermaid', 'dot', 'json'] as const;

/** One of {@link GRAPH_FORMATS}. */
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** The graph of a plan, as plain data. */
export interface PlanGraph {
  readonly steps: readonly {
    readonly step_id: string;
    readonly title: string;
    readonly status: StepStatus;
    /** Whether it can start now. */
    readonly ready: boolean;
  }[];
  readonly links: readonly StepLink[];
}

/** The steps of a plan at this time, ISO 8601, and the links between them. */
export function planGraph(plan: Plan, at: string): PlanGraph {
  const ready = new Set(readySteps(plan, at));
  return { steps: plan.steps.map((step) => nodeOf(step, ready.has(step))), links: linksIn(plan) };
}

/** The graph of a plan at this time, ISO 8601, in one of the formats. */
export function graphText(plan: Plan, format: GraphFormat, at: string): string {
  switch (format) {
    case 'mermaid':
      return mermaid(plan);
    case 'dot':
      return dot(plan);
    case 'json':
      return JSON.stringify(planGraph(plan, at), null, 2);
    default:
      return tree(plan, at);
  }
}

function nodeOf({ stepId, title, status }: PlanStep, ready: boolean): PlanGraph['steps'][number] {
  return { step_id: stepId, title, status, ready };
}

/** The links between steps that are both in the plan. */
function linksIn({ steps }: Plan): readonly StepLink[] {
  const known = new Set(steps.map(({ stepId }) => stepId));
  return steps.flatMap((step) => linksOf(step)).filter(({ from, to }) => known.has(from) && known.has(to));
}

/** Parts below their parent; dependencies after a step. */
function tree(plan: Plan, at: string): string {
  const graph = new StepGraph(plan);
  const ready = new Set(readySteps(plan, at));
  const known = new Set(plan.steps.map(({ stepId }) => stepId));
  const lines: string[] = [];
  const add = (step: PlanStep, lead: string, below: string) => {
    lines.push(`${lead}[${CHECK_MARKS[step.status]}] ${step.stepId} ${step.title}${remarks(step)}`);
    const parts = graph.partsOf(step.stepId);
    for (const [i, part] of parts.entries()) {
      const isLast = i === parts.length - 1;
      add(part, `${below}${isLast ? '└─ ' : '├─ '}`, `${below}${isLast ? '   ' : '│  '}`);
    }
  };
  const remarks = (step: PlanStep): string => {
    const listed = (ids: readonly string[] = []) => ids.filter((id) => known.has(id)).join(', ');
    const parts = [
      ...(ready.has(step) ? ['ready'] : []),
      ...(step.claim && isClaimed(step, at) ? [`claimed by ${step.claim.agent}`] : []),
      ...(listed(step.blockedBy) ? [`after ${listed(step.blockedBy)}`] : []),
      ...(listed(step.discoveredFrom) ? [`from ${listed(step.discoveredFrom)}`] : []),
      ...(listed(step.related) ? [`see ${listed(step.related)}`] : []),
    ];
    return parts.length === 0 ? '' : `  (${parts.join('; ')})`;
  };
  for (const root of graph.roots) add(root, '', '');
  return lines.join('\n');
}

const MERMAID_ARROWS: Readonly<Record<LinkType, string>> = {
  blocks: '-->',
  parent: '-- part --o',
  'discovered-from': '-. from .->',
  related: '---',
};

function mermaid(plan: Plan): string {
  const name = (stepId: string) => stepId.replace(/[^A-Za-z0-9]/g, '_');
  return [
    'graph LR',
    ...plan.steps.map(
      ({ stepId, title, status }) =>
        `  ${name(stepId)}["${stepId} ${title.replace(/["#<>&]/g, (sign) => `#${sign.codePointAt(0)};`)}"]:::${status}`,
    ),
    ...linksIn(plan).map(({ from, type, to }) => `  ${name(from)} ${MERMAID_ARROWS[type]} ${name(to)}`),
    '  classDef done opacity:0.5',
    '  classDef in_progress stroke-width:3px',
    '  classDef blocked stroke-dasharray:4',
  ].join('\n');
}

const DOT_STYLES: Readonly<Record<LinkType, string>> = {
  blocks: '',
  parent: ' [arrowhead=odiamond]',
  'discovered-from': ' [style=dashed]',
  related: ' [dir=none, style=dotted]',
};

function dot(plan: Plan): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  return [
    'digraph plan {',
    '  rankdir=LR;',
    '  node [shape=box];',
    ...plan.steps.map(
      ({ stepId, title, status }) =>
        `  ${quoted(stepId)} [label=${quoted(`${stepId} ${title}`)}${status === 'done' ? ', style=filled' : ''}];`,
    ),
    ...linksIn(plan).map(({ from, type, to }) => `  ${quoted(from)} -> ${quoted(to)}${DOT_STYLES[type]};`),
    '}',
  ].join('\n');
}
