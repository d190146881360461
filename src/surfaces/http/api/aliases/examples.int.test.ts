import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { SessionsServer } from '../../../../../test/sessions-server.ts';
import { EXAMPLES } from './example.ts';

let server: SessionsServer;

beforeEach(async () => {
  server = await SessionsServer.start();
});
afterEach(() => server.stop());

describe('an example', () => {
  it('is there for every planner', async () => {
    const { fields } = await server.get('/examples');
    expect(fields.examples).toEqual(
      ['trip', 'tasks', 'drafter', 'scenario', 'commits'].map((plannerId) => ({
        plannerId,
        title: expect.any(String),
        promise: expect.any(String),
      })),
    );
  });

  it.each([
    ['trip', { standing: 'done', waiting: [] }],
    ['tasks', { standing: 'waiting', waiting: [{ type: 'task-question' }] }],
    ['drafter', { standing: 'waiting', waiting: [{ type: 'draft' }] }],
    ['scenario', { standing: 'waiting', waiting: [{ type: 'draft' }] }],
    ['commits', { standing: 'waiting', waiting: [{ type: 'plan' }] }],
  ])('of %s shows something real with no key', async (plannerId, expected) => {
    const { status, fields } = await server.post(`/examples/${plannerId}`, {});
    expect(status).toBe(201);
    await eventually(async () => (await server.get(`/sessions/${fields.id}`)).body).toMatchObject({
      plannerId,
      ...expected,
    });
  });

  it('can be begun any number of times', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await server.post('/examples/commits', {})).fields.id);
    expect(new Set(ids).size).toBe(3);
  });

  it('that there is not is refused with those that there are', async () => {
    expect(await server.post('/examples/none', {})).toMatchObject({
      status: 404,
      fields: { code: 'not-found', expected: `an example: ${EXAMPLES.map((e) => e.plannerId).join(', ')}` },
    });
  });
});
