import { expect, it } from 'vitest';
import { echoExecutor } from './echo.ts';

it('says that it did nothing', async () => {
  const outcome = await echoExecutor.execute(
    {
      id: 1,
      kind: 'Processing',
      description: 'a',
      parameters: 'a, with answers',
      attachments: [],
      context: '',
    },
    { signal: new AbortController().signal, idempotencyKey: 'k', progress: () => undefined },
  );
  expect(outcome).toEqual({ type: 'completed', result: 'Echo, nothing was done: a, with answers' });
});
