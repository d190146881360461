import type { Status } from '../done/done-marks.ts';
import { isReportItem, itemStatuses, withoutStatus } from '../done/item-status.ts';
import { ReportLists, settleItem, settleRest, takeSharedForAims } from '../done/settled-items.ts';
import { useOfFence } from '../layout/fence-use.ts';
import { inlineList } from '../layout/inline-list.ts';
import {
  introduces,
  introducesList,
  isOnlyLabel,
  isTitle,
  roleOfLead,
  sectionRoles,
  tellsOutcome,
} from '../layout/introductions.ts';
import type { Block, Fence, Item, Prose } from '../layout/outline.ts';
import { type Role, roleNamed } from '../layout/section-roles.ts';
import { sectionContexts } from '../layout/sections.ts';
import { asCode } from '../layout/shell-block.ts';
import { scenarioLines } from '../layout/stories.ts';
import { taskRows } from '../layout/tables.ts';
import { isOrderRemark } from '../order/order-remark.ts';
import { readingOf } from '../sentences/mood.ts';
import { isQuestion } from '../sentences/question.ts';
import { withoutRunOns } from '../sentences/run-on.ts';
import { entriesOf } from '../sentences/sentence-entries.ts';
import { sentencesOf } from '../sentences/sentences.ts';
import { announced, type Context, contextUnder } from './context.ts';
import type { Entry, EntryType, Place } from './entry.ts';
import { stepText } from './step-text.ts';

/** A line that introduces the list, the code or the lines after it. */
interface LeadIn {
  readonly context: Context;
  readonly role: Role | undefined;
  readonly to: 'list' | 'paragraph' | 'fence';
  readonly text: string;
}

/** Information about lists and sections for deriving the order. */
export interface Frame {
  /** The introductions of lists, by list number. */
  readonly leads: ReadonlyMap<number, string>;
}

