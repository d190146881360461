/**
 * A session that other agents can talk to, and an agent that does. The session is published and served by `wayfold up`;
 * the other agent is any client of A2A, here that of the protocol's own SDK. Run it: node examples/published-session.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Message, Role, type Task } from '@a2a-js/sdk';
import { ClientFactory, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { builtInPlanners, createHostSession, createRegistry, publishSession } from 'wayfold/host';
import { sqliteStore } from 'wayfold/journal';
import { DEFAULT_TRIP_CONFIG } from 'wayfold/trip';
import { z } from 'zod';

const directory = await mkdtemp(join(tmpdir(), 'wayfold-example-'));

// Our side: a session with the trip planner, which others may reach from now on.
const store = sqliteStore(join(directory, 'wayfold.db'));
const session = await createHostSession(store, createRegistry(builtInPlanners()), {
  id: 'travel',
  title: 'Travel desk',
  plannerId: 'trip',
  config: DEFAULT_TRIP_CONFIG,
});
await publishSession(session.journal, { name: 'Travel desk', description: 'Plans trips.' });

const launcher = fileURLToPath(new URL('bin/wayfold.cjs', import.meta.resolve('wayfold/package.json')));
const server = spawn(process.execPath, [launcher, 'up', '--port', '0', '--json', '--data', directory], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)));

// Their side: they know an address, and nothing of Wayfold.
const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory()] });
const agent = await factory.createFromUrl(`${url}/a2a/travel/.well-known/agent-card.json`, '');
console.log((await agent.getAgentCard()).name); // → Travel desk

const asked = await say('A trip to Flagstaff');
console.log(answerIn(asked)); // → The length of the trip decides how many stops it has. How many days should the trip take?
const planned = await say('3 day road trip from LA via Las Vegas', asked);
console.log(planned.artifacts[0]?.name); // → itinerary.json

server.kill('SIGTERM');
await once(server, 'exit');

// What was said is in the journal, like everything else.
const types = (await session.journal.facts()).map(({ type }) => type);
console.log(types.filter((type) => type === 'remote_received').length, 'messages came in'); // → 2 messages came in
await store.close();
await rm(directory, { recursive: true });

async function say(text: string, task?: Task): Promise<Task> {
  const message: Message = {
    messageId: crypto.randomUUID(),
    contextId: task?.contextId ?? '',
    taskId: task?.id ?? '',
    role: Role.ROLE_USER,
    parts: [
      { content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const answer = await agent.sendMessage({
    tenant: '',
    message,
    configuration: undefined,
    metadata: undefined,
  });
  if (!('artifacts' in answer)) throw new Error('The agent works in tasks.');
  return answer;
}

function answerIn({ status }: Task): string {
  return (status?.message?.parts ?? [])
    .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
    .join(' ')
    .trim();
}
