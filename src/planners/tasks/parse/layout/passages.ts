import type { Status } from '../done/done-marks.ts';
import { itemStatuses, withoutStatus } from '../done/item-status.ts';
import { announced, type Context, contextUnder } from '../entries/context.ts';
import { stepText } from '../entries/step-text.ts';
import { isOrderRemark } from '../order/order-remark.ts';
import { readingOf } from '../sentences/mood.ts';
import { isQuestion } from '../sentences/question.ts';
import { withoutRunOns } from '../sentences/run-on.ts';
import { sentencesOf } from '../sentences/sentences.ts';
import { inlineList } from './inline-list.ts';
import {
  introduces,
  introducesList,
  isOnlyLabel,
  isTitle,
  roleOfLead,
  sectionRoles,
  tellsOutcome,
} from './introductions.ts';
import type { Block, Fence, Heading, Item, Prose } from './outline.ts';
import type { Role } from './section-roles.ts';
import { sectionContexts } from './sections.ts';
import { scenarioLines } from './stories.ts';
import { type TableRow, tableRows } from './table-rows.ts';

/** The position of a passage in its text. */
export interface Position {
  /** Pieces with the same number are in one paragraph or list item. */
  readonly block: number;
  /** The list of an item, and the item's label there. */
  readonly list: number | undefined;
  readonly label: string | undefined;
  /** The heading above it. */
  readonly section: string;
  readonly isQuoted: boolean;
}

/** A heading, paragraph, list item, table row or block of code, with everything that the layout tells about it. */
export interface Passage {
  readonly kind: 'heading' | 'lead' | 'item' | 'prose' | 'columns' | 'row' | 'code' | 'scenario';
  readonly sentences: readonly string[];
  /** The original text of its block. */
  readonly source: string;
  readonly place: Position;
  /** The context to repeat in the task. */
  readonly context: Context;
  /** The role given by the heading or the line above. */
  readonly given: Role | undefined;
  /** The introduction above it. */
  readonly lead: string;
  readonly status: Status;
  readonly hasBox: boolean;
  readonly fence: Fence | undefined;
  /** The possible answers of a question. */
  readonly options: string[];
  /** Whether a paragraph is the title of the text. */
  readonly isTitle?: boolean;
  /** Whether an item is one of several on a line. */
  readonly isInline?: boolean;
  /** Whether the introduction above code is about that code alone. */
  readonly isIntroduced?: boolean;
  /** Whether a list follows it. */
  readonly opensList?: boolean;
  /** Whether a row is part of a table of tasks. */
  readonly isOfTasks?: boolean;
  /** The role that an introduction gives to the following passages. */
  readonly names?: Role | undefined;
  /** Whether the following passages repeat an introduction, so that it is no step of its own. */
  readonly isRepeated?: boolean;
}

/** The introductions of lists, by list number. */
export type Leads = ReadonlyMap<number, string>;

/** The passages of a text. */
export interface Layout {
  readonly passages: readonly Passage[];
  readonly leads: Leads;
}

/** A line that introduces the list, the code or the lines after it. */
interface LeadIn {
  readonly context: Context;
  readonly role: Role | undefined;
  readonly to: 'list' | 'paragraph' | 'fence';
  readonly text: string;
}

type Own = Partial<Omit<Passage, 'place'>> & { readonly place?: Partial<Position> };

