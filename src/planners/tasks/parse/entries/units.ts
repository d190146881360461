import { itemStatuses, withoutStatus } from '../done/item-status.ts';
import { inlineList } from '../layout/inline-list.ts';
import {
  introduces,
  introducesList,
  isOnlyLabel,
  roleOfLead,
  sectionRoles,
  tellsOutcome,
} from '../layout/introductions.ts';
import type { Block, Fence, Item, Prose } from '../layout/outline.ts';
import { labelled, type Role } from '../layout/section-roles.ts';
import { sectionContexts } from '../layout/sections.ts';
import { scenarioLines } from '../layout/stories.ts';
import { type TableRow, tableRows } from '../layout/table-rows.ts';
import { isOrderRemark } from '../order/order-remark.ts';
import type { Clause } from '../sentences/clauses.ts';
import { plainWords } from '../sentences/polite.ts';
import { isQuestion } from '../sentences/question.ts';
import { sentencesOf } from '../sentences/sentences.ts';
import { announced, type Context, contextUnder } from './context.ts';
import type { Place } from './entry.ts';
import { stepText } from './step-text.ts';
import type { Unit } from './unit.ts';

/** A line that introduces the list, the code or the lines after it. */
interface LeadIn {
  readonly context: Context;
  readonly role: Role | undefined;
  readonly to: 'list' | 'paragraph' | 'fence';
  readonly text: string;
}

/** The introductions of lists, by list number. */
export interface Frame {
  readonly leads: ReadonlyMap<number, string>;
}

/** Cuts a sentence into pieces with one role each. */
export type Cutter = (sentence: string, isItem: boolean) => Clause[];

