import { A2A_PROTOCOL_VERSION, AgentCard } from '@a2a-js/sdk';
import type { Publication } from '../../host/a2a/published/published-tasks.ts';
import type { Session } from '../../host/session.ts';

/** The address of a session, and whether it requires a token. */
export interface CardPlace {
  /** The address of the session, for both transports. */
  readonly url: string;
  readonly needsToken: boolean;
}

const BEARER = 'bearer';
/** The previous protocol version, which many agents still use. */
export const LEGACY_VERSION = '0.3';

/** In order of preference. */
const INTERFACES = [
  { protocolBinding: 'JSONRPC', protocolVersion: A2A_PROTOCOL_VERSION },
  { protocolBinding: 'HTTP+JSON', protocolVersion: A2A_PROTOCOL_VERSION },
  { protocolBinding: 'JSONRPC', protocolVersion: LEGACY_VERSION },
];

/** The card of a published session. */
export function agentCardOf(
  { entry: { module } }: Session,
  { name = module.title, description = module.description }: Publication,
  { url, needsToken }: CardPlace,
): AgentCard {
  const modes = ['text/plain', 'application/json', '*/*'];
  return {
    name,
    description,
    version: '1.0.0',
    provider: undefined,
    supportedInterfaces: INTERFACES.map((each) => ({ ...each, url, tenant: '' })),
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: [
      {
        id: module.id,
        name: module.title,
        description: module.description,
        tags: [module.id],
        examples: module.examples.map(({ text }) => text),
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    securitySchemes: needsToken ? { [BEARER]: bearerScheme() } : {},
    securityRequirements: needsToken ? [{ schemes: { [BEARER]: { list: [] } } }] : [],
    signatures: [],
  };
}

function bearerScheme(): AgentCard['securitySchemes'][string] {
  const value = { description: 'The token of the server.', scheme: 'Bearer', bearerFormat: '' };
  return { scheme: { $case: 'httpAuthSecurityScheme', value } };
}

/** A card as JSON, including the fields of version 0.3, which other clients ignore. */
export function agentCardJson(card: AgentCard): object {
  const [first] = card.supportedInterfaces;
  const schemes = Object.keys(card.securitySchemes);
  const json = Object(AgentCard.toJSON(card));
  return {
    ...json,
    url: first?.url,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    supportsAuthenticatedExtendedCard: false,
    ...(schemes.length > 0 && {
      securitySchemes: {
        [BEARER]: { ...Object(json.securitySchemes)[BEARER], type: 'http', scheme: 'Bearer' },
      },
      security: schemes.map((name) => ({ [name]: [] })),
    }),
  };
}
