import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  type AgentApp,
  type AgentContext,
  agent,
  PROTOCOL_VERSION,
  RequestError,
  type SessionModeState,
} from '@agentclientprotocol/sdk';
import { noModel } from '../../harness/pass/recorded-llm.ts';
import type { WorkLimits } from '../../host/admission.ts';
import { localUser } from '../../host/local-user.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { Llm } from '../../model/llm.ts';
import { isPlanId } from '../../plan-tools/plan/plan-id.ts';
import { Sessions } from '../../sessions/sessions.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { EditorSession, modesOf } from './editor-session.ts';
import { promptText } from './prompt-text.ts';
import { listSessions } from './session-list.ts';

/** The stores of the editor's projects. */
export interface ProjectStores {
  /** The store for a working directory; always the same object for the same directory. */
  at(cwd: string): ReopeningStore;
}

export interface AcpAgentOptions {
  readonly version: string;
  readonly stores: ProjectStores;
  readonly now: () => number;
  /** The model of the planners, opened when one is first chosen. Without it they use rules and ask the person. */
  readonly llm?: () => Promise<Llm | undefined>;
  /** The spending limits of planners. */
  readonly limits?: WorkLimits;
  /** The person at the editor, for the record. Default: the user that this process runs as. */
  readonly by?: string;
  /** The planners offered as modes. Loaded once, with the first session. */
  readonly registry: () => Promise<PlannerRegistry>;
  readonly onError: (error: unknown) => void;
}

export interface AcpAgent {
  readonly app: AgentApp;
  /** Stops all sessions. */
  close(): Promise<void>;
}

/** The agent that editors talk to. It has no state of its own: every session is a journal. */
export function createAcpAgent(options: AcpAgentOptions): AcpAgent {
  const { version, stores, now, llm = async () => undefined, onError } = options;
  const { limits, by = localUser() } = options;
  const sessions = new Map<string, EditorSession>();
  let loaded: Promise<PlannerRegistry> | undefined;

  const planners = (): Promise<PlannerRegistry> => {
    loaded ??= options.registry();
    return loaded;
  };

  const sessionOf = async (sessionId: string, client: AgentContext, cwd: string): Promise<EditorSession> => {
    const [place, registry] = [stores.at(cwd), await planners()];
    return new EditorSession({ sessionId, client, place, registry, llm, limits, by, onError });
  };

  const existing = (sessionId: string): EditorSession => {
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
  ): Promise<SessionModeState> => {
    checkDirectory(cwd);
    const session = await sessionOf(sessionId, client, cwd);
    if (!isPlanId(sessionId) || !(await session.exists())) throw RequestError.sessionNotFound(sessionId);
    await remove(sessionId);
    sessions.set(sessionId, session);
    await session.resume(how);
    return session.modes;
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
    .onRequest('session/new', async ({ params, client }) => {
      checkDirectory(params.cwd);
      const sessionId = newSessionId(now());
      const session = await sessionOf(sessionId, client, params.cwd);
      sessions.set(sessionId, session);
      // After the response, because the editor does not know the session before it.
      setImmediate(() => void session.begin().catch(onError));
      return { sessionId, modes: session.modes };
    })
    .onRequest('session/load', async ({ params, client }) => ({
      modes: await resume(params, client, { replay: true }),
    }))
    .onRequest('session/resume', async ({ params, client }) => ({
      modes: await resume(params, client, { replay: false }),
    }))
    .onRequest('session/set_mode', async ({ params }) => {
      const session = existing(params.sessionId);
      checkFree(session);
      if (await session.setMode(params.modeId).catch(refusedMode)) return {};
      const known = session.modes.availableModes.map(({ id }) => id).join(', ');
      throw RequestError.invalidParams({ modeId: params.modeId }, `modeId must be one of ${known}`);
    })
    .onRequest('session/list', async ({ params }) => {
      const cwd = params.cwd ?? process.cwd();
      checkDirectory(cwd);
      const source = stores.at(cwd);
      const store = await source.existing();
      if (store === undefined) return { sessions: [] };
      const registry = await planners();
      const known = new Sessions({ source, registry, llm: noModel });
      const modes = modesOf(registry);
      return await listSessions(store, { cwd, modes, sessions: known, cursor: params.cursor ?? undefined });
    })
    .onRequest('session/close', async ({ params }) => {
      existing(params.sessionId);
      await remove(params.sessionId);
      return {};
    })
    .onRequest('session/prompt', async ({ params, signal }) => {
      const session = existing(params.sessionId);
      checkFree(session);
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

/** A planner may need something that is missing, such as the key of a model; the error tells the editor. */
function refusedMode(error: unknown): never {
  if (isWayfoldError(error)) throw RequestError.internalError({ code: error.code }, error.message);
  throw error;
}

function checkFree({ isBusy }: EditorSession): void {
  if (isBusy) throw RequestError.invalidRequest(undefined, 'the prompt before this one is not answered yet');
}

/** A relative or missing path would create a data directory where nobody looks for it. */
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

/** The date makes a list of plans readable. */
function newSessionId(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `acp-${day}-${randomBytes(4).toString('hex')}`;
}
