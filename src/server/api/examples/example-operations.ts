import { z } from 'zod';
import { ServerError } from '../../error.ts';
import { SessionAnswer } from '../answers.ts';
import { type Operation, operation } from '../operation.ts';
import { sessionAnswer } from '../session-answer.ts';
import { EXAMPLES, type ExampleSetting } from './example.ts';

const ExampleLine = z.strictObject({ plannerId: z.string(), title: z.string(), promise: z.string() });

/** Something real to look at within seconds, for whoever sees Wayfold for the first time. */
export function exampleOperations(setting: ExampleSetting): readonly Operation[] {
  const { place, host, shelf, llm } = setting;
  return [
    operation({
      id: 'listExamples',
      method: 'get',
      path: '/examples',
      summary: 'An example for each planner.',
      answer: { status: 200, schema: z.strictObject({ examples: z.array(ExampleLine).readonly() }) },
      handle: async ({ c }) =>
        c.json({
          examples: EXAMPLES.map(({ plannerId, title, promise }) => ({ plannerId, title, promise })),
        }),
    }),
    operation({
      id: 'beginExample',
      method: 'post',
      path: '/examples/:plannerId',
      summary: 'Begins the example of a planner. It needs no key and no network.',
      params: z.strictObject({ plannerId: z.string().max(100) }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path: { plannerId } }) {
        const example = EXAMPLES.find((each) => each.plannerId === plannerId);
        if (example === undefined) throw noExample(plannerId);
        const store = await place.store();
        const id = await example.begin(store, setting);
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(await shelf.view(store, id), { host, llm }), 201);
      },
    }),
  ];
}

function noExample(plannerId: string): ServerError {
  return new ServerError('not-found', {
    expected: `an example: ${EXAMPLES.map((each) => each.plannerId).join(', ')}`,
    actual: JSON.stringify(plannerId),
    fix: 'Choose one of these.',
  });
}
