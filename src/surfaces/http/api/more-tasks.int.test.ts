import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/eventually.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';

const Tasks = z.array(z.object({ description: z.string(), status: z.string() }));

let server: SessionsServer;
afterEach(async () => await server.stop());

it('a second list of tasks is added to the session, whether its plan has ended or not', async () => {
  server = await SessionsServer.start();
  const id = await server.begin('tasks');
  const say = (text: string) => server.does(id, { type: 'say', text });
  const standing = async () => {
    const tasks = Tasks.parse((await server.session(id)).planner.tasks);
    return tasks.map(({ description, status }) => `${description}: ${status}`);
  };
  await say('Run `npm test`.');
  const { taskId } = await server.waitsFor(id, 'task-outcome');
  await say('Add: Which branch is it on?');
  await eventually(standing).toEqual(['Run `npm test`: Running', 'Which branch is it on?: Planned']);
  // Words that add nothing say what came of the task that waits for a person.
  expect((await say('green')).facts[0]).toMatchObject({ taskId, status: 'Completed', result: 'green' });
  const question = await server.waitsFor(id, 'task-question');
  await server.does(id, { type: 'task-answer', taskId: question.taskId, answer: 'main' });
  await eventually(async () => (await server.session(id)).standing).toBe('done');
  await say('Run `npm publish`.');
  expect(await server.waitsFor(id, 'task-outcome')).toMatchObject({ taskId: 3 });
  await server.does(id, { type: 'task-complete', taskId: 3, result: 'published' });
  await eventually(async () => (await server.session(id)).standing).toBe('done');
  expect(await standing()).toEqual([
    'Run `npm test`: Completed',
    'Which branch is it on?: Completed',
    'Run `npm publish`: Completed',
  ]);
});
