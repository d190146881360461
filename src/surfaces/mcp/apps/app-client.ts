import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The media type of an app, for clients that can show one. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';
const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

const Capabilities = z.object({
  extensions: z.object({ [APPS_EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) }),
});

/**
 * Whether the client that sent a message declares support for apps; undefined if it does not describe itself. The
 * newest protocol declares it with every request, earlier ones in the first.
 */
export function showsApps(message: unknown): boolean | undefined {
  const { method, params } = Object(message);
  const { capabilities, _meta } = Object(params);
  const declared =
    Object(_meta)[CLIENT_CAPABILITIES_META_KEY] ?? (method === 'initialize' ? capabilities : undefined);
  if (declared === undefined) return undefined;
  const { data } = Capabilities.safeParse(declared);
  return data?.extensions[APPS_EXTENSION].mimeTypes.includes(APP_MIME_TYPE) ?? false;
}
