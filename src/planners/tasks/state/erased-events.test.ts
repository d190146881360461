import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../journal/journal.ts';
import { memoryStore } from '../../../journal/memory-store.ts';
import type { RedactedEvent } from '../../../kernel/event.ts';
import { keepsOfSchema } from '../../../kernel/projection/kept-fields.ts';
import type { Command, ExecutorEvent } from '../commands/command.ts';
import { foldedEventOf, type TaskEvent, taskFacts, taskSessionFacts } from '../facts.ts';
import { Planner } from '../handler.ts';

const ERASABLE = Object.entries(taskFacts).flatMap(([type, schema]) => (keepsOfSchema(schema) ? type : []));

const tell = (event: ExecutorEvent): Command => ({ type: 'HandleExecutorEvent', event });

const statuses = ({ state }: Planner) => state.tasks.map(({ id, status }) => [id, status]);

/** A plan after some outcomes of the tasks that ran. */
function worked(outcomes: readonly ('done' | 'failed' | 'asks' | 'cancel')[]): Planner {
  const planner = new Planner({ policy: { parallel: 2, onFailure: 'continue' } });
  const tasks = ['a', 'b', 'c', 'd', 'e'].map((description) => ({ description, dependsOn: [] }));
  planner.process({ type: 'Initialize', tasks: tasks as [] });
  for (const outcome of outcomes) {
    const nodeId = planner.state.tasks.find(({ status }) => status === 'Running')?.id;
    if (nodeId === undefined) break;
    switch (outcome) {
      case 'done':
        planner.process(tell({ type: 'TaskCompleted', nodeId, result: 'secret' }));
        break;
      case 'failed':
        planner.process(tell({ type: 'TaskFailed', nodeId, error: 'secret' }));
        break;
      case 'asks':
        planner.process(tell({ type: 'NeedsClarification', nodeId, question: 'secret?' }));
        break;
      case 'cancel':
        planner.process({ type: 'CancelTask', taskId: nodeId, reason: 'secret' } as Command);
        break;
      default:
        outcome satisfies never;
    }
  }
  return planner;
}

/** The plan of a journal in which some of these events were erased. */
async function afterErasing(
  log: readonly TaskEvent[],
  isErased: (event: TaskEvent) => boolean,
): Promise<{ planner: Planner; text: string }> {
  const journal = openJournal(memoryStore(), 'plan', { facts: taskSessionFacts });
  await journal.append(log);
  for (const [at, event] of log.entries()) if (isErased(event)) await journal.redact(at + 1);
  const facts = await journal.facts();
  const events = facts.flatMap((fact) => foldedEventOf(fact) ?? []) as (TaskEvent | RedactedEvent)[];
  return { planner: Planner.fold(events), text: JSON.stringify(facts) };
}

describe('a task plan after erasing', () => {
  it('keeps the status of every task, whatever was erased but the plan itself', async () => {
    const outcome = fc.constantFrom('done', 'failed', 'asks', 'cancel' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 6 }), fc.func(fc.boolean()), async (outcomes, pick) => {
        const before = worked(outcomes);
        const erases = (event: TaskEvent) =>
          event.type !== 'TasksPlanned' && ERASABLE.includes(event.type) && pick(event);
        const { planner } = await afterErasing(before.eventLog, erases);
        expect(statuses(planner)).toEqual(statuses(before));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps no erased text', async () => {
    const { eventLog } = worked(['done', 'failed', 'asks', 'cancel']);
    const { text } = await afterErasing(eventLog, ({ type }) => type !== 'TasksPlanned');
    expect(text).not.toContain('secret');
  });

  it.each([undefined, []])('starts nothing that needed approval first, with %j kept', async (keep) => {
    const planner = new Planner({ policy: { review: true } });
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }] });
    const journal = openJournal(memoryStore(), 'plan', { facts: taskSessionFacts });
    await journal.append(planner.eventLog);
    await journal.redact(1, keep ? { keep } : {});
    const events = (await journal.facts()).flatMap((fact) => foldedEventOf(fact) ?? []);
    const later = Planner.fold(events);
    const more = later.state.nextId === 1 ? 'Initialize' : 'AddTasks';
    const begun = later.process({
      type: more,
      userInput: '',
      attachments: [],
      tasks: [{ description: 'b' }],
      after: [],
    });
    expect(begun.map(({ type }) => type)).toEqual(['TasksPlanned']);
    expect(later.state.held).toBe(true);
    expect(later.process({ type: 'ApprovePlan' }).map(({ type }) => type)).toContain('TaskDispatched');
  });

  it('asks what to do if a revision was erased, and never carries out the old text', async () => {
    const planner = new Planner({ policy: { review: true } });
    planner.process({ type: 'Initialize', tasks: [{ description: 'delete all' }, { description: 'b' }] });
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1, description: 'list all' }] });
    const { planner: later, text } = await afterErasing(
      planner.eventLog,
      ({ type }) => type === 'TasksRevised',
    );
    expect(text).not.toContain('list all');
    expect(later.state).toMatchObject({ pendingClarifications: [1], held: true });
    expect(later.process({ type: 'ApprovePlan' }).map(({ type }) => type)).toEqual(['PlanApproved']);
    const answered = later.process(tell({ type: 'ClarificationProvided', nodeId: 1, answer: 'count them' }));
    expect(JSON.stringify(answered)).toContain('count them');
    expect(JSON.stringify(answered)).not.toContain('delete all');
  });

  it('asks about every task that has not started if the revised ones are unknown', () => {
    const planner = new Planner();
    planner.process({ type: 'Initialize', tasks: ['a', 'b', 'c'].map((description) => ({ description })) });
    const bare = { type: 'redacted', redactedType: 'TasksRevised', redactedAt: '' } as const;
    const { state } = Planner.fold([...planner.eventLog, bare]);
    expect(state.tasks.map(({ status }) => status)).toEqual([
      'Running',
      'NeedsClarification',
      'NeedsClarification',
    ]);
  });

  it('keeps the status of a task that was carried out after a revision', async () => {
    const planner = new Planner();
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 2, description: 'B' }] });
    for (const nodeId of [1, 2]) planner.process(tell({ type: 'TaskCompleted', nodeId, result: 'x' }));
    const { planner: later } = await afterErasing(planner.eventLog, ({ type }) => type === 'TasksRevised');
    expect(statuses(later)).toEqual(statuses(planner));
    expect(later.state.completed).toBe(true);
  });

  it('follows the policy of an erased plan, or the strictest one if it is unknown', async () => {
    const planner = new Planner({ policy: { parallel: 3 } });
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    const [planned] = planner.eventLog;
    if (planned === undefined) throw new TypeError('nothing was planned');
    const { planner: later } = await afterErasing([planned], () => true);
    expect(later.state).toMatchObject({ tasks: [], policy: { parallel: 3 }, nextId: 3 });
    const bare = { type: 'redacted', redactedType: 'TasksPlanned', redactedAt: '' } as const;
    expect(Planner.fold([planned, bare]).state.policy).toEqual({ parallel: 1, onFailure: 'abort' });
  });
});
