import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { afterEach, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../src/journal/index.ts';
import { ReopeningStore } from '../src/surfaces/http/reopening-store.ts';
import { connectedEditor } from './acp-connection.ts';
import { eventually } from './eventually.ts';
import { minutesModule } from './minutes-module.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An editor with a session in the mode of a planner of a user's own. */
async function editor(
  decide: (asked: RequestPermissionRequest) => string = () => 'decide-later',
  store = memoryStore(),
) {
  const place = new ReopeningStore({ open: async () => store });
  const cwd = import.meta.dirname;
  const connected = await connectedEditor({ place, cwd, planners: [minutesModule], by: 'ada', decide });
  closing.push(connected.close);
  await connected.setMode('minutes');
  const journal = openJournal(store, `minutes:${connected.sessionId}`);
  const load = (sessionId: string) =>
    connected.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
  return { ...connected, store, journal, load };
}

/** An editor whose session is set up and has two lines, of which none is pinned yet. */
async function editorWithMinutes(decide?: (asked: RequestPermissionRequest) => string) {
  const connected = await editor(decide);
  await connected.prompt('/configure Retro');
  await connected.prompt('The tests are slow');
  await connected.prompt('Lunch is late');
  return connected;
}

it('offers the planner as a mode, and its commands with what they take', async () => {
  const { agent, updates } = await editor();
  const { modes } = await agent.request('session/new', { cwd: import.meta.dirname, mcpServers: [] });
  expect(modes).toEqual({
    currentModeId: 'plan',
    availableModes: [
      expect.objectContaining({ id: 'plan' }),
      { id: 'minutes', name: 'Minutes', description: 'Writes the minutes of a meeting.' },
    ],
  });
  const commands = updates.flatMap((update) =>
    update.sessionUpdate === 'available_commands_update' ? update.availableCommands : [],
  );
  expect(commands).toEqual(
    expect.arrayContaining([
      { name: 'pin', description: 'Pin a line', input: { hint: 'line' } },
      { name: 'discard', description: 'Discard the minutes' },
      expect.objectContaining({ name: 'configure', input: { hint: 'title [as said|last first]' } }),
      expect.objectContaining({ name: 'cancel', input: { hint: '[reason]' } }),
    ]),
  );
});

it('says what has to be set up, and plans for what was said once that is done', async () => {
  const { prompt, said, plan, failures } = await editor();
  expect(await prompt('The tests are slow')).toBe('end_turn');
  expect(said().at(-1)).toContain('`title`');
  expect(plan()).toEqual([]);
  await prompt('/configure Retro of May');
  expect(plan()).toEqual(['The tests are slow']);
  expect(failures).toEqual([]);
});

it('tells what its facts tell, and shows its steps as the plan', async () => {
  const { prompt, said, plan, journal, updates } = await editorWithMinutes();
  expect(plan()).toEqual(['The tests are slow', 'Lunch is late']);
  expect(said()).toContain('The tests are slow\nLunch is late');
  await journal.append([{ type: 'minutes_written', lines: ['Rewritten elsewhere'] }]);
  await eventually(plan).toEqual(['Rewritten elsewhere']);
  expect(said()).not.toContain('Rewritten elsewhere');
  await prompt('/rename Retro of June');
  expect(updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'Retro of June' });
});

it('asks about what waits for a choice, and does what is chosen in the name of the person', async () => {
  const { asked, plan, journal } = await editorWithMinutes(() => 'line-2');
  expect(asked).toMatchObject([
    {
      toolCall: { title: 'Which line matters most?' },
      options: [
        { optionId: 'line-1', name: 'The tests are slow', kind: 'allow_once' },
        { optionId: 'line-2', name: 'Lunch is late', kind: 'allow_once' },
        { optionId: 'decide-later', kind: 'reject_once' },
      ],
    },
  ]);
  expect(plan()?.at(-1)).toBe('Lunch is late (pinned)');
  expect(await journal.facts()).toContainEqual(
    expect.objectContaining({ type: 'line_pinned', line: 2, by: 'ada' }),
  );
});

it('asks what waits for words, and takes the next prompt as the answer', async () => {
  const { prompt, said, journal } = await editorWithMinutes(() => 'line-1');
  expect(said().at(-1)).toBe('Who chaired the meeting?');
  await prompt('Grace');
  expect(said().at(-1)).toBe('Chaired by Grace');
  expect((await journal.facts()).filter(({ type }) => type === 'user_input')).toHaveLength(2);
});

it('does what a slash command says, and answers with what there is to see', async () => {
  const { prompt, plan, journal, said } = await editor();
  await prompt('/configure {"title": "Retro", "order": "last first"}');
  await prompt('The tests are slow');
  await prompt('/pin 1');
  expect(plan()).toEqual(['The tests are slow (pinned)']);
  expect(said().at(-1)).toContain('The tests are slow');
  expect((await journal.facts()).at(-1)).toMatchObject({ type: 'line_pinned', line: 1, by: 'ada' });
});

it.each([
  ['/pin 7', 'refused'],
  ['/pin tests', 'invalid-command'],
  ['/pin', 'invalid-command'],
  ['/pin 1 2', 'invalid-command'],
])('refuses %s, and changes nothing', async (command, code) => {
  const { prompt, said, journal, failures } = await editorWithMinutes();
  const before = await journal.facts();
  expect(await prompt(command)).toBe('end_turn');
  expect(said().at(-1)).toContain(`[${code}]`);
  expect(await journal.facts()).toEqual(before);
  expect(failures).toEqual([]);
});

it.each([
  { answer: 'confirm', lines: [] },
  { answer: 'reject', lines: ['The tests are slow', 'Lunch is late'] },
])('does what needs a confirmation only then: $answer', async ({ answer, lines }) => {
  const { prompt, plan } = await editorWithMinutes(({ toolCall }) =>
    toolCall.title === 'Discard the minutes' ? answer : 'decide-later',
  );
  await prompt('/discard');
  expect(plan()).toEqual(lines);
});

it('replays the conversation and shows the plan when it is loaded', async () => {
  const first = await editorWithMinutes(() => 'line-1');
  await first.prompt('Grace');
  const second = await editor(undefined, first.store);
  const { modes } = await second.load(first.sessionId);
  expect(modes?.currentModeId).toBe('minutes');
  expect(second.heard()).toEqual(['The tests are slow', 'Lunch is late']);
  expect(second.said()).toEqual([
    'The tests are slow',
    'The tests are slow\nLunch is late',
    'Chaired by Grace',
  ]);
  expect(second.plan()).toEqual(['The tests are slow (pinned)', 'Lunch is late']);
});
