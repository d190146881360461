import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Client = z.object({ name: z.string() });
const MAX_NAME_LENGTH = 100;

/**
 * The caller of a tool, for the record: `mcp:claude-code`, after the client's name for itself, or `mcp` without one.
 * The prefix keeps it from looking like the name of a person.
 */
export function callerOf({ server }: McpServer, { mcpReq }: ServerContext): string {
  // The newest protocol sends it with every request, earlier ones once, and a stateless request may omit it.
  const client = Object(mcpReq.envelope)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return callerNamed(Client.safeParse(client).data?.name);
}

/** The name on one line, without invisible characters. */
export function callerNamed(given = ''): string {
  const shown = given.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const name = [...shown].slice(0, MAX_NAME_LENGTH).join('').trimEnd();
  return name === '' ? 'mcp' : `mcp:${name}`;
}
