import type { Delivery, OutgoingMessage } from '../../../harness/drafts/sender.ts';
import type { Timer } from '../../../kernel/timer.ts';

/** The address of another agent, and how to reach it. */
export interface RemoteAgentOptions {
  /** The URL of its card, or a URL to which `/.well-known/agent-card.json` is appended. */
  readonly cardUrl: string;
  /** Sent with every request to the origin of the card, and to no other: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which private addresses may be reached: all, none, or those of these origins. */
  readonly allowPrivate?: boolean | readonly string[];
  /** How long until a response begins; default 60 seconds. */
  readonly timeoutMs?: number;
  /** How long a stream may be silent before it is reopened; default 2 minutes. */
  readonly silenceMs?: number;
  /** Replaces the guarded fetch; it decides itself what it may reach. */
  readonly fetch?: typeof fetch;
}

/** Options for a conversation. */
export interface TalkOptions {
  readonly timer?: Timer;
  /** Called when the agent cannot be reached or sends something invalid; its messages are requested again. */
  readonly onError?: (error: unknown) => void;
}

/** Options for a conversation with the agent of a card. */
export interface ConnectOptions extends RemoteAgentOptions, TalkOptions {}

/** A conversation with another agent, recorded in a journal. */
export interface A2aConnection {
  readonly agent: AgentCardFacts;
  /** For the sender reactor: resolves when the agent has accepted the message. Its reply arrives separately. */
  deliver(message: OutgoingMessage, delivery: Delivery): Promise<void>;
  /** Asks the agent to stop its work for us. Rejects if there is nothing to stop, or it refuses. */
  cancel(): Promise<void>;
  /** Resolves when nothing more comes from the agent until it is sent something. */
  settled(): Promise<void>;
  /** Stops listening. The next connection receives what the agent says meanwhile. */
  close(): Promise<void>;
}

/** What an agent's card says. */
export interface AgentCardFacts {
  readonly name: string;
  readonly description: string;
  /** The card's address. */
  readonly url: string;
  readonly streaming: boolean;
}