/** The pieces of a text with their positions, from its layout. */
export function unitsOf(blocks: readonly Block[], cut: Cutter): { units: Unit[]; frame: Frame } {
  const units: Unit[] = [];
  const sections = sectionContexts(blocks);
  const roles = sectionRoles(blocks);
  const rows = tableRows(blocks);
  const isReport = blocks.some(tellsOutcome);
  const scenario = scenarioLines(blocks);
  const statuses = itemStatuses(blocks);
  const leads = new Map<number, string>();
  const contextOfChildren = new Map<Item, Context>();
  const questionOf = new Map<Item, Unit>();
  let section: Context = '';
  let sectionName = '';
  let sectionLabel: string | undefined;
  let role: Role | undefined;
  let here: Context = '';
  let leadIn: LeadIn | undefined;
  let sentence = 0;
  let list = 0;
  let lastBlock: Block | undefined;

  for (const [index, block] of blocks.entries()) {
    switch (block.type) {
      case 'heading':
        section = sections.get(block) ?? '';
        sectionName = block.text;
        sectionLabel = LABELLED_HEADING.exec(block.text)?.[1]?.toLowerCase();
        role = roles.get(block);
        here = section;
        leadIn = undefined;
        add('heading', block.text, placeOf(index));
        break;
      case 'item':
        if (
          lastBlock?.type !== 'item' &&
          !(lastBlock?.type === 'prose' && lastBlock.isInItem) &&
          lastBlock?.type !== 'fence'
        )
          list += 1;
        if (leadIn && !leads.has(list)) leads.set(list, leadIn.text);
        addItem(block, index);
        break;
      case 'prose':
        addProse(block, index, blocks[index + 1]);
        break;
      case 'fence':
        if (block.code.trim() !== '') addFence(block, index);
        break;
    }
    lastBlock = block;
  }
  return { units, frame: { leads } };

  function placeOf(block: number, more: Partial<Place> = {}): Place {
    sentence += 1;
    return {
      block,
      sentence,
      joint: 'first',
      list: undefined,
      label: undefined,
      section: sectionName,
      isQuoted: false,
      ...more,
    };
  }

  function add(kind: Unit['kind'], text: string, place: Place, more: Partial<Unit> = {}): Unit {
    const unit: Unit = {
      kind,
      text,
      place,
      context: '',
      given: role,
      label: undefined,
      lead: leadIn?.text ?? '',
      status: 'open',
      hasBox: false,
      fence: undefined,
      options: [],
      ...more,
    };
    units.push(unit);
    return unit;
  }

  function addSentences(
    sentences: readonly string[],
    index: number,
    more: Partial<Unit> & { context: Context },
    place: Partial<Place>,
    isItem: boolean,
  ): void {
    let named: Role | undefined;
    for (const words of sentences) {
      const found = labelled(words);
      named = found?.role ?? named;
      sentence += 1;
      for (const { text, joint } of cut(words, isItem)) {
        add(
          isItem ? 'item' : 'prose',
          text,
          {
            block: index,
            sentence,
            joint,
            list: undefined,
            label: isItem ? undefined : sectionLabel,
            section: sectionName,
            isQuoted: false,
            ...place,
          },
          { given: role, ...more, label: named },
        );
      }
    }
  }

  function addItem(item: Item, index: number): void {
    const question = item.parent && questionOf.get(item.parent);
    if (question) {
      if (item.text !== '') question.options.push(item.text);
      questionOf.set(item, question);
      return;
    }
    const context = (item.parent && contextOfChildren.get(item.parent)) ?? leadIn?.context ?? section;
    const given = leadIn?.role ?? role;
    here = context;
    if (
      !item.hasChildren &&
      !item.box &&
      addInlineList(context, item.text, item.isFirst, index, item.isQuoted)
    )
      return;
    const own = statuses.get(item) ?? 'open';
    const status = given === 'done' && own === 'open' && item.box === undefined ? 'done' : own;
    const words = withoutStatus(item.text, status);
    const sentences = sentencesOf(words);
    const introduction = item.hasChildren && item.box === undefined ? sentences.pop() : undefined;
    const place = { list, label: item.label, isQuoted: item.isQuoted };
    const more = { context, given, status, hasBox: item.box !== undefined };
    if (status === 'open') addSentences(sentences, index, more, place, true);
    else for (const text of sentences) add('item', text, placeOf(index, place), more);
    if (introduction !== undefined && isQuestion(introduction)) {
      questionOf.set(item, add('lead', introduction, placeOf(index, place), { ...more, status: 'open' }));
      return;
    }
    if (introduction !== undefined)
      here = introduce(context, introduction, index, { ...more, status: 'open' }, place);
    else if (item.hasChildren) here = contextUnder(context, stepText(words)).context;
    contextOfChildren.set(item, here);
  }

  function addProse(prose: Prose, index: number, next: Block | undefined): void {
    const goesOn =
      leadIn?.to === 'list'
        ? prose.isInItem
        : leadIn?.to === 'paragraph' &&
          (!prose.afterBlankLine ||
            (lastBlock?.type === 'prose' && leadIn.role !== undefined && isOnlyLabel(lastBlock.text)));
    if (!goesOn) leadIn = undefined;
    const context = prose.isInItem ? here : (leadIn?.context ?? section);
    here = context;
    const given = leadIn?.role ?? role;
    const { isQuoted } = prose;
    if (scenario.has(prose)) {
      add('scenario', prose.text, placeOf(index, { isQuoted }), { given });
      return;
    }
    const row = rows.get(prose);
    if (row !== undefined) {
      addRow(prose, row, index);
      return;
    }
    if (addInlineList(context, prose.text, false, index, isQuoted)) return;
    const sentences = sentencesOf(prose.text);
    const isIntroduced = !prose.isInItem && introduces(sentences, prose, next);
    const introduction = isIntroduced ? sentences.pop() : undefined;
    addSentences(sentences, index, { context, given }, { isQuoted }, false);
    if (introduction === undefined) return;
    const named = roleOfLead(introduction, isReport);
    const isTelling = named === 'notes' || named === 'background' || named === 'acceptance';
    const inner = introduce(section, announced(introduction), index, { given }, { isQuoted }, introduction);
    leadIn = {
      context: isOrderRemark(introduction.replace(/[:：]$/, ''))
        ? section
        : named === undefined || named === 'questions'
          ? inner
          : isTelling
            ? ''
            : section,
      role: named ?? given,
      to: next?.type === 'item' ? 'list' : next?.type === 'fence' ? 'fence' : 'paragraph',
      text: introduction,
    };
  }

  function addRow({ isQuoted }: Prose, row: TableRow, index: number): void {
    const isHeading = row.columns === '';
    const place = placeOf(index, { isQuoted, list: isHeading ? undefined : TABLE, label: row.label });
    add(isHeading ? 'columns' : 'row', row.text.replaceAll('~~', ''), place, {
      status: row.status,
      lead: row.columns,
      context: leadIn?.context ?? section,
    });
  }

  function addInlineList(
    context: Context,
    text: string,
    isFirst: boolean,
    index: number,
    isQuoted: boolean,
  ): boolean {
    const found = inlineList(text, isFirst);
    if (found === undefined) return false;
    list += 1;
    const sentences = sentencesOf(found.lead);
    const introduction = introducesList(sentences.at(-1) ?? '') ? sentences.pop() : undefined;
    addSentences(sentences, index, { context }, { isQuoted }, false);
    leads.set(list, introduction ?? '');
    const inner =
      introduction === undefined || /\border\b/i.test(introduction)
        ? context
        : introduce(context, announced(introduction), index, {}, { isQuoted }, introduction);
    const given = (introduction === undefined ? undefined : roleOfLead(introduction, isReport)) ?? role;
    for (const [at, item] of found.items.entries()) {
      const isLast = at === found.items.length - 1;
      const words = sentencesOf(item.replace(/[\s,;]+(?:and|or)?\s*$/i, ''));
      const own = isLast ? words.slice(0, 1) : words;
      const more = { context: inner, given, lead: introduction ?? found.lead };
      addSentences(own, index, more, { list, label: `${at + 1}`, isQuoted }, true);
      if (isLast) addSentences(words.slice(1), index, { context }, { isQuoted }, false);
    }
    return true;
  }

  function addFence(fence: Fence, index: number): void {
    const lead = leadIn?.to === 'fence' ? leadIn : undefined;
    const context = lead?.context ?? here;
    add('code', '', placeOf(index), { fence, context, given: lead ? lead.role : role });
    if (lead) leadIn = undefined;
  }

  function introduce(
    outer: Context,
    introduction: string,
    index: number,
    more: Partial<Unit>,
    place: Partial<Place>,
    source = introduction,
  ): Context {
    const words = stepText(introduction);
    const plain = plainWords(words);
    const { context } = contextUnder(outer, plain.isAsked ? plain.text : words);
    add('lead', source, placeOf(index, place), { context: outer, ...more });
    return context;
  }
}

const LABELLED_HEADING = /^([A-Z]{1,5}-?\d{1,3})(?:\s*[.):–—-])?\s/;

/** Tables count as lists; no list of items has this number. */
const TABLE = 0;
