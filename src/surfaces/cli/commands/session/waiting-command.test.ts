import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askWaiting } from './ask-waiting.ts';
import { optionCommand, textCommand, withFields } from './waiting-command.ts';

const decide = () => [];
const module = {
  commands: {
    own: { title: 'Own', input: z.strictObject({ name: z.string() }), decide },
    rate: { title: 'Rate', input: z.strictObject({ stars: z.int(), why: z.string() }), decide },
    reject: {
      title: 'Reject',
      input: z.strictObject({ id: z.string(), reason: z.string().optional() }),
      decide,
    },
  },
};
const item = {
  id: 'owner',
  text: 'Who?',
  options: [
    { id: 'nobody', label: 'Nobody', command: { type: 'own', name: 'nobody' } },
    { id: '1', label: 'The first', command: { type: 'own', name: 'first' } },
  ],
  form: { type: 'own' },
};

describe('an option', () => {
  it.each([
    ['nobody', 'nobody'],
    ['the first', 'first'],
    ['2', 'first'],
    // An id goes before a number.
    ['1', 'first'],
  ])('is named by %j', (named, name) => {
    expect(optionCommand(item, named)).toEqual({ type: 'own', name });
  });

  it('that is not offered is none', () => {
    expect(optionCommand(item, '3')).toBeUndefined();
    expect(optionCommand({ id: 'x', text: 'x' }, '1')).toBeUndefined();
  });

  it('takes more fields where its command has them', () => {
    const command = { type: 'reject', id: 'a' };
    expect(withFields(command, { reason: 'no' }, module)).toEqual({ ...command, reason: 'no' });
    expect(withFields(command, { colour: 'red' }, module)).toBeUndefined();
    expect(withFields({ type: 'resume' }, {}, module)).toEqual({ type: 'resume' });
  });
});

describe('words', () => {
  it('fill in the one text field of a form', () => {
    expect(textCommand(item, module, 'Ada')).toEqual({ type: 'own', name: 'Ada' });
  });

  it('answer a question, and what waits for something to be said', () => {
    const question = { id: 'q1', text: 'When?', form: { type: 'say' } };
    expect(textCommand(question, module, 'Today')).toEqual({ type: 'answer', qid: 'q1', text: 'Today' });
  });

  it('are no command where nothing asks for them', () => {
    expect(textCommand({ id: 'x', text: 'x' }, module, 'Ada')).toBeUndefined();
    expect(
      textCommand({ id: 'x', text: 'x', form: { type: 'reject', id: 'a' } }, module, 'no'),
    ).toBeUndefined();
  });
});

describe('asking at a terminal', () => {
  const answering =
    (...lines: string[]) =>
    async () =>
      lines.shift();

  it('takes an option by its number, words for a form, and leaves it for a blank line', async () => {
    expect(await askWaiting(item, module, answering('2'))).toEqual({ type: 'own', name: 'first' });
    expect(await askWaiting(item, module, answering('Ada'))).toEqual({ type: 'own', name: 'Ada' });
    expect(await askWaiting(item, module, answering(' '))).toBeUndefined();
    expect(await askWaiting(item, module, answering())).toBeUndefined();
  });

  it('asks for each field that one text cannot fill', async () => {
    const rating = { id: 'r', text: 'How was it?', form: { type: 'rate' } };
    const twoFields = {
      commands: {
        rate: { ...module.commands.rate, input: z.strictObject({ stars: z.int(), spots: z.int() }) },
      },
    };
    expect(await askWaiting(rating, twoFields, answering('4', '2'))).toEqual({
      type: 'rate',
      stars: 4,
      spots: 2,
    });
  });

  it('tells the planner what is no option', async () => {
    const { form: _, ...choice } = item;
    expect(await askWaiting(choice, module, answering('shorter'))).toEqual({ say: 'shorter' });
  });
});
