import { join } from 'node:path';
import { z } from 'zod';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { ServerEvents } from '../server-events.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { type FaultSetting, faultInRounds, type Round } from './fault.ts';
import { killAll } from './program.ts';
import { WayfoldServer } from './wayfold-server.ts';
import { Writer } from './writer.ts';
import { auditWritten } from './written-journal.ts';

const Followed = z.object({ seq: z.number(), by: z.string(), n: z.number(), part: z.number() });

/** A server, the way to it, and what is written while somebody follows. */
class FollowedServer implements AsyncDisposable {
  readonly file: string;
  readonly server: WayfoldServer;
  readonly proxy: CuttingProxy;

  private constructor(file: string, server: WayfoldServer, proxy: CuttingProxy) {
    this.file = file;
    this.server = server;
    this.proxy = proxy;
  }

  static async start({ directory }: FaultSetting): Promise<FollowedServer> {
    const server = new WayfoldServer(directory);
    await server.start();
    const proxy = await CuttingProxy.to(server.url);
    return new FollowedServer(join(directory, '.wayfold', 'wayfold.db'), server, proxy);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killAll();
    await this.server[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
  }
}

export const cutStream = faultInRounds({
  name: 'cut-stream',
  injects: 'connections that break at any byte of a stream of events, which is taken up again each time',
  begin: (setting) => FollowedServer.start(setting),
  async round({ file, proxy }, round) {
    const { number, choices, tally } = round;
    const journal = `followed-${number}`;
    const writer = new Writer({ store: file, journal, by: 'writer' });
    writer.start();
    await writer.toldMore(choices.between(1, 20));
    const url = `${proxy.url}/api/journals/${journal}/events`;
    const seen: z.infer<typeof Followed>[] = [];
    for (let cuts = choices.between(2, 6); cuts > 0; cuts--) {
      proxy.cutAfter(choices.between(1, 6000));
      await followUntilCut(url, seen);
      tally.injected += 1;
    }
    await writer.end();
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    const store = sqliteStore(file);
    try {
      const followed = openJournal(store, journal);
      await followTo(url, seen, await followed.head());
      await auditWritten(followed, [writer], tally);
      auditFollowed(seen, await followed.facts(), round);
    } finally {
      await store.close();
    }
  },
});

class Refused extends Error {}

async function open(url: string, seen: readonly { readonly seq: number }[]): Promise<ServerEvents> {
  const last = seen.at(-1)?.seq;
  const events = await ServerEvents.open(url, last === undefined ? {} : { 'Last-Event-ID': `${last}` });
  if (events.response.ok) return events;
  throw new Refused(await events.response.text());
}

/** An answer whose connection breaks is none, wherever it breaks. */
async function followUntilCut(url: string, seen: z.infer<typeof Followed>[]): Promise<void> {
  try {
    const events = await open(url, seen);
    for (;;)
      for (const { event, data } of await events.take(1))
        if (event === 'fact') seen.push(Followed.parse(data));
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

async function followTo(url: string, seen: z.infer<typeof Followed>[], head: number): Promise<void> {
  const events = await open(url, seen);
  while ((seen.at(-1)?.seq ?? 0) < head) {
    for (const { event, data } of await events.take(1)) if (event === 'fact') seen.push(Followed.parse(data));
  }
  events.leave();
}

/** Every fact once, in order, and the same as in the journal. */
function auditFollowed(
  seen: readonly z.infer<typeof Followed>[],
  facts: readonly { readonly seq: number }[],
  { tally }: Round,
): void {
  for (const [i, fact] of facts.entries()) {
    const times = seen.filter(({ seq }) => seq === fact.seq).length;
    if (times === 0) tally.lost(`fact ${fact.seq} was not fed`);
    if (times > 1) tally.duplicated(`fact ${fact.seq} was fed ${times} times`);
    const { by, n, part } = Followed.parse(fact);
    const fed = seen[i];
    if (fed?.seq !== fact.seq || fed.by !== by || fed.n !== n || fed.part !== part)
      tally.wrong(`fact ${fact.seq} came in another order or with another content`);
  }
}