/** The entries of a text, from its layout and its sentences. */
export function readEntries(blocks: readonly Block[]): { entries: Entry[]; frame: Frame } {
  const entries: Entry[] = [];
  const sections = sectionContexts(blocks);
  const roles = sectionRoles(blocks);
  const rows = taskRows(blocks);
  const isReport = blocks.some(tellsOutcome);
  const scenario = scenarioLines(blocks);
  const statuses = itemStatuses(blocks);
  const leads = new Map<number, string>();
  const contextOfChildren = new Map<Item, Context>();
  const questionOf = new Map<Item, Entry>();
  const told = new ReportLists();
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
        if (role === undefined || role === 'objective') add('title', block.text, placeOf(index));
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
  told.settle();
  return { entries, frame: { leads } };

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

  function add(type: EntryType, text: string, place: Place, more: Partial<Entry> = {}): Entry {
    const entry: Entry = {
      type,
      place,
      context: '',
      text,
      source: text,
      fence: undefined,
      options: [],
      isDone: false,
      isCommand: false,
      ...more,
    };
    entries.push(entry);
    return entry;
  }

  function readSentences(
    sentences: readonly string[],
    index: number,
    more: { context: Context; role: Role | undefined; item?: Item; isQuoted: boolean },
  ): Entry[] {
    const read = entriesOf(sentences, {
      place: {
        block: index,
        list: more.item && list,
        label: more.item ? more.item.label : sectionLabel,
        section: sectionName,
        isQuoted: more.isQuoted,
      },
      context: more.context,
      role: more.role,
      isItem: more.item !== undefined,
      nextSentence: () => {
        sentence += 1;
        return sentence;
      },
    });
    entries.push(...read);
    return read;
  }

  function addItem(item: Item, index: number): void {
    const question = item.parent && questionOf.get(item.parent);
    if (question) {
      if (item.text !== '') question.options.push(item.text);
      questionOf.set(item, question);
      return;
    }
    const context = (item.parent && contextOfChildren.get(item.parent)) ?? leadIn?.context ?? section;
    const itemRole = leadIn?.role ?? role;
    here = context;
    if (
      !item.hasChildren &&
      !item.box &&
      addInlineList(context, item.text, item.isFirst, index, item.isQuoted)
    )
      return;
    const status = statuses.get(item) ?? 'open';
    const words = withoutStatus(item.text, status);
    const sentences = sentencesOf(words);
    const introduction = item.hasChildren && item.box === undefined ? sentences.pop() : undefined;
    if (sentences.length > 0) addItemSentences(item, sentences, index, { context, role: itemRole, status });
    if (introduction !== undefined && isQuestion(introduction)) {
      questionOf.set(
        item,
        add('task', introduction, placeOf(index, { list, label: item.label }), { context }),
      );
      return;
    }
    if (introduction !== undefined) here = introduce(context, introduction, index);
    else if (item.hasChildren) here = contextUnder(context, stepText(words)).context;
    contextOfChildren.set(item, here);
  }

  function addItemSentences(
    item: Item,
    sentences: readonly string[],
    index: number,
    { context, role: given, status }: { context: Context; role: Role | undefined; status: Status },
  ): void {
    const isTicked = status === 'done';
    const place = () => placeOf(index, { list, label: item.label, isQuoted: item.isQuoted });
    const [first = '', ...others] = sentences;
    const isCriterion = given === 'acceptance' || given === 'rules' || given === 'exclusions';
    if (status === 'dropped') {
      add('background', item.text, place());
      return;
    }
    if (
      item.box === undefined &&
      (given === 'background' || given === 'notes') &&
      !item.text.startsWith('~~') &&
      isTicked
    ) {
      add('background', item.text, place());
      return;
    }
    if ((item.box && !isCriterion) || isTicked || (given === 'done' && !isCriterion)) {
      const isDone = isTicked || (given === 'done' && item.box === undefined);
      add('task', first, place(), { context, isDone });
      settleRest(
        readSentences(others, index, {
          context,
          role: isDone ? 'background' : given,
          item,
          isQuoted: item.isQuoted,
        }),
      );
      return;
    }
    if (isReportItem(item.text)) {
      add('background', item.text, place());
      return;
    }
    const read = readSentences(sentences, index, { context, role: given, item, isQuoted: item.isQuoted });
    if (given !== undefined && given !== 'tasks') return;
    told.add(list, given, read, () => settleItem(read, context));
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
      add('acceptance', prose.text, placeOf(index, { isQuoted }));
      return;
    }
    if (/^\|.*\|/.test(prose.text)) {
      addRow(prose, index);
      return;
    }
    if (addInlineList(context, prose.text, false, index, isQuoted)) return;
    const sentences = sentencesOf(prose.text).flatMap(withoutRunOns);
    const isIntroduced = !prose.isInItem && introduces(sentences, prose, next);
    if (!isIntroduced && isTitle(prose, index, next)) {
      add('title', prose.text, placeOf(index, { isQuoted }));
      const named = roleNamed(prose.text);
      if (named === 'notes') role = named;
      return;
    }
    const introduction = isIntroduced ? sentences.pop() : undefined;
    const read = readSentences(sentences, index, { context, role: given, isQuoted });
    if (introduction === undefined) return;
    if (next?.type === 'item') takeSharedForAims(read);
    const named = roleOfLead(introduction, isReport);
    const isTelling = named === 'notes' || named === 'background' || named === 'acceptance';
    if (named === 'notes' && introduction.split(/\s+/).length > 3)
      add('background', introduction, placeOf(index, { isQuoted }));
    leadIn = {
      context: isOrderRemark(introduction.replace(/[:：]$/, ''))
        ? section
        : named === undefined || named === 'questions'
          ? introduce(section, announced(introduction), index)
          : isTelling
            ? ''
            : section,
      role: named ?? given,
      to: next?.type === 'item' ? 'list' : next?.type === 'fence' ? 'fence' : 'paragraph',
      text: introduction,
    };
  }

  function addRow(prose: Prose, index: number): void {
    const row = rows.get(prose);
    const place = placeOf(index, {
      isQuoted: prose.isQuoted,
      list: TABLE,
      label: typeof row === 'object' ? row.label : undefined,
    });
    if (row === undefined || row === 'heading' || row.isDropped || row.text === '') {
      if (row !== 'heading') add('background', prose.text, { ...place, list: undefined });
      return;
    }
    add('task', row.text.replaceAll('~~', ''), place, {
      isDone: row.isDone,
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
    takeSharedForAims(readSentences(sentences, index, { context, role, isQuoted }));
    leads.set(list, introduction ?? '');
    const inner =
      introduction === undefined || /\border\b/i.test(introduction)
        ? context
        : introduce(context, announced(introduction), index);
    const isAsked =
      readingOf(found.lead).isExpress ||
      /^(?:please |pls )?(?:can|could|would|will) (?:you|u)\b/i.test(found.lead);
    for (const [at, item] of found.items.entries()) {
      const isLast = at === found.items.length - 1;
      const [first = '', ...others] = sentencesOf(item.replace(/[\s,;]+(?:and|or)?\s*$/i, ''));
      const own = isAsked && isLast ? first.replace(/\s*\?+\s*$/, '') : first;
      for (const [nth, words] of (isLast ? [own] : [own, ...others]).entries()) {
        const reading = readingOf(words);
        const place = placeOf(index, { list, label: `${at + 1}`, isQuoted });
        const isPart = nth === 0 || reading.mood === 'request' || reading.mood === 'question';
        const type = reading.mood === 'rule' ? 'rule' : isPart ? 'task' : 'background';
        add(type, reading.isExpress ? reading.text : words, place, { context: inner, source: words });
      }
      if (isLast) readSentences(others, index, { context, role, isQuoted });
    }
    return true;
  }

  function addFence(fence: Fence, index: number): void {
    const latest = entries.at(-1);
    const lead = leadIn?.to === 'fence' ? leadIn : undefined;
    const isNear = lastBlock?.type === 'prose' || lastBlock?.type === 'item';
    const before = isNear && !lead && latest?.place.block === index - 1 ? latest : undefined;
    const use = useOfFence(fence, { role: lead ? lead.role : role, lead, before });
    switch (use.type) {
      case 'run':
        addCommands(use.lines, index, before);
        break;
      case 'attach':
        use.to.fence = fence;
        break;
      case 'evidence':
        add('background', '', placeOf(index), { fence, source: lead?.text ?? '' });
        break;
      case 'task': {
        const context = lead?.context ?? here;
        add('task', context === '' ? (lead?.text ?? '') : '', placeOf(index), { fence, context });
      }
    }
    if (lead) leadIn = undefined;
  }

  function addCommands(lines: readonly string[], index: number, before: Entry | undefined): void {
    const isAnnounced =
      before !== undefined && (before.type === 'task' || before.type === 'fragment') && !before.isDone;
    const context = isAnnounced
      ? contextUnder(before.context, stepText(before.text)).context
      : leadIn?.to === 'fence'
        ? leadIn.context
        : here;
    const { list: ofList, label } = isAnnounced ? before.place : { list: undefined, label: undefined };
    if (isAnnounced) entries.pop();
    for (const [at, line] of lines.entries()) {
      const joint = at === 0 ? (isAnnounced ? before.place.joint : 'first') : 'then';
      const text = asCode(line);
      add('task', text, placeOf(index, { joint, list: ofList, label }), {
        context,
        isCommand: true,
        source: at === 0 && isAnnounced ? before.source : text,
      });
    }
  }

  /** The items repeat the introduction, so it is no step of its own, unless it is too long to repeat. */
  function introduce(outer: Context, introduction: string, index: number): Context {
    const words = stepText(introduction);
    const { text, isExpress } = readingOf(words);
    const { context, isWhole } = contextUnder(outer, isExpress ? text : words);
    if (!isWhole) add('task', introduction, placeOf(index), { context: outer });
    return context;
  }
}

const LABELLED_HEADING = /^([A-Z]{1,5}-?\d{1,3})(?:\s*[.):–—-])?\s/;

/** Tables count as lists; no list of items has this number. */
const TABLE = 0;
