import type { Block, Fence, Prose } from './outline.ts';

const PROMPT = /^\$\s+\S/;

/** The blocks, with terminal sessions (prompts and output) read as illustrative code. */
export function withTranscripts(blocks: readonly Block[]): Block[] {
  const read: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const lines = linesFrom(blocks, at);
    const isTranscript = lines.some(({ text }) => !PROMPT.test(text));
    const block = blocks[at];
    if (isTranscript) read.push(fenceOf(lines));
    else if (block) read.push(block);
    at += isTranscript ? lines.length : 1;
  }
  return read;
}

function linesFrom(blocks: readonly Block[], at: number): Prose[] {
  const lines: Prose[] = [];
  for (let block = blocks[at]; block?.type === 'prose'; block = blocks[at + lines.length]) {
    const isApart = block.afterBlankLine || at === 0;
    const isPart = lines.length === 0 ? isApart && PROMPT.test(block.text) : !block.afterBlankLine;
    if (!isPart) break;
    lines.push(block);
  }
  return lines;
}

function fenceOf(lines: readonly Prose[]): Fence {
  const code = lines.map(({ text }) => text).join('\n');
  return { type: 'fence', language: 'console', code, source: `\`\`\`console\n${code}\n\`\`\`` };
}
