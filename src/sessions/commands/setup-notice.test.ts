import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import { createRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import { Sessions } from '../sessions.ts';

/** Loads a list from an address, and takes no colour but blue. */
const lists = definePlanner({
  id: 'lists',
  title: 'Lists',
  description: 'Loads a list.',
  config: z.strictObject({
    address: z.string().min(1).meta({ title: 'Address' }),
    colour: z.string().default('blue').meta({ title: 'Colour' }),
  }),
  facts: { list_kept: { schema: z.strictObject({}), kind: 'plan' } },
  state: { initial: null, apply: (state) => state },
  load: {
    field: 'address',
    as: 'list',
    async load(from) {
      if (from === 'nowhere') throw new RangeError('nobody answers');
      return ['a', 'b'];
    },
  },
  fields: ({ values }) => (values.colour === 'blue' ? {} : { colour: { error: 'Only blue.' } }),
  plan: ({ fact }) => [fact.list_kept({})],
});

async function begun(config: object) {
  const store = memoryStore();
  const sessions = new Sessions({
    source: { store: async () => store, existing: async () => store },
    registry: createRegistry([lists]),
    llm: noModel,
  });
  return await sessions.create({ planner: 'lists', config, text: 'Begin', by: 'ada' });
}

it.each([
  ['what cannot be loaded', { address: 'nowhere' }, 'Address: nobody answers.'],
  ['an error at a field', { address: 'here', colour: 'red' }, 'Colour: Only blue.'],
])('says why it does not plan: %s', async (_, config, reason) => {
  const session = await begun(config);
  await session.untilIdle({});
  const { view, setup, text } = await session.turnSince(0);
  expect([view.ready, view.head]).toEqual([false, 3]);
  expect([setup, text]).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
});

it('says nothing of a setup that works', async () => {
  const session = await begun({ address: 'here' });
  await session.untilIdle({});
  const { view, setup } = await session.turnSince(0);
  expect([view.ready, setup]).toEqual([true, undefined]);
  expect((await session.journal.facts()).map(({ type }) => type)).toContain('list_kept');
});
