import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdleSession } from '../session-pool.ts';
import { HomeCalls, type OpenHome, openHome } from './home-calls.ts';
import type { RunUntilIdle } from './session-object.ts';

const REST: IdleSession = { createdAt: '2026-01-01T00:00:00.000Z', head: 7, at: 12, againInMs: 3 };
const never = new AbortController().signal;
let work: RunUntilIdle;
let home: OpenHome;
let calls: HomeCalls;
let lost: [home: string, ended: boolean][];

beforeEach(async () => {
  work = async () => REST;
  home = await openHome('127.0.0.1', (session, over) => work(session, over));
  lost = [];
  calls = new HomeCalls((url, { ended }) => lost.push([url, ended]) > 0);
});
afterEach(async () => {
  calls.close();
  await home.close();
});

it('has a session brought to rest at its home, and tells how it rests', async () => {
  const asked: string[] = [];
  work = async (session) => {
    asked.push(session);
    return asked.length === 1 ? REST : undefined;
  };
  expect(await calls.bringToRest(home.url, 'trip ü', never)).toEqual(REST);
  expect(await calls.bringToRest(home.url, 'gone', never)).toBeUndefined();
  expect(asked).toEqual(['trip ü', 'gone']);
});

it('keeps nothing of the calls of a connection that are over', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  for (let n = 0; n < 12; n++) await calls.bringToRest(home.url, 's', never);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it('rejects when the work fails there, so that another worker does it', async () => {
  work = async () => {
    throw new Error('no store');
  };
  await expect(calls.bringToRest(home.url, 's', never)).rejects.toThrow();
});

it('takes no calls from who does not know its secret', async () => {
  const asked: string[] = [];
  work = async (session) => {
    asked.push(session);
    return REST;
  };
  await expect(calls.bringToRest(new URL('/guessed', home.url).href, 's', never)).rejects.toThrow();
  expect(asked).toEqual([]);
});

it('gives the work back when the caller hangs up', async () => {
  const over = new AbortController();
  const ended = Promise.withResolvers<boolean>();
  work = async (_, signal) => {
    signal.addEventListener('abort', () => ended.resolve(true));
    over.abort();
    await ended.promise;
    return REST;
  };
  await expect(calls.bringToRest(home.url, 's', over.signal)).rejects.toThrow();
  expect(await ended.promise).toBe(true);
});

it('gives up calls to a home that is there no longer', async () => {
  work = async () => {
    calls.check({ living: new Set(['http://127.0.0.1:1/other']), silent: new Set() });
    return await new Promise<IdleSession>(() => {});
  };
  await expect(calls.bringToRest(home.url, 's', never)).rejects.toThrow();
});

it('keeps calls to a home that is still there', async () => {
  work = async () => {
    calls.check({ living: new Set([home.url]), silent: new Set() });
    return REST;
  };
  expect(await calls.bringToRest(home.url, 's', never)).toEqual(REST);
});

describe('a home that sends no heartbeat', () => {
  let server: Server;
  let url: string;
  let call: Promise<IdleSession | undefined>;
  let response: ServerResponse;

  beforeEach(async () => {
    server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    call = calls.bringToRest(url, 's', never);
    [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('keeps its calls while it accepts connections: it is only slow', async () => {
    const probed = once(server, 'connection');
    calls.check({ living: new Set(), silent: new Set([url]) });
    await probed;
    response.end(JSON.stringify({ rest: REST }));
    expect(await call).toEqual(REST);
  });

  it('loses its calls, whose connections are still open, when it accepts no more', async () => {
    server.close();
    calls.check({ living: new Set(), silent: new Set([url]) });
    await expect(call).rejects.toThrow();
    expect(lost).toEqual([[url, true]]);
  });
});

it('rejects where nobody listens', async () => {
  const gone = await openHome('127.0.0.1', async () => REST);
  await gone.close();
  await expect(calls.bringToRest(gone.url, 's', never)).rejects.toThrow();
  expect(lost).toEqual([[gone.url, false]]);
});

it('tells that its home has ended before it rejects, so that claims made there are void', async () => {
  work = async () => {
    void home.close();
    return await new Promise<IdleSession>(() => {});
  };
  await expect(calls.bringToRest(home.url, 's', never)).rejects.toThrow();
  expect(lost).toEqual([[home.url, true]]);
});

it('tells nothing of a home that answers that the work has failed', async () => {
  work = async () => {
    throw new Error('no store');
  };
  await expect(calls.bringToRest(home.url, 's', never)).rejects.toThrow();
  expect(lost).toEqual([]);
});
