import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from './command-fields.ts';
import { initialValues, readForm } from './form-values.ts';
import { stepsIn, stepValue, withSteps } from './step-choices.ts';

const Input = z.strictObject({
  taskId: z.int().meta({ step: true }),
  before: z.int().meta({ step: true }).exactOptional(),
  dependsOn: z.array(z.int()).meta({ step: true }).exactOptional(),
});
const input = { ...z.toJSONSchema(Input, { io: 'input' }) };
const steps = stepsIn([
  { type: 'markdown', text: '' },
  {
    type: 'steps',
    items: [
      { id: '1', title: 'a', status: 'done', children: [{ id: '2', title: 'b', status: 'pending' }] },
      { id: '3', title: 'c', status: 'cancelled' },
      { id: '4', title: 'd', status: 'pending' },
    ],
  },
]);

describe('a field that holds steps', () => {
  it('offers those that are shown, but for the one that the command is about', () => {
    const given = { type: 'task-edit', taskId: 4 };
    const fields = withSteps(fieldsOf(input, given), steps, { input, given });
    expect(fields.map(({ name, kind }) => [name, kind.type])).toEqual([
      ['before', 'choice'],
      ['dependsOn', 'choices'],
    ]);
    const [before] = fields;
    expect(before?.kind).toMatchObject({ options: [{ value: 1, label: '1 a' }, { value: 2 }] });
    expect(readForm(fields, { ...initialValues(fields), before: '2', dependsOn: ['1', '2'] })).toEqual({
      ok: true,
      input: { before: 2, dependsOn: [1, 2] },
    });
  });

  it('can be emptied where it held some', () => {
    const schema = {
      ...input,
      properties: { dependsOn: { ...Object(input.properties).dependsOn, default: [3] } },
    };
    const fields = withSteps(fieldsOf(schema), steps, { input: schema, given: {} });
    expect(initialValues(fields)).toEqual({ dependsOn: ['3'] });
    expect(readForm(fields, { dependsOn: [] })).toEqual({ ok: true, input: { dependsOn: [] } });
  });

  it('is typed where no steps are shown', () => {
    const fields = fieldsOf(input);
    expect(withSteps(fields, [], { input, given: {} })).toBe(fields);
  });

  it('holds a number where the schema wants one', () => {
    expect(stepValue('3', input, 'before')).toBe(3);
    expect(stepValue('3', undefined, 'before')).toBe('3');
  });
});
