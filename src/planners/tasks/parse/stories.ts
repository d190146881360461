import type { Block } from './outline.ts';

const OPENS = /^as an? \S/i;
const GOES_ON =
  /^(?:i (?:want|need|would like|['’]d like|can|should)|so (?:that|i)|in order to|because|and )/i;

/** The blocks with every user story that is written on several lines made one paragraph. */
export function joinedStories(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const goesOn =
      block.type === 'prose' &&
      last?.type === 'prose' &&
      OPENS.test(last.text) &&
      GOES_ON.test(block.text) &&
      !block.afterBlankLine;
    if (goesOn) joined[joined.length - 1] = { ...last, text: `${last.text} ${block.text}` };
    else joined.push(block);
  }
  return joined;
}
