import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { openModel } from '../open-model.ts';

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const check = (host: string, model: string) =>
  openModel(`ollama/${model}`, { env: { OLLAMA_HOST: host } }).check?.();

it('an endpoint that lists its models shows which exist', async () => {
  const asked: (string | undefined)[] = [];
  const host = await served((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify({ data: [{ id: 'llama3.2:latest' }, { id: 'qwen3' }] }));
  });
  expect(await check(host, 'llama3.2')).toEqual({ type: 'known' });
  expect(await check(host, 'qwen3')).toEqual({ type: 'known' });
  expect(await check(host, 'typo')).toMatchObject({ type: 'missing' });
  expect(new Set(asked)).toEqual(new Set(['GET /v1/models']));
});

it('an endpoint that lists nothing or does not respond leaves it unknown', async () => {
  const mute = await served((_, response) => response.writeHead(404).end('no'));
  expect(await check(mute, 'llama3.2')).toMatchObject({ type: 'unchecked' });
  expect(await check('http://127.0.0.1:1', 'llama3.2')).toMatchObject({ type: 'unchecked' });
  expect(openModel('offline').check).toBeUndefined();
});
