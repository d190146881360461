import { afterEach, describe, expect, it } from 'vitest';
import { openRemoteAgent } from '../../src/host/a2a/connected/remote-agent.ts';
import { httpExecutor } from '../../src/planners/tasks/executors/http.ts';
import { reachCheck } from '../../src/planners/tasks/executors/material/reach.ts';
import { parseTasks } from '../../src/planners/tasks/parse/parse-tasks.ts';
import { osrm } from '../../src/planners/trip/routes/osrm.ts';
import { postWebhook } from '../../src/surfaces/http/webhook/post.ts';
import { localSite } from '../local-site.ts';
import { SessionsServer } from '../sessions-server.ts';
import { answerOrRefusal } from './law.ts';

type Site = Awaited<ReturnType<typeof localSite>>;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that nobody from outside may reach through us. */
async function inside(
  answer: Parameters<typeof localSite>[0] = (_, response) => response.end('{}'),
): Promise<Site> {
  const site = await localSite(answer);
  closing.push(() => site.close());
  return site;
}

async function sessions(env: Record<string, string> = {}): Promise<SessionsServer> {
  const server = await SessionsServer.start({ sessions: { env } });
  closing.push(() => server.stop());
  return server;
}

/** The same server in every disguise that an address can have. */
const disguises = ({ port }: Site): readonly string[] => [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST.:${port}/`,
  `http://x.localhost:${port}/`,
  `http://example.com@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@example.com/`,
  `http://１２７.０.０.１:${port}/`,
];
const ELSEWHERE = [
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:1/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'file:///etc/passwd',
  'data:application/json,{}',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:70/',
];

