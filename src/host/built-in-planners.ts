import { conversationFacts } from '../harness/facts.ts';
import { conversationFamily } from '../harness/family.ts';
import type { ModuleServices } from '../harness/module/planner-module.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { OfflineSkill } from '../model/offline/skill.ts';
import { commitsSessionFacts } from '../planners/commits/facts.ts';
import { offlineSkills as planningSkills } from '../planners/commits/offline-skills.ts';
import { type PlanReactorOptions, planReactor } from '../planners/commits/plan-reactor.ts';
import { commitsFamily, commitsPlanner } from '../planners/commits/planner.ts';
import { offlineSkills as draftingSkills } from '../planners/drafter/offline-skills.ts';
import { drafterPlanner } from '../planners/drafter/planner.ts';
import { offlineSkills as scenarioSkills } from '../planners/scenario/offline-skills.ts';
import { createScenarioPlanner } from '../planners/scenario/planner.ts';
import type { ScenarioLoader } from '../planners/scenario/scenario-source.ts';
import { DEFAULT_TASKS_CONFIG, TasksConfig } from '../planners/tasks/config.ts';
import { modelExecutor } from '../planners/tasks/executors/model.ts';
import { type TaskKind, taskSessionFacts } from '../planners/tasks/facts.ts';
import { tasksFamily, tasksPlanner } from '../planners/tasks/planner.ts';
import { TaskRunner, type TaskRunnerOptions } from '../planners/tasks/task-runner.ts';
import { tripSessionFacts } from '../planners/trip/facts.ts';
import { createTripPlanner, type TripPlannerOptions, tripFamily } from '../planners/trip/planner.ts';
import { CommitsDialogue } from './dialogue/commits-dialogue.ts';
import { TasksDialogue } from './dialogue/tasks-dialogue.ts';
import { TripDialogue } from './dialogue/trip-dialogue.ts';
import type { PlannerEntry } from './registry.ts';

/** What the planners need of the machine they run on. */
export interface BuiltInOptions {
  /** Loads scenarios from addresses. Without it only uploaded ones can be used. */
  readonly loadScenario?: ScenarioLoader;
  /** Who carries out tasks. By default the session's model does what needs no tool. */
  readonly tasks?: Pick<TaskRunnerOptions, 'executors' | 'checkAttachment' | 'compactor'>;
  /** How plans from commits are made. */
  readonly commits?: Omit<PlanReactorOptions, 'llm'>;
  /** How the servers are asked that the setup of a trip names. By default any server is. */
  readonly trip?: TripPlannerOptions;
}

/** What the offline model knows about the work of the planners. */
export const OFFLINE_SKILLS: readonly OfflineSkill[] = [
  ...scenarioSkills,
  ...draftingSkills,
  ...planningSkills,
];

/** All planners of Wayfold, for `createRegistry`. */
export function builtInPlanners(options: BuiltInOptions = {}): readonly PlannerEntry[] {
  const { loadScenario, tasks, commits, trip } = options;
  return [
    {
      planner: drafterPlanner,
      description: 'Drafts answers in a conversation with another agent, for you to approve.',
      family: conversationFamily,
      facts: conversationFacts,
    },
    {
      planner: createScenarioPlanner({ ...(loadScenario && { load: loadScenario }) }),
      description: 'Plays one side of a scenario, with its tools, in a conversation with another agent.',
      family: conversationFamily,
      facts: conversationFacts,
    },
    {
      planner: tasksPlanner,
      description: 'Makes a list of tasks of plain text, and has them carried out.',
      family: tasksFamily,
      facts: taskSessionFacts,
      dialogue: () => new TasksDialogue(tasks?.executors && { carriedOut: kindsIn(tasks.executors) }),
      reactors: (equipment) => [taskRunner(equipment, tasks)],
    },
    {
      planner: commitsPlanner,
      description: 'Plans the next change to a repository from its history, with a coding agent of yours.',
      family: commitsFamily,
      facts: commitsSessionFacts,
      dialogue: () => new CommitsDialogue(),
      reactors: ({ llm, hud }) => [
        // A reactor of any facts takes these as well.
        planReactor({ ...commits, llm, progress: (line) => hud('tool', line) }) as Reactor,
      ],
    },
    {
      planner: createTripPlanner(trip),
      description: 'Plans a trip day by day, and repairs only what is broken in it.',
      family: tripFamily,
      facts: tripSessionFacts,
      dialogue: () => new TripDialogue(),
    },
  ];
}

function taskRunner({ llm, config, hud }: ModuleServices, own: BuiltInOptions['tasks']): TaskRunner {
  const { systemPrompt, profile, tokenBudget, errorCharLimit } =
    TasksConfig.safeParse(config()).data ?? DEFAULT_TASKS_CONFIG;
  return new TaskRunner({
    executors: { Processing: modelExecutor(llm, { systemPrompt, profile }) },
    config: { tokenBudget, errorCharLimit },
    ...own,
    ...(hud && { onProgress: (taskId, text) => hud('tool', `Task ${taskId}: ${text}`) }),
  });
}

function kindsIn(executors: TaskRunnerOptions['executors']): readonly TaskKind[] {
  return (['Processing', 'ToolCall'] as const).filter((kind) => executors[kind] !== undefined);
}
