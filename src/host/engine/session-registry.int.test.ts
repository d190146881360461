import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { libraryLoan } from '../../planners/scenario/fixtures/library-loan.ts';
import { sessionRegistry } from './session-registry.ts';

it.each([
  [undefined, false],
  ['1', true],
] as const)(
  'loads a scenario from a private address with WAYFOLD_ALLOW_PRIVATE=%s: %s',
  async (allowed, ready) => {
    const server = createServer((_, response) => response.end(JSON.stringify(libraryLoan)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = allowed === undefined ? {} : { WAYFOLD_ALLOW_PRIVATE: allowed };
    const { planner } = sessionRegistry(async () => undefined, {}, env).get('scenario');
    const seed = { scenarioUrl: `http://127.0.0.1:${port}/loan.json` };
    expect(await planner.hydrate?.(seed, {})).toMatchObject({ ready });
  },
);
