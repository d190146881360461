import { A2A_PROTOCOL_VERSION, A2A_VERSION_HEADER, AGENT_CARD_PATH, type AgentCard } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import { A2aError } from '../error.ts';
import { agentFetch } from './agent-fetch.ts';
import type { AgentCardFacts, RemoteAgentOptions } from './connection.ts';

/** Another agent, found by its card. */
export interface RemoteAgent extends AgentCardFacts {
  readonly client: Client;
  /** Fetches a file from the agent's own origin. Other URLs stay links. */
  fetchFile(url: string): Promise<Uint8Array | undefined>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_SILENCE_MS = 120_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_CARD_CHARACTERS = 1024 * 1024;

/** The required parts of a card; cards of version 0.3 have one `url` instead of interfaces. */
const Card = z.looseObject({
  name: z.string().min(1),
  description: z.string().default(''),
  supportedInterfaces: z
    .array(z.looseObject({ url: z.url(), protocolBinding: z.string().min(1) }))
    .min(1)
    .optional(),
  url: z.url().optional(),
});

/** Reads an agent's card and prepares a client. Nothing is sent to the agent yet. */
export async function openRemoteAgent(options: RemoteAgentOptions): Promise<RemoteAgent> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, silenceMs = DEFAULT_SILENCE_MS, allowPrivate = false } = options;
  const url = cardAddress(options.cardUrl);
  const ownOrigin = url.origin;
  const fetchImpl =
    options.fetch ??
    agentFetch({
      allowPrivate,
      ownOrigin,
      timeoutMs,
      silenceMs,
      maxBytes: MAX_ANSWER_BYTES,
      ...(options.headers && { headers: options.headers }),
    });
  const card = await readCard(url, fetchImpl);
  const client = await clientFor(card, fetchImpl, url);
  return {
    name: card.name,
    description: card.description,
    url: url.href,
    streaming: card.capabilities?.streaming === true,
    client,
    async fetchFile(address) {
      if (!URL.canParse(address) || new URL(address).origin !== ownOrigin) return undefined;
      const response = await fetchImpl(address);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
  };
}

function cardAddress(given: string): URL {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new A2aError('agent-address-refused', {
      summary: `${shown(given)} is not the address of an agent card.`,
      fix: 'Use an address like https://example.com/.well-known/agent-card.json.',
    });
  }
  const url = new URL(given);
  if (url.pathname.endsWith('.json')) return url;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${AGENT_CARD_PATH}`;
  return url;
}

async function readCard(url: URL, fetchImpl: typeof fetch): Promise<AgentCard> {
  const response = await fetchImpl(url.href, { headers: { [A2A_VERSION_HEADER]: A2A_PROTOCOL_VERSION } });
  const text = await response.text();
  if (!response.ok) throw noCard(url, `status ${response.status}`);
  if (text.length > MAX_CARD_CHARACTERS) throw noCard(url, `it has ${text.length} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw noCard(url, `it is not JSON: ${shown(text)}`, cause);
  }
  const { success, data, error } = Card.safeParse(json);
  if (!success || (data.supportedInterfaces === undefined && data.url === undefined)) {
    throw noCard(
      url,
      error?.issues[0]
        ? `${error.issues[0].path.join('.')}: ${error.issues[0].message}`
        : 'it names no interface',
    );
  }
  try {
    return new DefaultAgentCardResolver({ legacyCompat: { enabled: true } }).normalizeAgentCard(
      legacyCard(data),
    );
  } catch (cause) {
    throw noCard(url, cause instanceof Error ? cause.message : shown(cause), cause);
  }
}

/** Cards without interfaces are of version 0.3, even if some of them name an older one. */
function legacyCard<Data extends { readonly supportedInterfaces?: unknown }>(card: Data): Data {
  return card.supportedInterfaces === undefined ? { ...card, protocolVersion: '0.3.0' } : card;
}

async function clientFor(card: AgentCard, fetchImpl: typeof fetch, url: URL): Promise<Client> {
  const settings = { fetchImpl, legacyCompat: { enabled: true } };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(settings), new RestTransportFactory(settings)],
    // An agent that cannot stream is polled.
    clientConfig: { polling: true },
    cardResolver: { resolve: async () => card, normalizeAgentCard: () => card },
  });
  try {
    return await factory.createFromAgentCard(card);
  } catch (cause) {
    throw noCard(url, cause instanceof Error ? cause.message : shown(cause), cause);
  }
}

function noCard(url: URL, actual: string, cause?: unknown): A2aError {
  return new A2aError('agent-card-invalid', {
    summary: `No A2A agent card can be read at ${url.href}: ${actual}.`,
    fix: 'Check the address: agents publish their card at /.well-known/agent-card.json.',
    cause,
  });
}
