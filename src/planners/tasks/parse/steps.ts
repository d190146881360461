import { isQuestion } from './classify.ts';
import { announced, type Context, contextUnder, saysSomething } from './context.ts';
import { inlineList } from './inline-list.ts';
import type { Block, Fence, Heading, Item, Prose } from './outline.ts';
import { withoutPleasantries } from './pleasantries.ts';
import { sectionContexts } from './sections.ts';
import { sentencesOf } from './sentences.ts';
import { stepText } from './step-text.ts';

/** A step as it was cut out of the text: its words untouched, and what belongs to it. */
export interface DraftStep {
  readonly context: Context;
  readonly text: string;
  readonly fence: Fence | undefined;
  /** What a question may be answered with. */
  readonly options: readonly string[];
}

/** The steps of a text. Headings and the greeting of a letter are steps only where there is nothing else. */
export function stepsOf(blocks: readonly Block[]): DraftStep[] {
  const content = withoutPleasantries(blocks);
  const steps = draftSteps(content);
  if (steps.length > 0) return steps;
  const titles = content.filter((block) => block.type === 'heading').map(proseOf);
  return draftSteps(titles.length > 0 ? titles : blocks);
}

function proseOf({ text }: Heading): Prose {
  return { type: 'prose', text, isInItem: false, afterBlankLine: true };
}

interface OpenStep extends DraftStep {
  fence: Fence | undefined;
  readonly options: string[];
}

/** A line that introduces the list or the lines after it. */
interface LeadIn {
  readonly context: Context;
  readonly to: 'list' | 'paragraph';
}

function draftSteps(blocks: readonly Block[]): OpenStep[] {
  const steps: OpenStep[] = [];
  const sections = sectionContexts(blocks);
  const contextOfChildren = new Map<Item, Context>();
  const questionOf = new Map<Item, OpenStep>();
  let section: Context = '';
  /** What a paragraph or code that is set in at this point stands under. */
  let here: Context = '';
  let leadIn: LeadIn | undefined;
  /** The step that code right after it belongs to. */
  let latest: OpenStep | undefined;

  for (const [index, block] of blocks.entries()) {
    switch (block.type) {
      case 'heading':
        section = sections.get(block) ?? '';
        here = section;
        leadIn = undefined;
        latest = undefined;
        break;
      case 'item':
        latest = undefined;
        addItem(block);
        break;
      case 'prose':
        latest = undefined;
        addProse(block, blocks[index + 1]);
        break;
      case 'fence':
        if (block.code.trim() === '') break;
        if (latest) latest.fence = block;
        else add(here, '').fence = block;
        latest = undefined;
        break;
    }
  }
  return steps;

  function add(context: Context, text: string): OpenStep {
    const step: OpenStep = { context, text, fence: undefined, options: [] };
    steps.push(step);
    latest = step;
    return step;
  }

  function addItem(item: Item): void {
    const question = item.parent && questionOf.get(item.parent);
    if (question) {
      if (item.text !== '') question.options.push(item.text);
      questionOf.set(item, question);
      return;
    }
    const context = (item.parent && contextOfChildren.get(item.parent)) ?? leadIn?.context ?? section;
    here = context;
    if (!item.hasChildren && addInlineList(context, item.text, item.isFirst)) return;
    const sentences = sentencesOf(item.text);
    const introduction = item.hasChildren ? sentences.pop() : undefined;
    for (const sentence of sentences) add(context, sentence);
    if (introduction !== undefined && isQuestion(introduction)) {
      questionOf.set(item, add(context, introduction));
      return;
    }
    if (introduction !== undefined) here = introduce(context, introduction);
    contextOfChildren.set(item, here);
  }

  function addProse(prose: Prose, next: Block | undefined): void {
    const goesOn = leadIn?.to === 'list' ? prose.isInItem : !prose.afterBlankLine;
    if (!goesOn) leadIn = undefined;
    const context = prose.isInItem ? here : (leadIn?.context ?? section);
    here = context;
    if (addInlineList(context, prose.text, false)) return;
    const sentences = sentencesOf(prose.text);
    const isIntroduced = !prose.isInItem && introduces(sentences.at(-1) ?? '', next);
    const introduction = isIntroduced ? sentences.pop() : undefined;
    for (const sentence of sentences) add(context, sentence);
    if (introduction === undefined) return;
    leadIn = {
      context: introduce(section, announced(introduction)),
      to: next?.type === 'item' ? 'list' : 'paragraph',
    };
  }

  function addInlineList(context: Context, text: string, isFirst: boolean): boolean {
    const list = inlineList(text, isFirst);
    if (list === undefined) return false;
    const sentences = sentencesOf(list.lead);
    const introduction = introducesList(sentences.at(-1) ?? '') ? sentences.pop() : undefined;
    for (const sentence of sentences) add(context, sentence);
    const inner = introduction === undefined ? context : introduce(context, announced(introduction));
    for (const item of list.items) for (const sentence of sentencesOf(item)) add(inner, sentence);
    return true;
  }

  /** What is introduced says it all, so the introduction is no step of its own, unless it is too long to be repeated. */
  function introduce(outer: Context, introduction: string): Context {
    const { context, isWhole } = contextUnder(outer, stepText(introduction));
    if (!isWhole) add(outer, introduction);
    return context;
  }
}

function introduces(sentence: string, next: Block | undefined): boolean {
  if (next?.type === 'item') return introducesList(sentence);
  return HAS_COLON.test(sentence) && next?.type === 'prose' && !next.afterBlankLine;
}

const HAS_COLON = /[:：][*_]{0,2}$/u;

function introducesList(sentence: string): boolean {
  return HAS_COLON.test(sentence) || (sentence !== '' && !saysSomething(sentence));
}
