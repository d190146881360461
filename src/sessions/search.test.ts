import { describe, expect, it } from 'vitest';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { localUser } from '../host/local-user.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore } from '../journal/index.ts';
import { builtInModules } from '../planners/built-in.ts';
import { searchSessions, titleRank } from './search.ts';
import { Sessions } from './sessions.ts';

async function given(): Promise<Sessions> {
  const store = memoryStore();
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry: createRegistry(builtInModules()), llm: noModel });
  const begin = (id: string, title: string, text?: string, config?: object) =>
    sessions.create({ planner: 'drafter', id, title, text, config, by: localUser() });
  await begin('fact', 'Letters', undefined, { systemAppend: 'Never mention Lisbon.' });
  await begin('said', 'A question', 'Would you come to Lisbon in May?');
  await begin('late', 'Two days in Lisbon');
  await begin('first', 'Lisbon by train');
  return sessions;
}

describe('a search over sessions', () => {
  it('finds titles first, then messages', async () => {
    const sessions = await given();
    const found = await searchSessions(await sessions.list(), {
      words: ['lisbon'],
      limit: 10,
      open: (id) => sessions.open(id),
    });
    expect(found.map(({ session, foundIn }) => [session, foundIn])).toEqual([
      ['first', 'title'],
      ['late', 'title'],
      ['said', 'message'],
      ['fact', 'fact'],
    ]);
    expect(found[2]?.seq).toBeGreaterThan(0);
    expect(found[2]?.excerpt).toContain('Lisbon');
  });

  it('quotes a list as words, without the marks of its lines', async () => {
    const sessions = await given();
    const journal = (await sessions.open('said')).journal;
    await journal.append([{ type: 'user_guidance', gid: 'g', text: '# Plan\n- Porto - by train\n* Faro' }]);
    const open = (id: string) => sessions.open(id);
    const [found] = await searchSessions(await sessions.list(), { words: ['porto'], limit: 1, open });
    expect(found?.excerpt).toBe('Plan Porto - by train Faro');
  });

  it('searches the values of facts, not field names or planners', async () => {
    const sessions = await given();
    const open = (id: string) => sessions.open(id);
    const summaries = await sessions.list();
    const [found] = await searchSessions(summaries, { words: ['never', 'lisbon'], limit: 10, open });
    expect(found).toMatchObject({ session: 'fact', foundIn: 'fact' });
    expect(found?.excerpt).not.toContain('systemAppend');
    expect(await searchSessions(summaries, { words: ['systemappend'], limit: 10, open })).toEqual([]);
    expect(await searchSessions(summaries, { words: ['session_created'], limit: 10, open })).toEqual([]);
  });

  it('does not search ids or fact types', async () => {
    const sessions = await given();
    const open = (id: string) => sessions.open(id);
    const callId = 'call-a53b580f-8b00-4527-8020-5d668ba3f6a5';
    const call = { type: 'tool_call', callId, name: 'calendar', args: { day: 'Monday' } } as const;
    await (await open('said')).journal.append([call]);
    const search = async (word: string) =>
      (await searchSessions(await sessions.list(), { words: [word], limit: 10, open })).length;
    expect([await search('call-a53b'), await search('tool_call'), await search('monday')]).toEqual([0, 0, 1]);
  });

  it('returns the requested number of results, and none for an empty query', async () => {
    const sessions = await given();
    const open = (id: string) => sessions.open(id);
    const summaries = await sessions.list();
    expect(await searchSessions(summaries, { words: ['lisbon'], limit: 2, open })).toHaveLength(2);
    expect(await searchSessions(summaries, { words: [], limit: 2, open })).toEqual([]);
  });
});

it('ranks a title by the position of the words', () => {
  expect(titleRank('Trip to Rome', ['trip'])).toBe(3);
  expect(titleRank('A trip to Rome', ['trip', 'rome'])).toBe(2);
  expect(titleRank('Stripes', ['trip'])).toBe(1);
  expect(titleRank('Letters', ['trip'])).toBe(0);
});
