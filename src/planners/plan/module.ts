import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { sessionFacts } from '../../kernel/session/facts.ts';
import { type ExportFormat, exportPlan } from '../../plan-tools/formats/plan-files.ts';
import { existingPlan } from '../../plan-tools/plan/changes.ts';
import type { Plan } from '../../plan-tools/plan/plan.ts';
import { changeText } from './plan-change.ts';
import { planCalls, planInputs, toolCommand } from './plan-commands.ts';
import { NO_PLAN, planStateAfter, restoredPlan, savedPlan } from './plan-fold.ts';
import { planBlocks, planData } from './plan-view.ts';

/** A plan that an agent keeps with the plan tools. Nothing is planned here: the tools and people change it. */
export const planModule = definePlanner({
  id: 'plan-tools',
  title: 'Session plan',
  description: 'A plan that an agent keeps with the plan tools, over MCP or in your program.',
  icon: 'list-todo',
  talks: 'nobody',
  config: z.strictObject({}),
  facts: {
    ToolInvoked: {
      schema: sessionFacts.ToolInvoked,
      kind: ({ success }) => (success ? 'plan' : 'failure'),
      text: ({ tool, error }, { before, after }) =>
        error ? `Refused: ${error.message}` : changeText(tool, { before: before.plan, after: after.plan }),
    },
    SessionRolledBack: {
      schema: sessionFacts.SessionRolledBack,
      kind: 'plan',
      text: (_event, { before, after }) => changeText(undefined, { before: before.plan, after: after.plan }),
    },
  },
  adopts: ['ToolInvoked', 'SessionRolledBack'],
  state: {
    version: 1,
    initial: NO_PLAN,
    apply: (state, fact) =>
      fact.type === 'ToolInvoked' || fact.type === 'SessionRolledBack'
        ? planStateAfter(state, fact, fact.seq)
        : state,
    save: savedPlan,
    restore: restoredPlan,
  },
  commands: {
    'plan-set': {
      title: 'New plan',
      description: 'Start a plan. An active one is replaced only on request.',
      input: planInputs['plan-set'],
      ...toolCommand(planCalls['plan-set']),
    },
    'plan-add': {
      title: 'Add steps',
      input: planInputs['plan-add'],
      ...toolCommand(planCalls['plan-add']),
    },
    'plan-update': {
      title: 'Change a step',
      input: planInputs['plan-update'],
      ...toolCommand(planCalls['plan-update']),
    },
    'plan-mark': {
      title: 'Mark a step',
      input: planInputs['plan-mark'],
      ...toolCommand(planCalls['plan-mark']),
    },
    'plan-insert': {
      title: 'Insert a step',
      description: 'Insert a step before another one.',
      input: planInputs['plan-insert'],
      ...toolCommand(planCalls['plan-insert']),
    },
    'plan-move': {
      title: 'Move a step',
      description: 'Move a step before or after another one; with neither, it comes last.',
      input: planInputs['plan-move'],
      ...toolCommand(planCalls['plan-move']),
    },
    'plan-remove': {
      title: 'Remove a step',
      input: planInputs['plan-remove'],
      confirm: true,
      ...toolCommand(planCalls['plan-remove']),
    },
    'plan-link': {
      title: 'Link steps',
      description:
        'Say that a step blocks another one, is its parent, was discovered from it or is related to it.',
      input: planInputs['plan-link'],
      ...toolCommand(planCalls['plan-link']),
    },
    'plan-claim': {
      title: 'Claim a step',
      description: 'Claim a step that is ready, so that nobody else works on it.',
      input: planInputs['plan-claim'],
      ...toolCommand(planCalls['plan-claim']),
    },
    'plan-clear': {
      title: 'Abandon the plan',
      description: 'Abandon the plan: removes its steps, and keeps its objective on record.',
      input: planInputs['plan-clear'],
      confirm: true,
      ...toolCommand(planCalls['plan-clear']),
    },
  },
  view: ({ state, call }) =>
    planBlocks(state.plan, {
      mark: (stepId, status) => call['plan-mark']({ stepId, status }),
      update: ({ stepId, title, details }) => call['plan-update']({ stepId, title, details }),
      move: (stepId) => call['plan-move']({ stepId }),
      remove: (stepId) => call['plan-remove']({ stepId }),
      clear: () => call['plan-clear']({}),
    }),
  data: ({ state }) => ({ type: 'plan', version: state.version, ...planData(state.plan) }),
  comparable: ({ state }) => planData(state.plan),
  status: ({ state: { plan } }) =>
    plan?.status === 'active' && plan.steps.some(({ status }) => status === 'in_progress')
      ? 'working'
      : STATUSES[plan?.status ?? 'active'],
  done: ({ state }) => state.plan !== undefined && state.plan.status !== 'active',
  begun: ({ state }) => state.plan !== undefined,
  titleOf: ({ state }) => state.plan?.objective,
  exports: {
    markdown: {
      title: 'Markdown checklist',
      mediaType: 'text/markdown',
      write: ({ state }) => written(state.plan, 'markdown'),
    },
    json: {
      title: 'JSON',
      mediaType: 'application/json',
      write: ({ state }) => written(state.plan, 'json'),
    },
  },
});

const STATUSES = { active: 'idle', completed: 'completed', abandoned: 'canceled' } as const;

function written(plan: Plan | undefined, format: ExportFormat): string {
  return exportPlan(existingPlan(plan), format);
}
