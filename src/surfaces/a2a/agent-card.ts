import { A2A_PROTOCOL_VERSION, type AgentCard } from '@a2a-js/sdk';
import type { Publication } from '../../host/a2a/published-tasks.ts';
import type { Session } from '../../host/session.ts';

/** Where a session is reached, and whether that takes a token. */
export interface CardPlace {
  /** The address of the session: both transports answer there. */
  readonly url: string;
  readonly needsToken: boolean;
}

const BEARER = 'bearer';

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
    supportedInterfaces: ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({
      url,
      protocolBinding,
      protocolVersion: A2A_PROTOCOL_VERSION,
      tenant: '',
    })),
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
