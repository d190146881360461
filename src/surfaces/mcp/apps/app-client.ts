import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What an app is to a client that can show one. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';
const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

const Capabilities = z.object({
  extensions: z.object({ [APPS_EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) }),
});

/**
 * Whether the client that sent a message says in it that it shows apps; undefined where it says nothing about itself. The
 * newest protocol says it with every request, those before it in the first.
 */
export function showsApps(message: unknown): boolean | undefined {
  const { method, params } = Object(message);
  const { capabilities, _meta } = Object(params);
  const said =
    Object(_meta)[CLIENT_CAPABILITIES_META_KEY] ?? (method === 'initialize' ? capabilities : undefined);
  if (said === undefined) return undefined;
  const { data } = Capabilities.safeParse(said);
  return data?.extensions[APPS_EXTENSION].mimeTypes.includes(APP_MIME_TYPE) ?? false;
}
