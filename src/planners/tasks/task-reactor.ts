import type { ModuleServices } from '../../harness/module/planner-module.ts';
import type { Reactor } from '../../kernel/reactor.ts';
import { DEFAULT_TASKS_CONFIG, TasksConfig } from './config.ts';
import { modelExecutor } from './executors/model.ts';
import { TaskRunner, type TaskRunnerOptions } from './task-runner.ts';

/** Carries out the tasks of a session by its setup, and tells people how the task at hand goes. */
export function taskReactor(
  { llm, config, hud }: Pick<ModuleServices, 'llm' | 'hud'> & { readonly config: unknown },
  own: Partial<TaskRunnerOptions>,
): Reactor {
  const { systemPrompt, profile, tokenBudget, errorCharLimit } =
    TasksConfig.safeParse(config).data ?? DEFAULT_TASKS_CONFIG;
  return new TaskRunner({
    executors: { Processing: modelExecutor(llm, { systemPrompt, profile }) },
    config: { tokenBudget, errorCharLimit },
    ...own,
    onProgress: (taskId, text) => hud('tool', `Task ${taskId}: ${text}`),
  });
}
