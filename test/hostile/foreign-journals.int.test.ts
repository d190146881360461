import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionRegistry } from '../../src/host/engine/session-registry.ts';
import { exportJournal, importJournal, memoryStore, openJournal } from '../../src/journal/index.ts';
import { SessionsServer } from '../sessions-server.ts';
import { mutatedJson, parsedOr } from './hostile-json.ts';
import { expectNothingPolluted, hasPage, runs } from './law.ts';
import { payloads } from './payloads.ts';

const registry = sessionRegistry(async () => undefined, {}, {});
const ADDRESSES = [
  '',
  '/said',
  '/timeline',
  '/passes',
  '/facts',
  '/export',
  '/diff?from=1',
  '/trip/html',
  '/commits/history',
  '/events',
];

let server: SessionsServer;
let journals = 0;

beforeAll(async () => {
  const idle = { wake() {}, isAtWork: () => false, isBusy: () => false, async rest() {}, async close() {} };
  server = await SessionsServer.start({
    sessions: { env: {}, rate: { burst: 1e9, perSecond: 1e9 }, engine: () => idle },
  });
});
afterAll(() => server.stop());

/** Brings a journal in as a file: its chain is sound, and what its facts say is held to no schema. */
async function imported(facts: readonly { readonly type: string }[]): Promise<string | undefined> {
  const id = `foreign-${++journals}`;
  const elsewhere = memoryStore();
  const journal = openJournal(elsewhere, id);
  for (const fact of facts) await journal.append([fact]).catch(() => undefined);
  if ((await journal.head()) === 0) return undefined;
  await importJournal(server.store, exportJournal(elsewhere, id));
  return id;
}

const isRecord = (value: unknown): value is { readonly type: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe.each(registry.entries.map(({ planner, facts }) => [planner.id, facts] as const))(
  'a foreign journal that claims to be a session with %s',
  (plannerId, types) => {
    it('is shown or refused, whatever its facts contain', async () => {
      const facts = fc.array(
        mutatedJson(...payloads(types).map((fact) => ({ ...fact, v: 1 })))
          .map(parsedOr)
          .filter(isRecord),
        {
          minLength: 1,
          maxLength: 8,
        },
      );
      await fc.assert(
        fc.asyncProperty(facts, async (given) => {
          const created: { readonly type: string } = Object({
            type: 'session_created',
            title: 'T',
            plannerId,
          });
          const id = await imported([created, ...given]);
          if (id === undefined) return;
          for (const address of ADDRESSES) {
            const signal = AbortSignal.timeout(20_000);
            const response = await fetch(`${server.url}/api/sessions/${id}${address}`, { signal });
            if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
              await response.body?.cancel();
              continue;
            }
            const text = await response.text();
            expect(server.failures.splice(0).map((error) => [address, Object(error).stack])).toEqual([]);
            expect(response.status, text).toBeLessThan(500);
            if (response.status >= 400) expect(hasPage(JSON.parse(text).code)).toBe(true);
          }
          const lists = await Promise.all([server.get('/sessions'), server.get('/inbox')]);
          expect(lists.map(({ status }) => status)).toEqual([200, 200]);
          expect(server.failures.splice(0)).toEqual([]);
          await server.store.delete(id);
          expectNothingPolluted();
        }),
        runs(0.12) as fc.Parameters<[{ readonly type: string }[]]>,
      );
    });
  },
);

describe('an unreadable journal', () => {
  it.each([
    ['facts of a newer version', [{ type: 'user_input', v: 99, text: 'x' }]],
    [
      'a setup that is not there',
      [
        {
          type: 'planner_configured',
          plannerId: 'trip',
          configSha256: 'a'.repeat(64),
          ready: true,
          mode: 'auto',
          seed: {},
        },
      ],
    ],
    ['a planner that is not there', [{ type: 'session_created', title: 'T', plannerId: 'nobody' }]],
  ])('because of %s hides no other session', async (_, facts) => {
    const other = await server.begin('trip');
    const id = await imported([Object({ type: 'session_created', title: 'T', plannerId: 'trip' }), ...facts]);
    const { status, fields } = await server.get('/sessions');
    expect(status).toBe(200);
    expect(JSON.stringify(fields)).toContain(other);
    expect((await server.get('/inbox')).status).toBe(200);
    expect((await server.get(`/sessions/${id}`)).status).toBeLessThan(500);
    expect(server.failures.splice(0)).toEqual([]);
  });
});
