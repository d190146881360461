import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { afterEach, expect, it } from 'vitest';
import type { PlannerModule } from '../src/harness/module/planner-module.ts';
import { memoryStore, openJournal } from '../src/journal/index.ts';
import { ReopeningStore } from '../src/surfaces/http/store/reopening-store.ts';
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
  planner: PlannerModule = minutesModule,
) {
  const store = memoryStore();
  const place = new ReopeningStore({ open: async () => store });
  const cwd = import.meta.dirname;
  const connected = await connectedEditor({ place, cwd, planners: [planner], by: 'ada', decide });
  closing.push(connected.close);
  await connected.setMode('minutes');
  return { ...connected, journal: openJournal(store, `minutes:${connected.sessionId}`) };
}

/** An editor whose session is set up and has two lines, of which none is pinned yet. */
async function editorWithMinutes(...how: Parameters<typeof editor>) {
  const connected = await editor(...how);
  await connected.prompt('/configure Retro');
  await connected.prompt('The tests are slow');
  await connected.prompt('/pin 1');
  await connected.prompt('Lunch is late');
  return connected;
}

it('offers the planner as a mode, with its commands and their inputs', async () => {
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
      expect.objectContaining({ name: 'configure', input: { hint: 'title [as written|decisions first]' } }),
      expect.objectContaining({ name: 'cancel', input: { hint: '[reason]' } }),
    ]),
  );
  expect(commands).not.toContainEqual(expect.objectContaining({ name: 'own' }));
});

it('says what to set up, and plans for earlier messages after that', async () => {
  const { prompt, said, plan, failures } = await editor();
  expect(await prompt('The tests are slow')).toBe('end_turn');
  expect(said().at(-1)).toContain('`title`');
  expect(plan()).toEqual([]);
  await prompt('/configure Retro of May');
  expect(plan()).toEqual(['The tests are slow']);
  expect(failures).toEqual([]);
});

it('shows changes between turns only in the plan and its title', async () => {
  const { prompt, said, plan, journal, updates } = await editorWithMinutes();
  await journal.append([{ type: 'minutes_written', lines: ['Rewritten elsewhere'] }]);
  await eventually(plan).toEqual(['Rewritten elsewhere']);
  expect(said()).not.toContain('Rewritten elsewhere');
  await prompt('/rename Retro of June');
  expect(updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'Retro of June' });
});

it('asks open questions, and treats the next prompt as the answer', async () => {
  const inWords: PlannerModule = {
    ...minutesModule,
    waiting: (at) => minutesModule.waiting(at).map(({ options: _, ...item }) => item),
  };
  const { prompt, said, journal } = await editor(undefined, inWords);
  await prompt('/configure Retro');
  await prompt('The tests are slow');
  expect(said().at(-1)).toBe('Who keeps these minutes?');
  await prompt('Grace');
  const facts = await journal.facts();
  expect(facts.filter(({ type }) => type === 'user_input')).toHaveLength(1);
  expect(facts.filter(({ type }) => type === 'owner_named')).toMatchObject([{ name: 'Grace' }]);
  expect(said()).not.toContain('Grace');
});

it.each([
  ['/pin 7', 'no-line'],
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
  { answer: 'confirm', pinned: [{ line: 1 }] },
  { answer: 'reject', pinned: [] },
])('runs a command that requires confirmation only after: $answer', async ({ answer, pinned }) => {
  const { pin } = minutesModule.commands;
  if (pin === undefined) throw new Error('nothing can be pinned');
  const careful = {
    ...minutesModule,
    commands: { ...minutesModule.commands, pin: { ...pin, confirm: true } },
  };
  const { journal } = await editorWithMinutes(
    ({ toolCall }) => (toolCall.title === 'Pin a line' ? answer : 'decide-later'),
    careful,
  );
  expect((await journal.facts()).filter(({ type }) => type === 'line_pinned')).toMatchObject(pinned);
});
