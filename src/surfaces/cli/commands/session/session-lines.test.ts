import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../../../harness/module/define-planner.ts';
import { waitingLines } from './session-lines.ts';

const books = definePlanner({
  id: 'books',
  title: 'ConversationFolds',
  description: 'Asks what you thought of books.',
  config: z.strictObject({}),
  facts: {},
  state: { initial: null, apply: (state) => state },
  commands: {
    rate: {
      title: 'Rate',
      input: z.strictObject({ book: z.string(), stars: z.int(), remark: z.string().optional() }),
      decide: () => [],
    },
    note: {
      title: 'Note',
      input: z.strictObject({ book: z.string(), text: z.string() }),
      decide: () => [],
    },
  },
});

it.each([
  ['in words where the form has one text field left', { type: 'note', book: 'emma' }, 'inbox answer s/3 '],
  ['by its command where words are not enough', { type: 'rate', book: 'emma' }, 'do s rate --help'],
])('says how to fill in what waits, %s', (_, form, hint) => {
  const waiting = [{ id: 'w', seq: 3, text: 'How was it?', form }];
  const lines = waitingLines(
    { id: 's', module: books, waiting },
    { width: 80, colors: false, unicode: true },
  );

  expect(lines.filter((line) => line.includes('wayfold ')).join('')).toContain(`wayfold ${hint}`);
});
