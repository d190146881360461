import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { ServerEvents } from '../../../../../test/server-events.ts';
import { SessionsServer } from '../../../../../test/sessions-server.ts';
import { SessionLine } from '../responses/response-schemas.ts';

let server: SessionsServer;
let stream: ServerEvents;
beforeEach(async () => {
  server = await SessionsServer.start();
  stream = await ServerEvents.open(`${server.url}/api/sessions/events`);
});
afterEach(async () => {
  stream.leave();
  await server.stop();
});

/** The next line of a session that `isWanted`. */
async function lineWhere(isWanted: (line: SessionLine) => boolean): Promise<SessionLine> {
  for (;;) {
    const [next] = await stream.take(1);
    const line = next?.event === 'session' ? SessionLine.parse(next.data) : undefined;
    if (line && isWanted(line)) return line;
  }
}

describe('following the list of sessions', () => {
  it('tells that it is ready, and then of a session from its beginning to its end', async () => {
    expect(await stream.take(1)).toMatchObject([{ event: 'ready', data: {} }]);
    const id = await server.begin('drafter', { title: 'Flour' });
    expect(await lineWhere((line) => line.ready)).toMatchObject({ id, title: 'Flour', hosted: true });
    await server.does(id, { type: 'receive', text: 'Can you deliver on Monday?' });
    const { waiting } = await lineWhere(({ standing }) => standing === 'waiting');
    expect(waiting).toMatchObject([{ type: 'draft' }]);
    await server.does(id, { type: 'archive' });
    expect(await lineWhere(({ archived }) => archived)).toMatchObject({ id, standing: 'archived' });
  });

  it('ends with the line that the list has', async () => {
    await stream.take(1);
    const id = await server.begin('tasks');
    await server.does(id, { type: 'say', text: 'Write the tests. Then fix the bug.' });
    const done = await lineWhere(({ standing }) => standing === 'simulated');
    await eventually(async () => (await server.get(`/sessions?q=${id}`)).fields.sessions).toEqual([done]);
  });

  it('says that a session is gone, and nothing of journals that are none', async () => {
    await stream.take(1);
    const id = await server.begin('trip');
    await lineWhere((line) => line.id === id);
    await server.store.delete(id);
    const news = [];
    do news.push(...(await stream.take(1)));
    while (news.at(-1)?.event !== 'gone');
    expect(news.at(-1)?.data).toEqual({ id });
    expect(news.every(({ event }) => event === 'gone' || event === 'session')).toBe(true);
  });
});
