import type { TaskEvent } from '../../src/planners/tasks/index.ts';

const EVENTS_PER_TASK = 5;

/** The log of a plan in which every task asks one question. */
export function taskHistory(events: number): TaskEvent[] {
  const count = Math.floor((events - 1) / EVENTS_PER_TASK);
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return [
    {
      type: 'TasksPlanned',
      tasks: ids.map((id) => ({ id, description: `task ${id}`, kind: 'Processing', attachments: [] })),
    },
    ...ids.flatMap((id): TaskEvent[] => [
      dispatched(id),
      { type: 'ClarificationRequested', taskId: id, question: 'Which one?' },
      { type: 'ClarificationReceived', taskId: id, answer: 'The first.' },
      dispatched(id),
      { type: 'TaskStatusUpdated', taskId: id, status: 'Completed', result: `did ${id}` },
    ]),
  ];
}

function dispatched(id: number): TaskEvent {
  const command = { type: 'ExecuteTask', nodeId: id, kind: 'Processing', parameters: `task ${id}` } as const;
  return { type: 'TaskDispatched', taskId: id, command };
}
