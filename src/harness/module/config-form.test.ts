import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../test/eventually.ts';
import { SimulatedClock, scriptedModel } from '../../testing/index.ts';
import { definePlanner } from './define-planner.ts';
import { plannerOfModule } from './module-planner.ts';

const llm = scriptedModel([], { id: 'openai/gpt' });

type Menu = Readonly<Record<string, readonly string[]>>;

/** Orders from a menu that is loaded: which dishes there are depends on the kitchen. */
const orders = definePlanner({
  id: 'orders',
  title: 'Orders',
  description: 'Orders dishes.',
  config: z.strictObject({
    menu: z.string().trim().default('').meta({ title: 'Menu' }),
    kitchen: z.string().exactOptional().meta({ title: 'Kitchen', select: true }),
    dishes: z.array(z.string()).exactOptional().meta({ title: 'Dishes', select: true }),
    wishes: z.array(z.string()).default([]).meta({ title: 'Wishes' }),
    model: z.string().default('').meta({ title: 'Model', model: true }),
  }),
  facts: {},
  state: { initial: null, apply: (state) => state },
  fields: ({ values, loaded }) => ({
    menu: { required: true },
    kitchen: { visible: loaded !== undefined, options: optionsOf(Object.keys(menuOf(loaded))) },
    dishes: {
      visible: loaded !== undefined,
      options: optionsOf(menuOf(loaded)[String(values.kitchen)] ?? []),
    },
  }),
  derive: (key, { values, loaded }) =>
    key === 'kitchen' ? { dishes: menuOf(loaded)[String(values.kitchen)] } : {},
  preview: ({ loaded }) => Object.keys(menuOf(loaded)).join(', ') || undefined,
  summary: ({ kitchen }, loaded) => `${kitchen} of ${Object.keys(menuOf(loaded)).length}`,
  load: {
    field: 'menu',
    as: 'loadedMenu',
    async load(from) {
      if (from === 'https://none') throw new Error('no menu there');
      return { south: ['soup', 'rice'], north: ['bread'] };
    },
    derive: (loaded: Menu, { values }) => ({ kitchen: values.kitchen ?? Object.keys(loaded)[0] }),
  },
});

function menuOf(loaded: unknown): Menu {
  return (loaded ?? {}) as Menu;
}

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

const clock = new SimulatedClock(0);
const planner = plannerOfModule(orders, { timer: clock });

async function filledIn(values: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const store = planner.createConfigStore?.({ llm });
  if (store === undefined) throw new Error('no store');
  for (const [key, value] of Object.entries(values)) {
    store.setField(key, value);
    clock.advance(1000);
    await eventually(() => store.snap().pending).toBe(false);
  }
  const field = (key: string) => store.snap().fields.find((each) => each.key === key);
  return { store, field };
}

describe('the setup form of a module', () => {
  it('offers the choices of a rule for marked fields, and shows the default model', async () => {
    const { field, store } = await filledIn({});
    expect(field('kitchen')).toMatchObject({ type: 'select', visible: false, options: [] });
    expect(field('dishes')).toMatchObject({ type: 'checkbox-group', visible: false });
    expect(field('wishes')?.type).toBe('textarea');
    expect(field('model')?.placeholder).toBe('openai/gpt');
    expect(field('menu')).toMatchObject({ required: true, error: expect.any(String) });
    expect(store.snap()).not.toHaveProperty('summary');
  });

  it('fills in fields by what was loaded, and by what somebody has chosen', async () => {
    const { field, store } = await filledIn({ menu: ' https://menu ' });
    expect(field('kitchen')).toMatchObject({ value: 'south', visible: true });
    expect(store.snap()).toMatchObject({ summary: 'south of 2', preview: 'south, north' });
    store.setField('kitchen', 'north');
    expect(field('dishes')).toMatchObject({ value: ['bread'], options: [{ value: 'bread' }] });
    const menu = { south: ['soup', 'rice'], north: ['bread'] };
    expect(store.exportFullConfig()).toEqual({
      config: {
        menu: 'https://menu',
        kitchen: 'north',
        dishes: ['bread'],
        wishes: [],
        model: '',
        loadedMenu: menu,
      },
      ready: true,
    });
  });

  it('treats an emptied field as never filled in', async () => {
    const { store } = await filledIn({ menu: 'https://menu', kitchen: '', model: '' });
    expect(store.exportFullConfig().config).not.toHaveProperty('kitchen');
  });

  it('takes objects and lists of anything but texts as JSON, both ways', () => {
    const library = definePlanner({
      id: 'library',
      title: 'Library',
      description: 'Has objects in its setup.',
      config: z.strictObject({
        weights: z.record(z.string(), z.number()).optional(),
        pages: z.array(z.int()).default([3]),
        genres: z.array(z.string()).default([]),
      }),
      facts: {},
      state: { initial: null, apply: (state) => state },
    });
    const open = (config?: unknown) => {
      const store = plannerOfModule(library).createConfigStore?.({
        llm,
        ...(config !== undefined && { initial: { config, ready: true } }),
      });
      if (store === undefined) throw new Error('no store');
      return { store, field: (key: string) => store.snap().fields.find((each) => each.key === key) };
    };
    const { store, field } = open();
    store.setField('weights', '{"sf": 1');
    expect(field('weights')?.error).toBeDefined();
    store.setField('weights', '{"sf": 1}');
    store.setField('pages', '[1, 2]');
    store.setField('genres', 'sf\nclassic');
    expect(field('weights')?.error).toBeUndefined();
    const { config } = store.exportFullConfig();
    expect(config).toEqual({ weights: { sf: 1 }, pages: [1, 2], genres: ['sf', 'classic'] });

    const again = open(config);
    expect(JSON.parse(String(again.field('weights')?.value))).toEqual({ sf: 1 });
    expect(again.store.exportFullConfig().config).toEqual(config);
    again.store.setField('weights', '');
    again.store.setField('pages', '');
    expect(again.store.exportFullConfig().config).toEqual({ pages: [3], genres: ['sf', 'classic'] });
  });

  it('is missing if there is nothing to set up', () => {
    const bare = definePlanner({
      id: 'bare',
      title: 'Bare',
      description: 'Has no setup.',
      config: z.strictObject({}),
      facts: {},
      state: { initial: null, apply: (state) => state },
    });
    expect(plannerOfModule(bare).createConfigStore).toBeUndefined();
  });
});

describe('the seed of a module that loads something', () => {
  it('loads it again, and derives what was not chosen', async () => {
    const { config, ready } = (await planner.hydrate?.({ menu: 'https://menu' }, {})) ?? {};
    expect(ready).toBe(true);
    expect(config).toMatchObject({ kitchen: 'south', loadedMenu: { north: ['bread'] } });
    expect(planner.dehydrate?.(config)).toEqual({ menu: 'https://menu', kitchen: 'south' });
  });

  it('is not ready when that fails, and keeps what was chosen', async () => {
    const seed = { menu: 'https://none', kitchen: 'north' };
    expect(await planner.hydrate?.(seed, {})).toMatchObject({ config: seed, ready: false });
    const signal = AbortSignal.abort(new Error('another link'));
    await expect(planner.hydrate?.(seed, { signal })).rejects.toThrow('another link');
  });
});
