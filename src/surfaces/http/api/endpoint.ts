import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { limitsFrom } from '../../../host/config/limits.ts';
import { namingModels, type OpenModel, withoutAddresses } from '../../../host/engine/session-model.ts';
import { sessionRegistry } from '../../../host/engine/session-registry.ts';
import { localUser } from '../../../host/local-user.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import { memoryStore } from '../../../journal/memory-store.ts';
import type { Llm } from '../../../model/llm.ts';
import { openModel } from '../../../model/open-model.ts';
import { offlineSkillsOf } from '../../../planners/built-in.ts';
import { Sessions } from '../../../sessions/sessions.ts';
import type { Access } from '../access/access.ts';
import type { EventStreams } from '../feeds/event-streams.ts';
import type { SessionsOptions } from '../server-options.ts';
import type { ReopeningStore } from '../store/reopening-store.ts';
import { webhookFor } from '../webhook/inbox-webhook.ts';
import { commitPlans } from './aliases/commit-plans.ts';
import { ExampleRepository } from './aliases/example-repository.ts';
import { exampleRoutes } from './aliases/example-routes.ts';
import { tripExport } from './aliases/trip-export.ts';
import type { ApiContext } from './api-context.ts';
import { SessionHost } from './live/session-host.ts';
import type { Operation } from './operation.ts';
import { asRequestError, atMost } from './request.ts';
import { openApiDocument } from './responses/openapi.ts';
import { attachmentRoutes } from './routes/attachment-routes.ts';
import { compareRoutes } from './routes/compare-routes.ts';
import { erasureRoutes } from './routes/erasure-routes.ts';
import { factRoutes } from './routes/fact-routes.ts';
import { journalRoutes } from './routes/journal-routes.ts';
import { messageRoutes } from './routes/message-routes.ts';
import { pairingRoutes } from './routes/pairing-routes.ts';
import { passRoutes } from './routes/pass-routes.ts';
import { pauseRoutes } from './routes/pause-routes.ts';
import { plannerRoutes } from './routes/planner-routes.ts';
import { queryRoutes } from './routes/query-routes.ts';
import { rerunRoutes } from './routes/rerun-routes.ts';
import { searchRoutes } from './routes/search-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';

/** The HTTP API, and the host that runs its sessions. */
export interface SessionsEndpoint {
  readonly host: SessionHost;
  readonly sessions: Sessions;
  readonly registry: PlannerRegistry;
  readonly llm: Llm;
  /** The routes, to be mounted at `/api`. */
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  /** Starts running the sessions of this server. */
  start(): Promise<void>;
  /** Stops running sessions and releases work in progress. The store stays open. */
  close(): Promise<void>;
}

const MAX_JSON_BYTES = 1024 * 1024;

export function sessionsEndpoint(
  { env = process.env, builtIn, planners, examplesFolder, ...running }: Omit<SessionsOptions, 'rate'>,
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
  const roots = [...(builtIn?.commits?.roots ?? [process.cwd()])];
  const repository = new ExampleRepository(examplesFolder, (root) => {
    if (!roots.includes(root)) roots.push(root);
  });
  const commits = { ...builtIn?.commits, roots, plansElsewhere: running.engine !== undefined };
  const registry = sessionRegistry(() => place.existing(), { ...builtIn, commits }, env, planners);
  const skills = offlineSkillsOf(registry.entries.map(({ module }) => module));
  const open: OpenModel = (name) => openModel(name, { env, skills });
  const llm = namingModels(open(env.WAYFOLD_MODEL?.trim() || 'offline'), withoutAddresses(open));
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
  const sessions = new Sessions({ source: place, registry, llm, limits: host.limits, env, runner: host });
  const webhook = webhookFor(env, { place, sessions, onError: (error) => onFailure?.(error) });
  const person = access.token === undefined ? localUser() : env.WAYFOLD_TOKEN_NAME?.trim() || 'token';
  const context: ApiContext = {
    place,
    sessions,
    llm,
    streams,
    host,
    current: async () => (await place.existing()) ?? nothing,
    personOf: () => person,
  };
  const operations = [
    ...plannerRoutes(context),
    ...sessionRoutes(context),
    ...queryRoutes(context),
    ...searchRoutes(context),
    ...pauseRoutes(context),
    ...erasureRoutes(context),
    ...journalRoutes(context),
    ...factRoutes(context),
    ...pairingRoutes(context),
    ...messageRoutes(context),
    ...attachmentRoutes(context),
    ...compareRoutes(context),
    ...passRoutes(context),
    ...rerunRoutes(context),
    ...exampleRoutes({ ...context, repository }),
    ...tripExport(context),
    ...commitPlans(context),
  ];
  return {
    host,
    sessions,
    registry,
    llm,
    routes: routesOf(operations, llm),
    async start() {
      await Promise.all([host.start(), webhook?.start()]);
    },
    async close() {
      await webhook?.close();
      sessions.close();
      await host.close();
      await repository.close();
    },
  };
}

function routesOf(operations: readonly Operation[], { id, demo }: Llm): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const label = demo ? `${id} (demo)` : id;
  for (const { method, path, maxBody, handle } of operations) {
    const limit = maxBody === undefined ? atMost(MAX_JSON_BYTES, 'body') : atMost(maxBody, 'file');
    routes.on(method.toUpperCase(), path, limit, async (c) => {
      c.header('Wayfold-Model', label);
      try {
        return await handle(c);
      } catch (error) {
        throw asRequestError(error);
      }
    });
  }
  let document: ReturnType<typeof openApiDocument> | undefined;
  routes.get('/openapi.json', (c) => {
    document ??= openApiDocument(operations);
    return c.json(document);
  });
  return routes;
}
