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

it('a name that the configuration does not have is refused, and shown at its field', async () => {
  server = await SessionsServer.start({ sessions: { env: { WAYFOLD_MODELS: '{"fast":"offline"}' } } });
  const refused = await server.post('/sessions', {
    title: 'Desk',
    plannerId: 'drafter',
    config: { model: 'slow' },
  });
  expect(refused).toMatchObject({ status: 422, fields: { code: 'config-invalid' } });
  const id = await server.begin('drafter', { config: {} });
  const { fields } = await server.post(`/sessions/${id}/setup`, { values: { model: 'slow' } });
  expect(fields.canSave).toBe(false);
  expect(fields.fields).toContainEqual(
    expect.objectContaining({ key: 'model', error: expect.stringContaining('fast') }),
  );
});
