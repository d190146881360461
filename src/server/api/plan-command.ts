import { openPlan } from '../../plan-tools/open-plan.ts';
import { planIdOf, planOfJournal } from '../../plan-tools/plan-id.ts';
import type { CommandOf } from './command.ts';
import type { CommandDone, CommandSetting } from './run-command.ts';

type PlanCommand = CommandOf<'plan-set' | 'plan-add' | 'plan-update' | 'plan-mark' | 'plan-clear'>;

/** Changes a session plan by hand, through the same tools as an agent. A refusal is theirs, and on record as theirs are. */
export async function changePlan(setting: CommandSetting, command: PlanCommand): Promise<CommandDone> {
  const { store, view, by } = setting;
  const { journal } = view.session;
  const from = view.head + 1;
  const { section } = openPlan(store, planIdOf(planOfJournal(journal.id)));
  const { tool, input } = callOf(command);
  const { version } = await section.tool(tool).call(input, { by });
  const facts = await journal.facts({ from, to: version });
  return { facts: facts.filter(({ type }) => type === 'ToolInvoked').slice(-1), head: version };
}

function callOf(command: PlanCommand): { readonly tool: string; readonly input: object } {
  switch (command.type) {
    case 'plan-set': {
      const { objective, steps = [] } = command;
      return { tool: 'planning_setup_plan', input: { objective, initial_steps: steps } };
    }
    case 'plan-add':
      return { tool: 'planning_add_step', input: { steps: command.steps } };
    case 'plan-update': {
      const { type: _, stepId, details, ...change } = command;
      // To the tool, what is blank takes them away.
      const changed = details === undefined ? change : { ...change, details: details ?? '' };
      return { tool: 'planning_update_step', input: { step_id: stepId, ...changed } };
    }
    case 'plan-mark': {
      const { type: _, stepId, ...mark } = command;
      return { tool: 'planning_mark_step', input: { step_id: stepId, ...mark } };
    }
    case 'plan-clear':
      return { tool: 'planning_clear_plan', input: {} };
    default:
      return command satisfies never;
  }
}
