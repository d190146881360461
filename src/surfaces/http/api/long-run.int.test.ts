import { afterEach, expect, it } from 'vitest';
import { SessionsServer } from '../../../../test/sessions-server.ts';

let server: SessionsServer;
afterEach(() => server.stop());

it('stays responsive while a session runs many immediate tasks', async () => {
  server = await SessionsServer.start();
  const id = await server.begin('tasks');
  const list = Array.from({ length: 60 }, (_, at) => `${at + 1}. Write chapter ${at + 1}`).join('\n');
  await server.does(id, { type: 'say', text: list });
  const seen: string[] = [];
  while (seen.at(-1) !== 'simulated') seen.push((await server.session(id)).standing);
  expect(seen.filter((standing) => standing === 'working').length).toBeGreaterThan(2);
});
