import { isOrderAt } from '../sentences/mood.ts';
import { isCourtesy } from '../sentences/pleasantries.ts';
import { isQuestion } from '../sentences/question.ts';
import type { Block, Heading, Item, Prose } from './outline.ts';

const MAX_HEADING_LENGTH = 60;
const MAX_WORDS = 7;
const LEVEL = 6;
const MIN_COUNT = 2;

/**
 * The blocks, with unmarked headings recognized: `Motivation` above a paragraph, `2. Decisions` above a list. A single
 * such line is not a heading.
 */
export function withBareHeadings(blocks: readonly Block[]): Block[] {
  const headings = new Map<Block, Heading>();
  for (const found of [countedNames(blocks), plainNames(blocks)]) {
    if (found.length < MIN_COUNT) continue;
    for (const { block, text } of found) headings.set(block, { type: 'heading', level: LEVEL, text });
  }
  return headings.size === 0 ? [...blocks] : blocks.map((block) => headings.get(block) ?? block);
}

interface Name {
  readonly block: Block;
  readonly text: string;
}

/** Numbered or labelled items, if each is only a title of the text below it. */
function countedNames(blocks: readonly Block[]): Name[] {
  const counted = blocks.flatMap((block, at) => (isCounted(block) ? [{ block, next: blocks[at + 1] }] : []));
  const isOutline = counted.every(
    ({ block: { label = '', text, hasChildren, box, afterBlankLine }, next }, nth) =>
      (label === `${nth + 1}` || /\p{L}/u.test(label)) &&
      (afterBlankLine || nth === 0) &&
      isName(text) &&
      !hasChildren &&
      !box &&
      isBody(next),
  );
  // Nested items form an outline.
  if (!isOutline || !counted.some(({ next }) => next?.type === 'prose')) return [];
  return counted.map(({ block }) => ({
    block,
    text:
      /\d-?\d*$/.test(block.label ?? '') && /\p{L}/u.test(block.label ?? '')
        ? `${block.label?.toUpperCase()} ${block.text}`
        : block.text,
  }));
}

function isCounted(block: Block): block is Item {
  return block.type === 'item' && block.parent === undefined && /\d$/.test(block.label ?? '');
}

/** Text that is not indented like a part of an item. */
function isBody(next: Block | undefined): boolean {
  return next?.type === 'prose' ? !next.isInItem : next?.type === 'item' && !isCounted(next);
}

/** Short lines after a blank line, with text below them. */
function plainNames(blocks: readonly Block[]): Name[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    if (at === 0 || block.type !== 'prose' || !isLine(block) || next === undefined) return [];
    if (next.type === 'heading' || (next.type === 'prose' && isLine(next))) return [];
    return [{ block, text: block.text }];
  });
}

function isLine({ text, afterBlankLine, isInItem, isQuoted }: Prose): boolean {
  return afterBlankLine && !isInItem && !isQuoted && /^\p{Lu}/u.test(text) && isName(text);
}

function isName(text: string): boolean {
  if (
    text.length > MAX_HEADING_LENGTH ||
    /[.!?,;:…)|]$|:\s/.test(text) ||
    text.split(/\s+/).length > MAX_WORDS
  )
    return false;
  const isOrder = isOrderAt(text) && /\s/.test(text);
  return !isOrder && !isQuestion(text) && !isCourtesy(text);
}
