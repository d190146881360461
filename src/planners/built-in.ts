import type { PlannerModule } from '../harness/module/planner-module.ts';
import type { OfflineSkill } from '../model/offline/skill.ts';
import { commitsModule } from './commits/module.ts';
import { evaluatorsFromEnv } from './commits/settings.ts';
import { drafterModule } from './drafter/module.ts';
import { planModule } from './plan/module.ts';
import { scenarioModule } from './scenario/module.ts';
import { tasksModule } from './tasks/module.ts';
import { tripModule } from './trip/module.ts';

export type { ScenarioLoader } from './scenario/file/scenario-source.ts';

/** What the built-in planners need from their machine. */
export interface BuiltInOptions {
  readonly scenario?: Parameters<typeof scenarioModule>[0];
  readonly tasks?: Parameters<typeof tasksModule>[0];
  readonly commits?: Parameters<typeof commitsModule>[0];
  readonly trip?: Parameters<typeof tripModule>[0];
}

/** Options from the environment that affect their commands. */
export function optionsFromEnv(
  env: Readonly<Record<string, string | undefined>>,
): Pick<BuiltInOptions, 'commits'> {
  const evaluators = evaluatorsFromEnv(env);
  return evaluators.length === 0 ? {} : { commits: { evaluators } };
}

/** All planners of Wayfold. */
export function builtInModules({
  scenario,
  tasks,
  commits,
  trip,
}: BuiltInOptions = {}): readonly PlannerModule[] {
  return [
    drafterModule,
    scenarioModule(scenario),
    tasksModule(tasks),
    commitsModule(commits),
    tripModule(trip),
    planModule,
  ];
}

/** The offline model's skills for these planners. */
export function offlineSkillsOf(modules: readonly PlannerModule[]): readonly OfflineSkill[] {
  return modules.flatMap(({ offlineSkills }) => offlineSkills);
}
