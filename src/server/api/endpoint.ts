import { userInfo } from 'node:os';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { conversationFamily } from '../../harness/family.ts';
import { a2aFacts } from '../../host/a2a/facts.ts';
import { type BuiltInOptions, builtInPlanners, OFFLINE_SKILLS } from '../../host/built-in-planners.ts';
import { createRegistry, type PlannerRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import type { Llm } from '../../model/llm.ts';
import { openModel } from '../../model/open-model.ts';
import type { ScenarioLoader } from '../../planners/scenario/scenario-source.ts';
import { MAX_SCENARIO_BYTES } from '../../planners/scenario/validate-scenario.ts';
import { guardedFetch } from '../../planners/tasks/executors/guarded-fetch.ts';
import type { Access } from '../access.ts';
import type { EventStreams } from '../event-streams.ts';
import type { PlacedStore } from '../placed-store.ts';
import type { ApiSetting } from './api-setting.ts';
import { attachmentOperations } from './attachment-operations.ts';
import { journalOperations } from './journal-operations.ts';
import { openApiDocument } from './openapi.ts';
import type { Operation } from './operation.ts';
import { limitRate, type RateLimit } from './rate-limit.ts';
import { atMost } from './request.ts';
import { SessionHost, type SessionHostOptions } from './session-host.ts';
import { type OpenModel, withoutAddresses } from './session-model.ts';
import { sessionOperations } from './session-operations.ts';
import { SessionShelf } from './session-shelf.ts';

/** How a server runs sessions. */
export interface SessionsOptions extends Pick<SessionHostOptions, 'atOnce' | 'idleMs'> {
  /** Where the model, its keys and the names of people come from: the environment of the process unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the planners need of this machine. */
  readonly planners?: BuiltInOptions;
  readonly rate?: RateLimit;
}

/** Sessions over HTTP, and what runs them. */
export interface SessionsEndpoint {
  readonly host: SessionHost;
  readonly registry: PlannerRegistry;
  readonly llm: Llm;
  /** To be mounted at `/api`. */
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  /** Takes up the sessions that are run here. */
  start(): Promise<void>;
  /** Puts them to rest: what is under way is given back. The store stays open. */
  close(): Promise<void>;
}

const MAX_JSON_BYTES = 1024 * 1024;

export function sessionsEndpoint(
  { env = process.env, planners, rate, atOnce, idleMs }: SessionsOptions,
  {
    place,
    access,
    streams,
    onFailure,
  }: {
    readonly place: PlacedStore;
    readonly access: Access;
    readonly streams: EventStreams;
    readonly onFailure?: (error: unknown) => void;
  },
): SessionsEndpoint {
  const open: OpenModel = (name) => openModel(name, { env, skills: OFFLINE_SKILLS });
  const llm = open(env.WAYFOLD_MODEL?.trim() || 'offline');
  const registry = registryWith({ loadScenario: scenariosOf(place), ...planners });
  const host = new SessionHost({
    place,
    registry,
    llm,
    openModel: withoutAddresses(open),
    ...(atOnce !== undefined && { atOnce }),
    ...(idleMs !== undefined && { idleMs }),
    ...(onFailure && { onError: onFailure }),
  });
  const nothing = memoryStore();
  const person = access.token === undefined ? localUser() : env.WAYFOLD_TOKEN_NAME?.trim() || 'token';
  const setting: ApiSetting = {
    place,
    registry,
    llm,
    streams,
    host,
    shelf: new SessionShelf(registry),
    current: async () => (await place.existing()) ?? nothing,
    personOf: () => person,
  };
  const operations = [
    ...sessionOperations(setting),
    ...journalOperations(setting),
    ...attachmentOperations(setting),
  ];
  return {
    host,
    registry,
    llm,
    routes: routesOf(operations, llm, rate),
    start: () => host.start(),
    close: () => host.close(),
  };
}

function routesOf(
  operations: readonly Operation[],
  { id, demo }: Llm,
  rate: RateLimit | undefined,
): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const limited = limitRate(rate);
  const label = demo ? `${id} (demo)` : id;
  for (const { method, path, maxBody = MAX_JSON_BYTES, handle } of operations) {
    routes.on(method.toUpperCase(), path, limited, atMost(maxBody, 'Send less.'), async (c) => {
      c.header('Wayfold-Model', label);
      return await handle(c);
    });
  }
  const document = openApiDocument(operations);
  routes.get('/openapi.json', (c) => c.json(document));
  return routes;
}

/** Conversations may be published, which leaves facts of its own. */
function registryWith(options: BuiltInOptions): PlannerRegistry {
  return createRegistry(
    builtInPlanners(options).map((entry) =>
      entry.family === conversationFamily ? { ...entry, facts: { ...entry.facts, ...a2aFacts } } : entry,
    ),
  );
}

/** Scenarios come from uploaded files, and from addresses that are not of this machine or network. */
function scenariosOf(place: PlacedStore): ScenarioLoader {
  return async (source, signal) => {
    if (source.type === 'upload') {
      const bytes = await (await place.existing())?.getAttachment(source.sha256);
      if (bytes) return bytes;
      throw new Error('no file with this hash was uploaded');
    }
    const { status, body, truncated } = await guardedFetch(source.url, {
      signal,
      maxBytes: MAX_SCENARIO_BYTES,
    });
    if (status !== 200) throw new Error(`the address answers with status ${status}`);
    if (truncated) throw new Error(`it has more than ${MAX_SCENARIO_BYTES} bytes`);
    return body;
  };
}

function localUser(): string {
  try {
    return userInfo().username || 'user';
  } catch {
    // A process may run as a user that the system has no name for.
    return 'user';
  }
}
