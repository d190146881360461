import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Client = z.object({ name: z.string() });
const LONGEST_NAME = 100;

/**
 * Who calls a tool, for the record: `mcp:claude-code`, by the name that the client gives itself, or `mcp` when it gives none.
 * It is the client's own word, so that it never reads like the name of a person.
 */
export function callerOf({ server }: McpServer, { mcpReq }: ServerContext): string {
  // The newest protocol says it with every request, those before it once; a request that stands alone may not at all.
  const said = Object(mcpReq.envelope)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return callerNamed(Client.safeParse(said).data?.name);
}

/** The name is put on one line, without what cannot be seen. */
export function callerNamed(given = ''): string {
  const shown = given.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const name = [...shown].slice(0, LONGEST_NAME).join('').trimEnd();
  return name === '' ? 'mcp' : `mcp:${name}`;
}
