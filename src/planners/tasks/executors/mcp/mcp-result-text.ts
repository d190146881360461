import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

/**
 * The result of a tool as text. Other content is described in a line, and structured content is written as JSON unless
 * the tool has done so itself.
 */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const text = content.map(blockText).join('\n').trim();
  if (structuredContent === undefined || content.some(isJson)) return text;
  return `${text}\n${JSON.stringify(structuredContent)}`.trim();
}

/** Whether a block repeats the structured content, as tools are asked to do. */
function isJson(block: ContentBlock): boolean {
  if (block.type !== 'text' || !/^\s*[[{]/.test(block.text)) return false;
  try {
    JSON.parse(block.text);
    return true;
  } catch {
    return false;
  }
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}: ${block.mimeType}, ${sizeOf(block.data)} bytes]`;
    case 'resource_link':
      return `[resource: ${block.name}, ${block.uri}]`;
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return resource.text;
      return `[resource: ${resource.uri}, ${resource.mimeType ?? 'no type'}, ${sizeOf(resource.blob)} bytes]`;
    }
    default:
      return block satisfies never;
  }
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
