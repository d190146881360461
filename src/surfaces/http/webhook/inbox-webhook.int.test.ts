import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { localSite } from '../../../../test/local-site.ts';
import { SessionsServer } from '../../../../test/sessions-server.ts';
import { serve } from '../serve.ts';

const SECRET = 'a secret of the receiver';

let server: SessionsServer;
const open: { close(): void }[] = [];
afterEach(async () => {
  await server.stop();
  for (const each of open.splice(0)) each.close();
});

interface Delivery {
  readonly body: string;
  readonly item: { readonly id: string; readonly waiting: { readonly type: string } };
  readonly key: string;
  readonly signature: string | undefined;
}

/** Receives deliveries, and answers each with the next status, at the end with 204. */
async function receiver(statuses: number[] = []) {
  const deliveries: Delivery[] = [];
  const site = await localSite(async (request, response) => {
    const body = await text(request);
    const { 'idempotency-key': key, 'wayfold-signature': signature } = request.headers;
    deliveries.push({
      body,
      item: JSON.parse(body).item,
      key: String(key),
      signature: typeof signature === 'string' ? signature : undefined,
    });
    response.writeHead(statuses.shift() ?? 204, { Location: '/elsewhere' }).end();
  });
  open.push(site);
  return { url: `${site.origin}/hook`, deliveries, asked: site.asked };
}

async function serverFor(url: string, more: Record<string, string> = {}): Promise<SessionsServer> {
  server = await SessionsServer.start({ sessions: { env: { WAYFOLD_WEBHOOK_URL: url, ...more } } });
  return server;
}

async function draft(id: string, message = 'm1'): Promise<number> {
  await server.does(id, { type: 'receive', text: 'Hello', messageId: message });
  return (await server.waitsFor(id, 'draft')).seq;
}

describe('a webhook', () => {
  it('receives each new item once, signed, as the inbox shows it', async () => {
    const { url, deliveries } = await receiver();
    await serverFor(url, { WAYFOLD_WEBHOOK_SECRET: SECRET });
    const id = await server.begin('drafter');
    const seq = await draft(id);
    await eventually(() => deliveries.length).toBe(1);
    const [first] = deliveries;
    expect(first?.item).toMatchObject({ id: `${id}/${seq}`, session: id, waiting: { type: 'draft', seq } });
    const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? [];
    expect(digest).toBe(createHmac('sha256', SECRET).update(`${time}.${first?.body}`).digest('hex'));

    const other = await server.begin('drafter');
    const next = await draft(other);
    await eventually(() => deliveries.length).toBe(2);
    expect(deliveries[1]?.item.id).toBe(`${other}/${next}`);
  });

  it('that fails is retried with the same key, and no redirect is followed', async () => {
    const { url, deliveries, asked } = await receiver([500, 302]);
    await serverFor(url);
    await draft(await server.begin('drafter'));
    await eventually(() => deliveries.length).toBe(3);
    expect(new Set(deliveries.map(({ key }) => key)).size).toBe(1);
    expect(deliveries[0]?.signature).toBeUndefined();
    expect(new Set(asked.map((request) => request.url))).toEqual(new Set(['/hook']));
    expect(server.failures).toMatchObject([{ code: 'webhook-failed' }, { code: 'webhook-failed' }]);
  });

  it('has received what it answers with any status from 200 to 299', async () => {
    const { url, deliveries } = await receiver([200, 299]);
    await serverFor(url);
    for (let n = 0; n < 2; n++) await draft(await server.begin('drafter'));
    const settled = async () =>
      (await typesOf('wayfold:webhook')).filter((type) => type === 'reaction_settled').length;
    await eventually(settled).toBe(2);
    expect(deliveries).toHaveLength(2);
    expect(server.failures).toEqual([]);
  });

  it('is not retried for items decided meanwhile', async () => {
    const { url, deliveries } = await receiver(Array(50).fill(503));
    await serverFor(url);
    const id = await server.begin('drafter');
    await draft(id);
    await eventually(() => deliveries.length).toBeGreaterThan(0);
    const { composeId } = await server.waitsFor(id, 'draft');
    await server.does(id, { type: 'dismiss', composeId });
    await eventually(async () => (await typesOf('wayfold:webhook')).includes('reaction_settled')).toBe(true);
    const reported = deliveries.length;
    await draft(await server.begin('drafter'));
    await eventually(() => deliveries.length).toBeGreaterThan(reported);
    expect(deliveries.slice(reported).every(({ item }) => !item.id.startsWith(`${id}/`))).toBe(true);
  });

  it('receives each item from one of two servers on a store', async () => {
    const { url, deliveries } = await receiver();
    await serverFor(url);
    const env = { WAYFOLD_WEBHOOK_URL: url };
    const second = await serve({ store: server.store, port: 0, sessions: { env } });
    for (let n = 0; n < 3; n++) await draft(await server.begin('drafter'));
    const settled = async () =>
      (await typesOf('wayfold:webhook')).filter((type) => type === 'reaction_settled').length;
    await eventually(settled).toBe(3);
    await second.close();
    expect(deliveries.map(({ item }) => item.id)).toHaveLength(3);
    expect(new Set(deliveries.map(({ key }) => key)).size).toBe(3);
  });

  it('receives only undelivered items after a restart', async () => {
    const { url, deliveries } = await receiver([204, 503, 503, 503]);
    await serverFor(url);
    const [a, b] = [await server.begin('drafter'), await server.begin('drafter')];
    await draft(a);
    await eventually(async () => (await typesOf('wayfold:webhook')).includes('reaction_settled')).toBe(true);
    const seq = await draft(b);
    await eventually(() => deliveries.length).toBeGreaterThan(1);
    await server.restart();
    const settled = async () =>
      (await typesOf('wayfold:webhook')).filter((type) => type === 'reaction_settled');
    await eventually(async () => (await settled()).length).toBe(2);
    const reported = deliveries.map(({ item }) => item.id);
    expect(reported.filter((id) => id.startsWith(`${a}/`))).toHaveLength(1);
    expect(reported.at(-1)).toBe(`${b}/${seq}`);
  });

  it('is called when a limit for all sessions is reached', async () => {
    const { url, deliveries } = await receiver();
    await serverFor(url, { WAYFOLD_LIMIT_TOTAL_TOKENS: '1' });
    const id = await server.begin('drafter');
    await draft(id);
    await server.does(id, { type: 'guide', text: 'Shorter.' });
    await eventually(() => deliveries.map(({ item }) => item.waiting.type)).toContain('budget');
    const item = deliveries.find(({ item: { waiting } }) => waiting.type === 'budget')?.item;
    expect(item).toMatchObject({ id: expect.stringMatching(/^everything\/\d+$/), session: null });
  });
});

async function typesOf(journal: string): Promise<string[]> {
  return (await server.store.read(journal, { from: 1, to: 1000, limit: 1000 })).map(({ type }) => type);
}
