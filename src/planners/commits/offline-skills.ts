import { OFFLINE_LABEL, quoted } from '../../model/offline/reply.ts';
import type { OfflineSkill } from '../../model/offline/skill.ts';
import { PLANNING_ROLE } from './agent/prompt.ts';
import { PLANNING_OUTPUT_SCHEMA, type PlanWire, type StepWire } from './plan/schema.ts';

const MAX_FILES = 5;
const MAX_TITLE_LENGTH = PLANNING_OUTPUT_SCHEMA.properties.steps.items.properties.title.maxLength;

/** Lets the offline model plan from commits: a plan made only from the request, which says so. */
export const offlineSkills: readonly OfflineSkill[] = [
  {
    name: 'commit-plan',
    answers({ messages }) {
      const prompt = messages[0]?.text ?? '';
      return prompt.startsWith(PLANNING_ROLE) ? JSON.stringify(planFor(prompt)) : undefined;
    },
  },
];

function planFor(prompt: string): PlanWire {
  const sections = sectionsOf(prompt);
  const goal = quoted(sections.get('Goal') ?? 'the goal');
  const base = sections.get('Base commit') ?? '';
  const subject = quoted(/^Subject: (.+)$/m.exec(base)?.[1] ?? 'the base commit');
  const files = listed(base, 'Key files').slice(0, MAX_FILES);
  const criteria = bulletsIn(sections.get('Acceptance criteria'));
  const constraints = bulletsIn(sections.get('Constraints'));
  const inspirations = [...sections]
    .filter(([title]) => title.startsWith('Inspiration #'))
    .map(([, text]) => quoted(/^Subject: (.+)$/m.exec(text)?.[1] ?? 'another commit'));
  const checks = criteria.length > 0 ? criteria : ['The goal is reached, and nothing else has changed.'];
  return {
    plan_summary: `${OFFLINE_LABEL} Reach this in three steps: ${goal}`,
    rationale: `The base commit is "${subject}". This is a demonstration: the plan repeats the request in the form of a plan. Set WAYFOLD_MODEL, or choose a coding agent, for one that somebody thought about.`,
    focus_metrics: ['The acceptance criteria that hold'],
    guardrails: constraints.length > 0 ? constraints : ['What worked at the base commit still works.'],
    risks: ['A demonstration has not read the code.'],
    validation: checks,
    steps: steps({ goal, files, checks, inspirations }),
    handoff_notes: ['Made by the offline model.'],
    fallback_plan: null,
  };
}

function steps({
  goal,
  files,
  checks,
  inspirations,
}: {
  readonly goal: string;
  readonly files: readonly string[];
  readonly checks: readonly string[];
  readonly inspirations: readonly string[];
}): readonly StepWire[] {
  const references = inspirations.length > 0 ? { references: inspirations.slice(0, MAX_FILES) } : {};
  return [
    {
      id: 's1',
      title: 'Write a test that fails',
      intent: 'So that the goal is seen to be missed before anything changes.',
      actions: ['Read what the base commit changed.', 'Write down what should hold as a test.'],
      files,
      validation: ['The test fails for the right reason.'],
    },
    {
      id: 's2',
      title: goal.slice(0, MAX_TITLE_LENGTH),
      intent: 'This is what was asked for.',
      actions: ['Make the smallest change that reaches the goal.'],
      files,
      dependencies: ['s1'],
      validation: checks.slice(0, MAX_FILES).map((check) => check.slice(0, 200)),
      ...references,
    },
    {
      id: 's3',
      title: 'Check the whole',
      intent: 'So that nothing else has broken.',
      actions: ['Run every test.', 'Read the change once as a stranger would.'],
      dependencies: ['s2'],
      validation: ['All tests pass.'],
    },
  ];
}

/** The sections of a prompt, by title. */
function sectionsOf(prompt: string): ReadonlyMap<string, string> {
  const parts = prompt.split(/^## (.+)$/m).slice(1);
  return new Map(
    parts.flatMap((title, at) =>
      at % 2 === 0 ? [[title.trim(), (parts[at + 1] ?? '').trim()] as const] : [],
    ),
  );
}

function listed(text: string, label: string): readonly string[] {
  const [, items = ''] = new RegExp(`^${label}:\n((?:- .+\n?)*)`, 'm').exec(text) ?? [];
  return bulletsIn(items);
}

function bulletsIn(text = ''): readonly string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('- ') ? [quoted(line.slice(2))] : []));
}
