import { z } from 'zod';
import { ServerError } from '../../error.ts';
import { type ApiContext, created } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';
import { SessionAnswer } from '../responses/response-schemas.ts';
import { EXAMPLES, type Example, type ExampleContext } from './example.ts';

const ExampleLine = z.strictObject({ plannerId: z.string(), title: z.string(), promise: z.string() });

/** Examples that show something real within seconds. */
export function exampleRoutes(
  context: ApiContext & Pick<ExampleContext, 'repository'>,
): readonly Operation[] {
  const { sessions, personOf } = context;
  const examples = [...EXAMPLES, ...ownExamples(context)];
  return [
    operation({
      id: 'listExamples',
      route: 'GET /examples',
      summary: 'An example for each planner.',
      answer: { status: 200, schema: z.strictObject({ examples: z.array(ExampleLine).readonly() }) },
      handle: async ({ c }) =>
        c.json({
          examples: examples.map(({ plannerId, title, promise }) => ({ plannerId, title, promise })),
        }),
    }),
    operation({
      id: 'beginExample',
      route: 'POST /examples/:plannerId',
      summary: 'Starts the example of a planner. It needs no key and no network.',
      params: z.strictObject({ plannerId: z.string().max(100) }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path: { plannerId } }) {
        const example = examples.find((each) => each.plannerId === plannerId);
        if (example === undefined) throw noExample(plannerId, examples);
        const id = await example.begin({ ...context, by: personOf(c) });
        return await created(c, context, await sessions.open(id));
      },
    }),
  ];
}

/** The first example of each planner without a special one. */
function ownExamples({ sessions: { registry } }: ApiContext): readonly Example[] {
  return registry.entries.flatMap(({ module: { id: plannerId, description, examples } }) => {
    const [first] = examples;
    if (first === undefined || EXAMPLES.some((each) => each.plannerId === plannerId)) return [];
    const { title, text, config = {} } = first;
    return [
      {
        plannerId,
        title,
        promise: description,
        begin: async ({ sessions, by }) =>
          (await sessions.create({ planner: plannerId, title, config, text, by })).id,
      },
    ];
  });
}

function noExample(plannerId: string, examples: readonly Example[]): ServerError {
  return new ServerError('not-found', {
    expected: `an example: ${examples.map((each) => each.plannerId).join(', ')}`,
    actual: JSON.stringify(plannerId),
    fix: 'Choose one of these.',
  });
}
