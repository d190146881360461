import type { ContentBlock } from '@agentclientprotocol/sdk';

/** A prompt as text: typed text, embedded files, and links in Markdown. */
export function promptText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockText).join('').trim();
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'resource':
      return 'text' in block.resource ? `\n${block.resource.text}\n` : `[${block.resource.uri}]`;
    case 'image':
    case 'audio':
      return `[${block.type}]`;
  }
}
