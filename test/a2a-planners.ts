import type { Message, Task } from '@a2a-js/sdk';
import type { PlannerModule } from '../src/harness/module/planner-module.ts';
import { publishSession } from '../src/host/a2a/published/publish.ts';
import { createRegistry, type PlannerRegistry } from '../src/host/registry.ts';
import { createHostSession, type Session } from '../src/host/session.ts';
import { type Envelope, type FactStore, memoryStore } from '../src/journal/index.ts';
import { openModel } from '../src/model/open-model.ts';
import { type BuiltInOptions, builtInModules, offlineSkillsOf } from '../src/planners/built-in.ts';
import { message, sdkClient, serveA2a } from './a2a-fixture.ts';
import { opened } from './a2a-talk.ts';

/** A server on a store whose sessions the offline model runs. */
export async function serving(store: FactStore, registry: PlannerRegistry, port = 0) {
  const llm = openModel('offline', { env: {}, skills: offlineSkillsOf(builtInModules()) });
  return opened(await serveA2a(store, { registry, port, llm }));
}

/** A session with one of the built-in planners that other agents reach. */
export async function published(
  store: FactStore,
  registry: PlannerRegistry,
  plannerId: string,
  config: unknown,
): Promise<Session> {
  const session = await createHostSession(store, registry, { id: 's', title: 'It', plannerId, config });
  await publishSession(session.journal);
  return session;
}

interface ServedSession {
  readonly store: FactStore;
  readonly registry: PlannerRegistry;
  readonly session: Session;
  readonly journal: Session['journal'];
  readonly server: Awaited<ReturnType<typeof serving>>;
  readonly client: Awaited<ReturnType<typeof sdkClient>>;
  facts(type: string): Promise<Envelope[]>;
  say(text: string, more?: Partial<Message>): Promise<Task>;
}

/** A server of one session with a built-in planner, and a client of it. */
export async function agent(
  plannerId: string,
  config: unknown,
  options: BuiltInOptions = {},
): Promise<ServedSession> {
  return await agentWith(createRegistry(builtInModules(options)), plannerId, config);
}

/** The same with a planner of somebody's own. */
export async function agentOf(module: PlannerModule, config: unknown): Promise<ServedSession> {
  return await agentWith(createRegistry([module]), module.id, config);
}

async function agentWith(
  registry: PlannerRegistry,
  plannerId: string,
  config: unknown,
): Promise<ServedSession> {
  const store = memoryStore();
  const session = await published(store, registry, plannerId, config);
  const server = await serving(store, registry);
  const client = await sdkClient(server.card());
  const facts = async (type: string) => (await session.journal.facts()).filter((fact) => fact.type === type);
  return {
    store,
    registry,
    session,
    journal: session.journal,
    server,
    client,
    facts,
    say: async (text: string, more: Partial<Message> = {}) =>
      taskOf(await client.sendMessage(message(text, more))),
  };
}

export function taskOf(result: object): Task {
  if (!('status' in result)) throw new Error('no task');
  return result as Task;
}

/** The JSON of what was made, by the id of the artifact. */
export function madeIn({ artifacts }: Task): Record<string, unknown> {
  return Object.fromEntries(
    artifacts.map(({ artifactId, parts }) => [
      artifactId,
      parts[0]?.content?.$case === 'data' ? parts[0].content.value : parts[0]?.content,
    ]),
  );
}

/** What it waits for, as data beside the words. */
export function waitingIn({ status }: Task): readonly Record<string, unknown>[] {
  return (status?.message?.parts ?? []).flatMap(({ content }) =>
    content?.$case === 'data' ? content.value.waiting : [],
  );
}

export function dataPart(value: unknown): Message['parts'][number] {
  return {
    content: { $case: 'data', value },
    filename: '',
    mediaType: 'application/json',
    metadata: undefined,
  };
}
