import { plainWords } from '../sentences/polite.ts';
import { sentencesOf } from '../sentences/sentences.ts';
import type { Block } from './outline.ts';

const ASKS = /\b(?:can|could|would|will) (?:you|u|someone|somebody|we)\b[^.?!:]{0,30}:?$/i;

/**
 * The blocks, with lists in a question read as requests: `Could you`, followed by items of which the last ends in a
 * question mark.
 */
export function withAskedLists(blocks: readonly Block[]): Block[] {
  let isAsked = false;
  return blocks.map((block) => {
    if (block.type === 'prose') isAsked = ASKS.test(block.text.slice(-60)) && asks(block.text);
    if (block.type === 'heading') isAsked = false;
    if (block.type !== 'item' || !isAsked) return block;
    // An item with children is a heading of theirs.
    if (block.hasChildren || !/\?\s*$/.test(block.text)) return block;
    return { ...block, text: block.text.replace(/\s*\?+\s*$/, '') };
  });
}

function asks(text: string): boolean {
  return plainWords(`${(sentencesOf(text).at(-1) ?? '').replace(/:$/, '')} do it`).isAsked;
}
