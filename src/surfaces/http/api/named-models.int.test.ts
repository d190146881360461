import { afterEach, expect, it } from 'vitest';
import { SessionsServer } from '../../../../test/sessions-server.ts';

let server: SessionsServer;
afterEach(() => server.stop());

it('a setup may name a model by its name in the configuration, and what answered is recorded by its own', async () => {
  const models = JSON.stringify({ fast: 'offline' });
  server = await SessionsServer.start({ sessions: { env: { WAYFOLD_MODELS: models } } });
  const id = await server.begin('drafter', { config: { model: 'fast' } });
  await server.does(id, { type: 'receive', text: 'Hello', messageId: 'm1' });
  await server.waitsFor(id, 'draft');
  expect((await server.session(id)).model).toEqual({ id: 'offline', demo: true });
  const { facts } = (await server.get(`/sessions/${id}/facts`)).fields;
  expect(facts).toContainEqual(
    expect.objectContaining({
      type: 'pass_settled',
      records: [expect.objectContaining({ model: 'offline', usage: expect.objectContaining({ cost: 0 }) })],
    }),
  );
});

it('a name that the configuration does not have is told to whoever looks at the session', async () => {
  server = await SessionsServer.start({ sessions: { env: { WAYFOLD_MODELS: '{"fast":"offline"}' } } });
  const id = await server.begin('drafter', { config: { model: 'slow' } });
  await server.does(id, { type: 'receive', text: 'Hello', messageId: 'm1' });
  await expect
    .poll(async () => (await server.session(id)).said.map(({ message }) => String(message)).join(), {
      timeout: 20_000,
    })
    .toContain('one of fast, or offline');
  expect((await server.session(id)).model).toEqual({ id: 'slow', demo: false });
});
