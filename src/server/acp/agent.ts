import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  type AgentApp,
  type AgentContext,
  agent,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { isPlanId, journalOf } from '../../plan-tools/plan-id.ts';
import type { PlacedStore } from '../placed-store.ts';
import { AgentSession } from './agent-session.ts';
import { promptText } from './prompt-text.ts';
import { listSessions } from './session-list.ts';

/** Where the sessions of a project are kept. */
export interface ProjectStores {
  /** Where the store for a working directory is; the same place each time. */
  at(cwd: string): PlacedStore;
}

export interface AcpAgentOptions {
  readonly version: string;
  readonly stores: ProjectStores;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export interface AcpAgent {
  readonly app: AgentApp;
  /** Ends every session's work. */
  close(): Promise<void>;
}

/** The agent that editors talk to. It keeps nothing itself: every session is a journal. */
export function createAcpAgent({ version, stores, now, onError }: AcpAgentOptions): AcpAgent {
  const sessions = new Map<string, AgentSession>();

  const add = (sessionId: string, client: AgentContext, place: PlacedStore): AgentSession => {
    const session = new AgentSession({ sessionId, client, place, onError });
    sessions.set(sessionId, session);
    return session;
  };

  const existing = (sessionId: string): AgentSession => {
    const session = sessions.get(sessionId);
    if (session) return session;
    throw RequestError.sessionNotFound(sessionId);
  };

  const remove = async (sessionId: string): Promise<void> => {
    await sessions.get(sessionId)?.close();
    sessions.delete(sessionId);
  };

  const resume = async (
    { sessionId, cwd }: { readonly sessionId: string; readonly cwd: string },
    client: AgentContext,
    how: { readonly replay: boolean },
  ): Promise<void> => {
    checkDirectory(cwd);
    const place = stores.at(cwd);
    const store = isPlanId(sessionId) ? await place.existing() : undefined;
    if (!(await store?.describe(journalOf(sessionId)))) throw RequestError.sessionNotFound(sessionId);
    await remove(sessionId);
    await add(sessionId, client, place).resume(how);
  };

  const app = agent({ name: 'wayfold' })
    .onRequest('initialize', () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'wayfold', title: 'Wayfold', version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {}, close: {} },
      },
      authMethods: [],
    }))
    .onRequest('session/new', ({ params, client }) => {
      checkDirectory(params.cwd);
      const sessionId = newSessionId(now());
      const session = add(sessionId, client, stores.at(params.cwd));
      // After the answer, because the editor does not know the session before it.
      setImmediate(() => void session.begin().catch(onError));
      return { sessionId };
    })
    .onRequest('session/load', async ({ params, client }) => {
      await resume(params, client, { replay: true });
      return {};
    })
    .onRequest('session/resume', async ({ params, client }) => {
      await resume(params, client, { replay: false });
      return {};
    })
    .onRequest('session/list', async ({ params }) => {
      const cwd = params.cwd ?? process.cwd();
      checkDirectory(cwd);
      const store = await stores.at(cwd).existing();
      return store
        ? await listSessions(store, { cwd, cursor: params.cursor ?? undefined })
        : { sessions: [] };
    })
    .onRequest('session/close', async ({ params }) => {
      existing(params.sessionId);
      await remove(params.sessionId);
      return {};
    })
    .onRequest('session/prompt', async ({ params, signal }) => {
      const session = existing(params.sessionId);
      if (session.isBusy) {
        throw RequestError.invalidRequest(undefined, 'the prompt before this one is not answered yet');
      }
      return { stopReason: await session.prompt(promptText(params.prompt), signal) };
    })
    .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel());

  return {
    app,
    close: async () => {
      await Promise.all([...sessions.keys()].map(remove));
    },
  };
}

/** A path that is relative, or not there, would make a data directory where nobody looks for it. */
function checkDirectory(cwd: string): void {
  if (isAbsolute(cwd) && isDirectory(cwd)) return;
  throw RequestError.invalidParams({ cwd }, 'cwd must be the absolute path of a directory that exists');
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The day in it makes a list of plans readable. */
function newSessionId(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `acp-${day}-${randomBytes(4).toString('hex')}`;
}
