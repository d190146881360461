import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { type BuiltInOptions, OFFLINE_SKILLS } from '../../host/built-in-planners.ts';
import { limitsFrom } from '../../host/config/limits.ts';
import { type OpenModel, withoutAddresses } from '../../host/engine/session-model.ts';
import { sessionRegistry } from '../../host/engine/session-registry.ts';
import { localUser } from '../../host/local-user.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { memoryStore } from '../../journal/index.ts';
import type { Llm } from '../../model/llm.ts';
import { openModel } from '../../model/open-model.ts';
import type { Access } from '../access.ts';
import type { EventStreams } from '../event-streams.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { webhookFor } from '../webhook/reopening-webhook.ts';
import { againOperations } from './again-operations.ts';
import type { ApiSetting } from './api-setting.ts';
import { attachmentOperations } from './attachment-operations.ts';
import { commitsOperations } from './commits-operations.ts';
import { compareOperations } from './compare-operations.ts';
import { exampleOperations } from './examples/example-operations.ts';
import { journalOperations } from './journal-operations.ts';
import { openApiDocument } from './openapi.ts';
import type { Operation } from './operation.ts';
import { passOperations } from './pass-operations.ts';
import { pauseOperations } from './pause-operations.ts';
import { limitRate, type RateLimit } from './rate-limit.ts';
import { atMost } from './request.ts';
import { saidOperations } from './said-operations.ts';
import { SessionHost, type SessionHostOptions } from './session-host.ts';
import { sessionOperations } from './session-operations.ts';
import { SessionShelf } from './session-shelf.ts';
import { tripOperations } from './trip-operations.ts';

/** How a server runs sessions. */
export interface SessionsOptions extends Pick<SessionHostOptions, 'atOnce' | 'idleMs' | 'ttlMs' | 'engine'> {
  /** Where the model, its keys and the names of people come from: the environment of the process unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the planners need of this machine. */
  readonly planners?: BuiltInOptions;
  /** How many requests to the API one address may send. */
  readonly rate?: RateLimit;
  /** Where examples may keep files of their own: a folder for temporary files unless told. */
  readonly examplesFolder?: string;
}

/** Sessions over HTTP, and what runs them. */
export interface SessionsEndpoint {
  readonly host: SessionHost;
  readonly registry: PlannerRegistry;
  readonly llm: Llm;
  /** Holds each client to `rate`, in all of `/api`. */
  readonly limited: MiddlewareHandler<{ Bindings: HttpBindings }>;
  /** To be mounted at `/api`. */
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  /** Takes up the sessions that are run here. */
  start(): Promise<void>;
  /** Puts them to rest: what is under way is given back. The store stays open. */
  close(): Promise<void>;
}

const MAX_JSON_BYTES = 1024 * 1024;

export function sessionsEndpoint(
  { env = process.env, planners, rate, examplesFolder, ...running }: SessionsOptions,
  {
    place,
    access,
    streams,
    onFailure,
  }: {
    readonly place: ReopeningStore;
    readonly access: Access;
    readonly streams: EventStreams;
    readonly onFailure?: (error: unknown, where?: { readonly session?: string }) => void;
  },
): SessionsEndpoint {
  const open: OpenModel = (name) => openModel(name, { env, skills: OFFLINE_SKILLS });
  const llm = open(env.WAYFOLD_MODEL?.trim() || 'offline');
  const examples = examplesFolder ?? join(tmpdir(), 'wayfold-examples');
  const commits = {
    ...planners?.commits,
    roots: [...(planners?.commits?.roots ?? [process.cwd()]), examples],
  };
  const registry = sessionRegistry(() => place.existing(), { ...planners, commits }, env);
  const host = new SessionHost({
    place,
    registry,
    llm,
    openModel: withoutAddresses(open),
    limits: limitsFrom(env),
    ...running,
    ...(onFailure && {
      onError: (error, session) => onFailure(error, session === undefined ? {} : { session }),
    }),
  });
  const nothing = memoryStore();
  const shelf = new SessionShelf(registry);
  const webhook = webhookFor(env, { place, shelf, onError: (error) => onFailure?.(error) });
  const person = access.token === undefined ? localUser() : env.WAYFOLD_TOKEN_NAME?.trim() || 'token';
  const setting: ApiSetting = {
    place,
    registry,
    llm,
    streams,
    host,
    shelf,
    current: async () => (await place.existing()) ?? nothing,
    personOf: () => person,
  };
  const operations = [
    ...sessionOperations(setting),
    ...pauseOperations(setting),
    ...journalOperations(setting),
    ...saidOperations(setting),
    ...attachmentOperations(setting),
    ...compareOperations(setting),
    ...passOperations(setting),
    ...againOperations(setting),
    ...tripOperations(setting),
    ...exampleOperations({ ...setting, examplesFolder: examples }),
    ...commitsOperations(setting, commits),
  ];
  return {
    host,
    registry,
    llm,
    limited: limitRate(rate, { clientOf: access.clientOf }),
    routes: routesOf(operations, llm),
    async start() {
      await Promise.all([host.start(), webhook?.start()]);
    },
    async close() {
      await webhook?.close();
      await host.close();
    },
  };
}

function routesOf(operations: readonly Operation[], { id, demo }: Llm): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const label = demo ? `${id} (demo)` : id;
  for (const { method, path, maxBody = MAX_JSON_BYTES, handle } of operations) {
    routes.on(method.toUpperCase(), path, atMost(maxBody, 'Send less.'), async (c) => {
      c.header('Wayfold-Model', label);
      return await handle(c);
    });
  }
  const document = openApiDocument(operations);
  routes.get('/openapi.json', (c) => c.json(document));
  return routes;
}
