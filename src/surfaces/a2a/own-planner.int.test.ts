import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { all, message, sdkClient, textOf } from '../../../test/a2a-fixture.ts';
import { agentOf, dataPart, serving, taskOf, waitingIn } from '../../../test/a2a-planners.ts';
import { eventually } from '../../../test/eventually.ts';
import { minutesModule } from '../../../test/minutes-module.ts';
import { notesModule } from '../../../test/notes-module.ts';
import { publishSession, unpublishSession } from '../../host/a2a/published/publish.ts';
import { createRegistry } from '../../host/registry.ts';
import { createHostSession } from '../../host/session.ts';
import { memoryStore } from '../../journal/index.ts';

const { TASK_STATE_COMPLETED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_WORKING } = TaskState;
const MEETING = 'We decided on SQLite. Lunch was late.';

const minutes = () => agentOf(minutesModule, { title: 'Retro' });

describe("a published planner of a user's own", () => {
  it('is a skill on the card of its session', async () => {
    const examples = [{ title: 'A meeting', text: MEETING }];
    const { server } = await agentOf({ ...minutesModule, examples }, { title: 'Retro' });
    const card = await (await fetch(server.card())).json();
    const { id, title: name, description } = minutesModule;
    expect(card).toMatchObject({ description, skills: [{ id, name, description, examples: [MEETING] }] });
  });

  it('answers where it was run before it was published', async () => {
    const store = memoryStore();
    const registry = createRegistry([minutesModule]);
    const session = await createHostSession(store, registry, {
      id: 's',
      title: 'It',
      plannerId: minutesModule.id,
      config: { title: 'Retro' },
    });
    const server = await serving(store, registry);
    await server.host.host(store, 's');
    await eventually(() => server.host.isBusy('s')).toBe(false);
    await publishSession(session.journal);
    const client = await sdkClient(server.card());
    const asked = taskOf(await client.sendMessage(message(MEETING)));
    expect(asked.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    await unpublishSession(session.journal);
    await eventually(() => server.host.isBusy('s')).toBe(false);
    expect(server.host.isAtWork('s')).toBe(true);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });

  it('works, asks with options, and is done when one is chosen', async () => {
    const { client, facts, server, say } = await minutes();
    const events = await all(client.sendMessageStream(message(MEETING)));
    expect(events.map(({ payload }) => payload?.$case)).toEqual(['task', 'artifactUpdate', 'statusUpdate']);
    expect(events.map(stateOf)).toEqual([TASK_STATE_WORKING, undefined, TASK_STATE_INPUT_REQUIRED]);
    const first = events[0]?.payload;
    const taskId = first?.$case === 'task' ? first.value.id : '';
    const asked = await client.getTask({ id: taskId, tenant: '' });
    expect(textOf(asked.status?.message)).toBe(
      'We decided on SQLite.\nLunch was late.\n\nWho keeps these minutes?\n\n1. Nobody',
    );
    expect(waitingIn(asked)).toMatchObject([
      {
        type: 'owner',
        id: 'owner',
        lines: 2,
        options: [{ id: 'nobody', label: 'Nobody', command: { type: 'own', name: 'nobody' } }],
      },
    ]);

    const done = await say('1', { taskId });
    expect(done).toMatchObject({ id: taskId, status: { state: TASK_STATE_COMPLETED } });
    expect(done.artifacts).toMatchObject([
      {
        artifactId: 'minutes',
        name: 'minutes.md',
        parts: [{ mediaType: 'text/plain', content: { $case: 'text', value: expect.stringMatching(/^We/) } }],
      },
    ]);
    expect(await facts('owner_named')).toMatchObject([{ name: 'nobody' }]);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });

  it.each([
    ['the label', 'nobody', []],
    ['the id as data', '', [dataPart({ choose: 'nobody' })]],
    ['the command as data', '', [dataPart({ type: 'own', name: 'nobody' })]],
  ])('takes %s for the choice', async (_, text, parts) => {
    const { say, facts } = await minutes();
    const { id: taskId } = await say(MEETING);
    const done = await say(text, { taskId, ...(parts.length > 0 && { parts }) });
    expect(done.status?.state).toBe(TASK_STATE_COMPLETED);
    expect(await facts('owner_named')).toHaveLength(1);
  });

  it('takes no command that it does not offer', async () => {
    const { say, facts } = await minutes();
    const { id: taskId } = await say(MEETING);
    await expect(say('', { taskId, parts: [dataPart({ choose: 'somebody' })] })).rejects.toMatchObject({
      reason: 'INVALID_PARAMS',
    });
    for (const command of [
      { type: 'own', name: 'Mallory' },
      { type: 'pin', line: 1 },
    ]) {
      await expect(say('', { taskId, parts: [dataPart(command)] })).rejects.toThrow(command.type);
    }
    expect([...(await facts('owner_named')), ...(await facts('line_pinned'))]).toEqual([]);
  });

  it('is canceled with its task', async () => {
    const { client, say } = await minutes();
    const { id } = await say(MEETING);
    const canceled = await client.cancelTask({ id, tenant: '', metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  });
});

it('what is erased before it was answered is neither sent nor shown', async () => {
  const { client, journal, facts, server } = await agentOf(notesModule, {});
  const stream = client.sendMessageStream(message('I live at 5 Elm Road'));
  const begun = (await stream.next()).value?.payload;
  if (begun?.$case !== 'task') throw new Error('no task');
  await eventually(async () => (await facts('noted')).length).toBe(1);
  for (const { type, seq } of await journal.facts()) {
    if (/^(?:remote_received|user_input|noted)$/.test(type)) await journal.redact(seq);
  }
  await journal.append([{ type: 'notes_closed' }]);
  const rest = await all(stream);
  expect(rest.map(stateOf).at(-1)).toBe(TASK_STATE_COMPLETED);
  expect(JSON.stringify(rest)).not.toContain('Elm Road');
  const shown = await client.getTask({ id: begun.value.id, tenant: '' });
  expect(textOf(shown.status?.message)).toBe('The notes are closed.');
  expect(shown.artifacts).toMatchObject([{ parts: [{ content: { value: [] } }] }]);
  expect(JSON.stringify([shown, await journal.facts()])).not.toContain('Elm Road');
  expect([...server.failures, ...server.troubles]).toEqual([]);
});

function stateOf({ payload }: StreamResponse): TaskState | undefined {
  return payload?.$case === 'statusUpdate' || payload?.$case === 'task'
    ? payload.value.status?.state
    : undefined;
}
