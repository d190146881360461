import type { ModuleServices } from '../../../harness/module/planner-module.ts';
import type { Reactor } from '../../../kernel/work/reactor.ts';
import type { Llm } from '../../../model/llm.ts';
import { DEFAULT_TASKS_CONFIG, TasksConfig } from '../config.ts';
import { acceptanceCheck } from '../executors/acceptance-check.ts';
import { gitChanges } from '../executors/coding-agent/git-changes.ts';
import { attachmentReader } from '../executors/material/attachment-content.ts';
import { namedExecutor } from '../executors/named-executor.ts';
import type { TasksModuleOptions } from '../module.ts';
import { changeReactor } from './change-reactor.ts';
import { executorsOf } from './kind-registry.ts';
import { sessionExecutor } from './session-executor.ts';
import { TaskRunner } from './task-runner.ts';

/** People with access to a session may not be allowed to see files of the machine that runs it. */
const LINKS_ONLY = attachmentReader({});

/** Reactors that carry out the tasks of a session, merge approved changes, and report progress. */
export function taskReactors(
  {
    llm,
    config,
    hud,
    host,
    signal,
  }: Pick<ModuleServices, 'llm' | 'hud' | 'host' | 'signal'> & { readonly config: unknown },
  options: Partial<TasksModuleOptions>,
): readonly Reactor[] {
  const { readAttachment = LINKS_ONLY, executors, kinds = {}, cwd = process.cwd(), env, ...rest } = options;
  const { changes = gitChanges({ cwd }), ...own } = rest;
  const { systemPrompt, profile, tokenBudget, errorCharLimit } =
    TasksConfig.safeParse(config).data ?? DEFAULT_TASKS_CONFIG;
  const runner = new TaskRunner({
    executors: executorsOf({ executors, kinds }, (name, { model, ...settings }) =>
      name === 'model'
        ? sessionExecutor(namedModel(llm, model), { systemPrompt, profile }, { host, readAttachment })
        : namedExecutor(name, {
            ...settings,
            llm: namedModel(llm, model),
            config: { systemPrompt, profile },
            readAttachment,
            cwd,
            env,
            signal,
          }),
    ),
    kinds,
    config: { tokenBudget, errorCharLimit },
    checkAcceptance: acceptanceCheck({ llm }),
    ...own,
    onProgress: (taskId, text) => hud('tool', `Task ${taskId}: ${text}`),
  });
  return [runner, changeReactor(changes)];
}

/** The named model of a kind, opened by the host of the session. */
function namedModel(llm: Llm, name: string | undefined): Llm {
  return name === undefined || llm.named === undefined ? llm : llm.named(name);
}
