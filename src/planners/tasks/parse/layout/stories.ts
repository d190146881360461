import type { Block } from './outline.ts';

const OPENS = /^as an? \S/i;
const GOES_ON =
  /^(?:i (?:want|need|would like|['’]d like|can|should)|so (?:that|i)|in order to|because|and )/i;

/** The blocks, with each user story on several lines joined to one paragraph. */
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

const SCENARIO_STEP = /^(?:given|when|then|and|but)\s/i;

/** The lines of scenarios (`Given … When … Then …`), which are acceptance criteria. */
export function scenarioLines(blocks: readonly Block[]): ReadonlySet<Block> {
  const lines = new Set<Block>();
  let run: Block[] = [];
  const close = () => {
    if (run.some((block) => block.type !== 'fence' && /^then\s/i.test(block.text)))
      for (const block of run) lines.add(block);
    run = [];
  };
  for (const block of blocks) {
    const isStep = (block.type === 'prose' || block.type === 'item') && SCENARIO_STEP.test(block.text);
    if (!isStep || /^given\s/i.test(block.text)) close();
    if (isStep && (run.length > 0 || /^given\s/i.test(block.text))) run.push(block);
  }
  close();
  return lines;
}
