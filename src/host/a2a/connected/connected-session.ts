import type { Delivery, OutgoingMessage } from '../../../harness/drafts/sender.ts';
import type { ReadSecret } from '../../../harness/module/secret-field.ts';
import { type Following, follow } from '../../../kernel/projection/follow.ts';
import { systemTimer, type Timer } from '../../../kernel/timer.ts';
import { HostError } from '../../error.ts';
import { type RunningSession, type RunSessionOptions, runSession } from '../../run-session.ts';
import { secretReader } from '../../secrets.ts';
import type { Session } from '../../session.ts';
import type { ConversationJournal } from '../facts.ts';
import { type AcceptedMessages, acceptedMessages } from './accepted-messages.ts';
import type { AgentLink } from './agent-link.ts';
import type { A2aConnection, RemoteAgentOptions } from './connection.ts';
import { openRemoteAgent, type RemoteAgent } from './remote-agent.ts';
import { talkTo } from './talk-to.ts';

/** Options for running a session that is connected to an agent. */
export interface ConnectedSessionOptions extends Omit<RunSessionOptions, 'deliver'> {
  readonly link: AgentLink;
  /** The journal that the agent's messages are written to; default: the session's. */
  readonly listening?: ConversationJournal;
}

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;
/** How soon to check a session whose agent has not replied yet: it may have been unloaded meanwhile. */
const RECHECK_MS = 30_000;

/** Runs a session that talks to the agent it is connected to: sends approved messages, and records the agent's. */
export async function runConnectedSession(
  session: Session,
  options: ConnectedSessionOptions,
): Promise<RunningSession> {
  const { link, listening = session.journal, readSecret, onError } = options;
  const connection = new KeptConnection(listening, {
    open: () => openRemoteAgent(agentOptions(link, readSecret)),
    onError: (error) => onError?.(error),
  });
  const running = await runSession(session, {
    ...options,
    deliver: (message, delivery) => connection.deliver(message, delivery),
  });
  connection.begin();
  return {
    ...running,
    againInMs: async () => ((await connection.isQuiet()) ? undefined : RECHECK_MS),
    async close() {
      await connection.close();
      await running.close();
    },
  };
}

/** How to reach the agent of a link. Its credentials are in the secrets file, under the origin of its card. */
export function agentOptions(
  { cardUrl, allowPrivate }: Pick<AgentLink, 'cardUrl' | 'allowPrivate'>,
  readSecret: ReadSecret = secretReader(),
): RemoteAgentOptions {
  const authorization = URL.canParse(cardUrl) ? secretFor(new URL(cardUrl).origin, readSecret) : undefined;
  return { cardUrl, allowPrivate, ...(authorization !== undefined && { headers: { authorization } }) };
}

function secretFor(origin: string, readSecret: ReadSecret): string | undefined {
  try {
    return readSecret(`file:${origin}`);
  } catch (error) {
    if (error instanceof HostError && error.code === 'secret-missing') return undefined;
    throw error;
  }
}

/** A connection that is opened when possible, and retried until then. */
class KeptConnection {
  readonly #journal: ConversationJournal;
  readonly #open: () => Promise<RemoteAgent>;
  readonly #onError: (error: unknown) => void;
  readonly #timer: Timer = systemTimer;
  #connection: A2aConnection | undefined;
  #opening: Promise<A2aConnection> | undefined;
  #cancelling: Pick<Following<AcceptedMessages>, 'subscribe' | 'close'> | undefined;
  /** The task that the agent was last asked to stop. */
  #cancelledTask: string | undefined;
  #stopRetry = (): void => {};
  #closed = false;

  constructor(
    journal: ConversationJournal,
    { open, onError }: { open(): Promise<RemoteAgent>; onError(error: unknown): void },
  ) {
    this.#journal = journal;
    this.#open = open;
    this.#onError = onError;
  }

  /** Follows the agent's work in the background. */
  begin(retryMs = FIRST_RETRY_MS): void {
    this.#connected().catch((error: unknown) => {
      if (this.#closed) return;
      this.#onError(error);
      this.#stopRetry = this.#timer.after(retryMs, () => this.begin(Math.min(retryMs * 2, MAX_RETRY_MS)));
    });
  }

  async deliver(message: OutgoingMessage, delivery: Delivery): Promise<void> {
    await (await this.#connected()).deliver(message, delivery);
  }

  /** Whether nothing more comes from the agent until it is sent something. */
  async isQuiet(): Promise<boolean> {
    if (this.#connection === undefined) return false;
    const soon = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
    return await Promise.race([this.#connection.settled().then(() => true), soon]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopRetry();
    await this.#opening?.catch(() => undefined);
    this.#cancelling?.close();
    await this.#connection?.close();
  }

  async #connected(): Promise<A2aConnection> {
    if (this.#connection) return this.#connection;
    this.#opening ??= this.#connect();
    try {
      return await this.#opening;
    } finally {
      this.#opening = undefined;
    }
  }

  async #connect(): Promise<A2aConnection> {
    const agent = await this.#open();
    const connection = await talkTo(agent, this.#journal, { onError: this.#onError });
    this.#connection = connection;
    this.#cancelling = follow(this.#journal, acceptedMessages, { onError: this.#onError });
    this.#cancelling.subscribe(async ({ state: { cancelled } }) => {
      if (cancelled === undefined || cancelled === this.#cancelledTask) return;
      this.#cancelledTask = cancelled;
      // The conversation is over here, whatever the agent says.
      await connection.cancel().catch(this.#onError);
    });
    return connection;
  }
}
