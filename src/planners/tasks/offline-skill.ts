import type { OfflineSkill } from '../../model/offline/skill.ts';
import { parsePlan } from './parse/parse-tasks.ts';
import { requestIn, TASK_PLAN } from './plan-prompt.ts';

/** Lets the offline model plan by the parser's rules, so that a demo plans what was asked for. */
export const offlineSkill: OfflineSkill = {
  name: 'task-plan',
  answers({ json, messages }) {
    const request = json?.name === TASK_PLAN ? requestIn(messages[0]?.text ?? '') : undefined;
    if (request === undefined) return undefined;
    const { tasks, brief } = parsePlan(request);
    return JSON.stringify({
      tasks: tasks.map(({ description, kind, dependsOn = [], done = false }, at) => ({
        id: at + 1,
        description,
        kind,
        dependsOn,
        done,
      })),
      brief,
    });
  },
};