/** Reads the layout of a text in one pass. */
export function layoutOf(blocks: readonly Block[]): Layout {
  const passages: Passage[] = [];
  const leads = new Map<number, string>();
  const sections = sectionContexts(blocks);
  const roles = sectionRoles(blocks);
  const rows = tableRows(blocks);
  const isReport = blocks.some(tellsOutcome);
  const scenario = scenarioLines(blocks);
  const statuses = itemStatuses(blocks);
  const contextOfChildren = new Map<Item, Context>();
  const questionOf = new Map<Item, Passage>();
  let section: Context = '';
  let sectionName = '';
  let sectionLabel: string | undefined;
  let role: Role | undefined;
  let here: Context = '';
  let leadIn: LeadIn | undefined;
  let list = 0;
  let index = 0;

  for (const block of blocks) {
    switch (block.type) {
      case 'heading':
        addHeading(block);
        break;
      case 'item':
        addItem(block);
        break;
      case 'prose':
        addProse(block);
        break;
      case 'fence':
        if (block.code.trim() !== '') addFence(block);
        break;
    }
    index += 1;
  }
  return { passages, leads };

  function add(kind: Passage['kind'], sentences: readonly string[], { place, ...own }: Own = {}): Passage {
    const block = blocks[index];
    const passage = {
      kind,
      sentences,
      source: block && 'text' in block ? block.text : '',
      place: {
        block: index,
        list: undefined,
        label: undefined,
        section: sectionName,
        isQuoted: block !== undefined && 'isQuoted' in block && block.isQuoted,
        ...place,
      },
      context: '',
      given: role,
      lead: leadIn?.text ?? '',
      status: 'open' as const,
      hasBox: false,
      fence: undefined,
      options: [],
      ...own,
    };
    passages.push(passage);
    return passage;
  }

  function addParagraph(sentences: readonly string[], own: Own): void {
    if (sentences.length > 0) add('prose', sentences, { ...own, place: { label: sectionLabel } });
  }

  function addHeading(heading: Heading): void {
    section = sections.get(heading) ?? '';
    sectionName = heading.text;
    sectionLabel = LABELLED_HEADING.exec(heading.text)?.[1]?.toLowerCase();
    role = roles.get(heading);
    here = section;
    leadIn = undefined;
    add('heading', [heading.text]);
  }

  function addItem(item: Item): void {
    const before = blocks[index - 1];
    const goesOn =
      before?.type === 'item' || before?.type === 'fence' || (before?.type === 'prose' && before.isInItem);
    if (!goesOn) list += 1;
    if (leadIn && !leads.has(list)) leads.set(list, leadIn.text);
    const question = item.parent && questionOf.get(item.parent);
    if (question) {
      if (item.text !== '') question.options.push(item.text);
      questionOf.set(item, question);
      return;
    }
    const context = (item.parent && contextOfChildren.get(item.parent)) ?? leadIn?.context ?? section;
    const given = leadIn?.role ?? role;
    here = context;
    if (!item.hasChildren && !item.box && addInlineList(context, item.text, item.isFirst)) return;
    const own = statuses.get(item) ?? 'open';
    const status = given === 'done' && own === 'open' && item.box === undefined ? 'done' : own;
    const words = withoutStatus(item.text, status);
    const sentences = sentencesOf(words);
    const introduction = item.hasChildren && item.box === undefined ? sentences.pop() : undefined;
    const place = { list, label: item.label };
    if (sentences.length > 0)
      add('item', sentences, { context, given, status, hasBox: item.box !== undefined, place });
    if (introduction !== undefined && isQuestion(introduction)) {
      questionOf.set(item, add('lead', [introduction], { context, given, place }));
      return;
    }
    if (introduction !== undefined) {
      const under = contextOfLead(context, introduction);
      here = under.context;
      add('lead', [introduction], { context, given, place, isRepeated: under.isWhole });
    } else if (item.hasChildren) here = contextUnder(context, stepText(words)).context;
    contextOfChildren.set(item, here);
  }

  function addProse(prose: Prose): void {
    const [before, next] = [blocks[index - 1], blocks[index + 1]];
    const goesOn =
      leadIn?.to === 'list'
        ? prose.isInItem
        : leadIn?.to === 'paragraph' &&
          (!prose.afterBlankLine ||
            (before?.type === 'prose' && leadIn.role !== undefined && isOnlyLabel(before.text)));
    if (!goesOn) leadIn = undefined;
    const context = prose.isInItem ? here : (leadIn?.context ?? section);
    here = context;
    const given = leadIn?.role ?? role;
    if (scenario.has(prose)) {
      add('scenario', [prose.text], { given });
      return;
    }
    const row = rows.get(prose);
    if (row !== undefined) {
      addRow(row);
      return;
    }
    if (addInlineList(context, prose.text, false)) return;
    const sentences = sentencesOf(prose.text);
    if (prose.isInItem || !introduces(sentences, prose, next)) {
      const isTitled = isTitle(prose, index, next);
      addParagraph(sentences, { context, given, isTitle: isTitled });
      return;
    }
    const last = withoutRunOns(sentences.pop() ?? '');
    const introduction = last.pop() ?? '';
    const opensList = next?.type === 'item';
    addParagraph([...sentences, ...last], { context, given, opensList });
    leadIn = {
      ...announce(introduction, section, given),
      to: opensList ? 'list' : next?.type === 'fence' ? 'fence' : 'paragraph',
      text: introduction,
    };
  }

  function addRow({ text, label, status, columns, isOfTasks }: TableRow): void {
    const isHeading = columns === '';
    add(isHeading ? 'columns' : 'row', [text.replaceAll('~~', '')], {
      context: leadIn?.context ?? section,
      status,
      isOfTasks,
      lead: columns,
      place: { list: isHeading ? undefined : TABLE, label },
    });
  }

  function addInlineList(context: Context, text: string, isFirst: boolean): boolean {
    const found = inlineList(text, isFirst);
    if (found === undefined) return false;
    list += 1;
    const sentences = sentencesOf(found.lead);
    const introduction = introducesList(sentences.at(-1) ?? '') ? sentences.pop() : undefined;
    addParagraph(sentences, { context, opensList: true });
    leads.set(list, introduction ?? '');
    const lead = introduction ?? found.lead;
    const inner =
      introduction === undefined || isOrderRemark(withoutColon(introduction))
        ? { context, role: roleOfLead(introduction ?? '', isReport) ?? role }
        : announce(introduction, context, role);
    const own = { context: inner.context, given: inner.role, lead, isInline: true };
    for (const [at, item] of found.items.entries()) {
      const isLast = at === found.items.length - 1;
      const [first = '', ...others] = sentencesOf(item.replace(/[\s,;]+(?:and|or)?\s*$/i, ''));
      const words = isLast && asks(lead) ? first.replace(/\s*\?+\s*$/, '') : first;
      add('item', isLast ? [words] : [words, ...others], { ...own, place: { list, label: `${at + 1}` } });
      if (isLast) addParagraph(others, { context });
    }
    return true;
  }

  function addFence(fence: Fence): void {
    const lead = leadIn?.to === 'fence' ? leadIn : undefined;
    add('code', [''], {
      context: lead?.context ?? here,
      given: lead ? lead.role : role,
      isIntroduced: lead !== undefined,
      fence,
    });
    if (lead) leadIn = undefined;
  }

  /** Adds an introduction; returns the context and the role of the following passages. */
  function announce(
    introduction: string,
    outer: Context,
    given: Role | undefined,
  ): Pick<LeadIn, 'context' | 'role'> {
    const names = roleOfLead(introduction, isReport);
    const isNamed = names !== undefined && names !== 'questions';
    const isTelling = names === 'notes' || names === 'background' || names === 'acceptance';
    const saysNothing = isNamed || isOrderRemark(withoutColon(introduction));
    const { context, isWhole } = contextOfLead(outer, announced(introduction));
    add('lead', [introduction], { context: outer, given, names, isRepeated: saysNothing || isWhole });
    return { context: isTelling ? '' : saysNothing ? outer : context, role: names ?? given };
  }
}

/** The context below an introduction, without the polite words of a request. */
function contextOfLead(outer: Context, lead: string): ReturnType<typeof contextUnder> {
  const words = stepText(lead);
  const { text, isExpress } = readingOf(words);
  return contextUnder(outer, isExpress ? text : words);
}

function withoutColon(lead: string): string {
  return lead.replace(/[:：]$/, '');
}

/** The mark of `Can you 1) build it 2) test it?` is no part of the last item. */
function asks(lead: string): boolean {
  return readingOf(lead).isExpress || /^(?:please |pls )?(?:can|could|would|will) (?:you|u)\b/i.test(lead);
}

const LABELLED_HEADING = /^([A-Z]{1,5}-?\d{1,3})(?:\s*[.):–—-])?\s/;

/** Tables count as lists; no list of items has this number. */
const TABLE = 0;
