import type { Delivery, OutgoingMessage } from '../../harness/drafts/sender.ts';
import type { Timer } from '../../kernel/timer.ts';

/** Where another agent is, and what it takes to reach it. */
export interface RemoteAgentOptions {
  /** The address of its card, or the address that `/.well-known/agent-card.json` is to be added to. */
  readonly cardUrl: string;
  /** Sent with every request to the origin of the card, and to no other: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether addresses of this machine and of private networks may be reached: all, none, or those of these origins. */
  readonly allowPrivate?: boolean | readonly string[];
  /** How long until an answer begins; 60 seconds unless told. */
  readonly timeoutMs?: number;
  /** How long a stream may say nothing before it is taken up anew; 2 minutes unless told. */
  readonly silenceMs?: number;
  /** In place of the guarded one; what it may reach is up to it. */
  readonly fetch?: typeof fetch;
}

/** How a conversation is led. */
export interface TalkOptions {
  readonly timer?: Timer;
  /** Told when the agent cannot be reached or says something strange; what it has to say is asked for again. */
  readonly onError?: (error: unknown) => void;
}

/** How a conversation is led with the agent of a card. */
export interface ConnectOptions extends RemoteAgentOptions, TalkOptions {}

/** A conversation with another agent, kept in a journal. */
export interface A2aConnection {
  readonly agent: AgentCardFacts;
  /** For the sender reactor: resolves when the agent has taken the message. What it answers comes by itself. */
  deliver(message: OutgoingMessage, delivery: Delivery): Promise<void>;
  /** Asks the agent to stop what it does for us. Rejects when there is nothing to stop, or it refuses. */
  cancel(): Promise<void>;
  /** Resolves when nothing more comes from the agent until it is sent something. */
  settled(): Promise<void>;
  /** Stops listening. What the agent says meanwhile is there for the next connection. */
  close(): Promise<void>;
}

/** What an agent says of itself. */
export interface AgentCardFacts {
  readonly name: string;
  readonly description: string;
  /** The card's address. */
  readonly url: string;
  readonly streaming: boolean;
}