describe('an address named by a stranger is not fetched', () => {
  it('in a link of a task, when it is carried out and when it is checked', async () => {
    const site = await inside();
    for (const value of [...disguises(site), ...ELSEWHERE]) {
      const task = {
        id: 1,
        kind: 'ToolCall' as const,
        description: `Fetch ${value}`,
        parameters: `Fetch ${value}`,
        attachments: [{ kind: { type: 'Link' as const, value } }],
        context: '',
      };
      const signal = AbortSignal.timeout(10_000);
      const context = { signal, idempotencyKey: 'k', progress: () => undefined };
      expect(await httpExecutor().execute(task, context)).toMatchObject({ type: 'failed' });
      const check = reachCheck({ allowPrivate: false, cwd: '/' });
      expect(await check({ kind: { type: 'Link', value } }, { signal, task })).toBeTypeOf('string');
    }
    expect(site.asked).toEqual([]);
  });

  it('in the text of a task', async () => {
    const site = await inside();
    const [task] = parseTasks(`Read http://127.0.0.1:${site.port}/secret and sum it up`);
    const { attachments = [], description = '' } = task ?? {};
    expect(attachments).toHaveLength(1);
    const outcome = await httpExecutor().execute(
      { id: 1, kind: 'ToolCall', description, parameters: description, attachments, context: '' },
      { signal: AbortSignal.timeout(10_000), idempotencyKey: 'k', progress: () => undefined },
    );
    expect(outcome).toMatchObject({ type: 'failed', failureClass: 'forbidden' });
    expect(site.asked).toEqual([]);
  });

  it('as an agent card, nor as the target of a card', async () => {
    const site = await inside();
    for (const cardUrl of [...disguises(site), ...ELSEWHERE]) {
      const outcome = await answerOrRefusal(() => openRemoteAgent({ cardUrl, timeoutMs: 5000 }));
      expect(outcome).toMatchObject({ error: { code: 'agent-address-refused' } });
    }
    const elsewhere = await inside();
    const card = {
      name: 'A',
      supportedInterfaces: [
        { url: `${site.origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    };
    const agent = await inside((_, response) => response.end(JSON.stringify(card)));
    const { client, fetchFile } = await openRemoteAgent({
      cardUrl: agent.origin,
      allowPrivate: [agent.origin],
    });
    const asked = client.getTask({ id: 't', tenant: '' });
    await expect(asked).rejects.toThrow();
    expect(await fetchFile(`${elsewhere.origin}/file`)).toBeUndefined();
    expect([site.asked, elsewhere.asked]).toEqual([[], []]);
  });

  it('as a scenario of a session', async () => {
    const site = await inside();
    const server = await sessions();
    for (const scenarioUrl of [...disguises(site), ...ELSEWHERE]) {
      const { status, fields } = await server.post('/sessions', {
        title: 'T',
        plannerId: 'scenario',
        config: { scenarioUrl, myAgentId: 'a' },
      });
      expect([scenarioUrl, status < 500]).toEqual([scenarioUrl, true]);
      expect(JSON.stringify(fields)).not.toContain('root:');
    }
    expect(site.asked).toEqual([]);
    expect(server.failures).toEqual([]);
  });

  it('as a service for places, roads or sights, in the setup of a trip', async () => {
    const site = await inside();
    const server = await sessions();
    for (const url of [
      `http://127.0.0.1:${site.port}/a?b=`,
      `http://localhost:${site.port}`,
      `http://0x7f.1:${site.port}`,
    ]) {
      const config = {
        placeService: 'nominatim',
        placeUrl: url,
        activityService: 'overpass',
        activityUrl: url,
        routeService: 'osrm',
        routeUrl: url,
      };
      const id = await server.begin('trip', { config });
      await server.does(id, { type: 'say', text: 'A 3 day road trip from Porto to Zzyzzxtown' });
      await server.does(id, { type: 'say', text: 'From Porto to Lisbon in 3 days by car' });
      await expect.poll(async () => (await server.made(id)).itinerary, { timeout: 30_000 }).toBeTruthy();
    }
    expect(site.asked).toEqual([]);
    expect(server.failures).toEqual([]);
  });

  it('as the model of a session', async () => {
    const site = await inside();
    const server = await sessions({ WAYFOLD_MODEL_KEY: 'sk-not-to-be-sent' });
    const begun = server.begin('drafter', { config: { model: `${site.origin}/v1#any` } });
    await expect(begun).rejects.toThrow('config-invalid');
    expect(site.asked).toEqual([]);
  });

  it("unless the server's operator has named it", async () => {
    const site = await inside((_, response) => response.writeHead(500).end());
    const server = await sessions({ WAYFOLD_OSRM_URL: `${site.origin}/roads` });
    const id = await server.begin('trip', {
      config: { routeService: 'osrm', routeUrl: `${site.origin}/roads` },
    });
    await server.does(id, { type: 'say', text: 'From Porto to Lisbon in 3 days by car' });
    await expect.poll(() => site.asked.length, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

describe('a named server', () => {
  it('cannot redirect a request for places or roads to another one', async () => {
    const site = await inside();
    const redirecting = await inside((_, response) =>
      response.writeHead(302, { location: site.origin }).end(),
    );
    const asked = osrm({ url: redirecting.origin }).route([
      { lat: 1, lng: 2 },
      { lat: 2, lng: 3 },
    ]);
    await expect(asked).rejects.toMatchObject({ code: 'geo-service-failed' });
    expect(redirecting.asked).toHaveLength(1);
    expect(site.asked).toEqual([]);
  });

  it('cannot redirect a request for its card or a file of it to another one', async () => {
    const site = await inside();
    const card = {
      name: 'A',
      supportedInterfaces: [{ url: site.origin, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    };
    let isMoved = false;
    const agent = await inside((_, response) =>
      isMoved
        ? response.writeHead(302, { location: `${site.origin}/moved` }).end()
        : response.end(JSON.stringify(card)),
    );
    const named = { cardUrl: agent.origin, allowPrivate: [agent.origin], timeoutMs: 5000 };
    const { fetchFile } = await openRemoteAgent(named);
    isMoved = true;
    const refused = { code: 'agent-address-refused' };
    await expect(fetchFile(`${agent.origin}/file`)).rejects.toMatchObject(refused);
    await expect(openRemoteAgent(named)).rejects.toMatchObject(refused);
    expect(site.asked).toEqual([]);
  });

  it('cannot redirect a webhook to another one', async () => {
    const site = await inside();
    const redirecting = await inside((_, response) =>
      response.writeHead(307, { location: site.origin }).end(),
    );
    const message = { body: '{}', idempotencyKey: 'k', now: 0, signal: AbortSignal.timeout(10_000) };
    await expect(postWebhook({ url: redirecting.origin }, message)).rejects.toMatchObject({
      code: 'webhook-failed',
    });
    expect(site.asked).toEqual([]);
  });
});
