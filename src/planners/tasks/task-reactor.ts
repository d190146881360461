import type { ModuleServices } from '../../harness/module/planner-module.ts';
import type { Reactor } from '../../kernel/reactor.ts';
import type { Llm } from '../../model/llm.ts';
import { changeReactor } from './change-reactor.ts';
import { DEFAULT_TASKS_CONFIG, TasksConfig } from './config.ts';
import { acceptanceCheck } from './executors/acceptance-check.ts';
import { attachmentReader } from './executors/attachment-content.ts';
import type { TasksModuleOptions } from './module.ts';
import { executorsOf } from './registered-kinds.ts';
import { sessionExecutor } from './session-executor.ts';
import { TaskRunner } from './task-runner.ts';

/** Whoever has a session may not be meant to see the files of the machine that runs it. */
const LINKS_ONLY = attachmentReader({});

/** Carries out the tasks of a session by its setup, merges what was approved, and tells people how the task at hand goes. */
export function taskReactors(
  { llm, config, hud, host }: Pick<ModuleServices, 'llm' | 'hud' | 'host'> & { readonly config: unknown },
  { readAttachment = LINKS_ONLY, changes, executors, kinds = {}, ...own }: Partial<TasksModuleOptions>,
): readonly Reactor[] {
  const { systemPrompt, profile, tokenBudget, errorCharLimit } =
    TasksConfig.safeParse(config).data ?? DEFAULT_TASKS_CONFIG;
  const runner = new TaskRunner({
    executors: executorsOf({ executors, kinds }, ({ model }) =>
      sessionExecutor(namedModel(llm, model), { systemPrompt, profile }, { host, readAttachment }),
    ),
    kinds,
    config: { tokenBudget, errorCharLimit },
    checkAcceptance: acceptanceCheck({ llm }),
    ...own,
    onProgress: (taskId, text) => hud('tool', `Task ${taskId}: ${text}`),
  });
  return [runner, ...(changes ? [changeReactor(changes)] : [])];
}

/** The model of a kind that names one, as whoever runs the session opens it. */
function namedModel(llm: Llm, name: string | undefined): Llm {
  return name === undefined || llm.named === undefined ? llm : llm.named(name);
}
