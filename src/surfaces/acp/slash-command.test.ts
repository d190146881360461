import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import { builtInModules } from '../../planners/built-in.ts';
import { availableCommands, slashCommand } from './slash-command.ts';

const nothing = () => [];

const module = definePlanner({
  id: 'kitchen',
  title: 'Kitchen',
  description: 'Cooks.',
  config: z.strictObject({
    name: z.string().min(1),
    stars: z.int().default(0),
    open: z.boolean().default(true),
    dishes: z.array(z.string()).default([]),
  }),
  facts: {},
  state: { initial: null, apply: (state) => state },
  commands: {
    cook: {
      title: 'Cook',
      input: z.strictObject({
        heat: z.enum(['low', 'low and slow', 'high']),
        minutes: z.int(),
        note: z.string().optional(),
      }),
      decide: nothing,
    },
    list: { title: 'List', input: z.strictObject({ items: z.array(z.string()) }), decide: nothing },
    swap: { title: 'Swap', input: z.strictObject({ old: z.string(), new: z.string() }), decide: nothing },
    plate: { title: 'Plate', input: z.strictObject({ of: z.record(z.string(), z.int()) }), decide: nothing },
    clean: { title: 'Clean', input: z.strictObject({}), decide: nothing },
    secret: { title: 'Secret', input: z.strictObject({}), hidden: true, decide: nothing },
  },
});

describe('a slash command', () => {
  it.each([
    ['/cook high 5', { type: 'cook', heat: 'high', minutes: 5 }],
    [
      '/cook low and slow 90 until tender',
      { type: 'cook', heat: 'low and slow', minutes: 90, note: 'until tender' },
    ],
    ['/cook {"minutes": 5, "heat": "low"}', { type: 'cook', heat: 'low', minutes: 5 }],
    ['/cook warm soon', { type: 'cook', heat: 'warm', minutes: 'soon' }],
    ['/cook', { type: 'cook' }],
    ['/list eggs\nsalt', { type: 'list', items: ['eggs', 'salt'] }],
    ['/list ["eggs"]', { type: 'list', items: ['eggs'] }],
    ['/swap "old salt" new salt', { type: 'swap', old: 'old salt', new: 'new salt' }],
    ['/plate {"of": {"soup": 2}}', { type: 'plate', of: { soup: 2 } }],
    ['/clean', { type: 'clean' }],
    ['/cancel No time', { type: 'cancel', reason: 'No time' }],
    ['/configure Chez Ada', { type: 'configure', values: { name: 'Chez Ada' } }],
    ['/configure {"stars": 3}', { type: 'configure', values: { stars: 3 } }],
  ])('%j gives its input by place or as JSON', (prompt, call) => {
    expect(slashCommand(module, prompt)).toEqual(call);
  });

  it.each(['Cook high 5', '/dance', '/secret', '/usr/bin is full', '/', '/archive'])(
    '%j is words for the planner',
    (prompt) => {
      expect(slashCommand(module, prompt)).toBeUndefined();
    },
  );

  it('refuses more than the command takes', () => {
    expect(() => slashCommand(module, '/clean everything')).toThrow(
      expect.objectContaining({ code: 'invalid-command' }),
    );
  });

  it('never gives another type than its name', () => {
    expect(slashCommand(module, '/clean {"type": "archive"}')).toEqual({ type: 'clean' });
  });

  it('is offered with what it takes', () => {
    expect(availableCommands(module)).toEqual(
      expect.arrayContaining([
        { name: 'cook', description: 'Cook', input: { hint: 'low|low and slow|high minutes [note]' } },
        { name: 'clean', description: 'Clean' },
        { name: 'configure', description: 'Set up the planner', input: { hint: 'name' } },
      ]),
    );
  });
});

it('is there for every planner of Wayfold', () => {
  for (const each of builtInModules()) {
    const names = availableCommands(each).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
