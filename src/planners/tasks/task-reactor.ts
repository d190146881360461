import type { ModuleServices } from '../../harness/module/planner-module.ts';
import type { Reactor } from '../../kernel/reactor.ts';
import { DEFAULT_TASKS_CONFIG, TasksConfig } from './config.ts';
import { acceptanceCheck } from './executors/acceptance-check.ts';
import { attachmentReader } from './executors/attachment-content.ts';
import { modelExecutor } from './executors/model.ts';
import type { TasksModuleOptions } from './module.ts';
import { TaskRunner } from './task-runner.ts';

/** Whoever has a session may not be meant to see the files of the machine that runs it. */
const LINKS_ONLY = attachmentReader({});

/** Carries out the tasks of a session by its setup, and tells people how the task at hand goes. */
export function taskReactor(
  { llm, config, hud }: Pick<ModuleServices, 'llm' | 'hud'> & { readonly config: unknown },
  { readAttachment = LINKS_ONLY, ...own }: Partial<TasksModuleOptions>,
): Reactor {
  const { systemPrompt, profile, tokenBudget, errorCharLimit } =
    TasksConfig.safeParse(config).data ?? DEFAULT_TASKS_CONFIG;
  return new TaskRunner({
    executors: { Processing: modelExecutor(llm, { systemPrompt, profile }, { readAttachment }) },
    config: { tokenBudget, errorCharLimit },
    checkAcceptance: acceptanceCheck({ llm }),
    ...own,
    onProgress: (taskId, text) => hud('tool', `Task ${taskId}: ${text}`),
  });
}
