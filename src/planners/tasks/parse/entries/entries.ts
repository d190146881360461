import { isReportItem } from '../done/item-status.ts';
import { ReportLists, settleItem, settleRest, takeSharedForAims } from '../done/settled-items.ts';
import { useOfFence } from '../layout/fence-use.ts';
import type { Passage } from '../layout/passages.ts';
import { type Role, roleNamed } from '../layout/section-roles.ts';
import { readingOf } from '../sentences/mood.ts';
import { withoutRunOns } from '../sentences/run-on.ts';
import { entriesOf } from '../sentences/sentence-entries.ts';
import { addCommands, entryBefore } from './command-entries.ts';
import { type Entry, type EntryType, entryOf, type Place } from './entry.ts';

/** The entries of a text, from the form of its sentences. */
export function readEntries(passages: readonly Passage[]): Entry[] {
  const entries: Entry[] = [];
  const reports = new ReportLists();
  let titled: Role | undefined;
  let sentence = 0;
  for (const found of passages) {
    const passage = { ...found, given: found.given ?? titled };
    switch (passage.kind) {
      case 'heading':
        titled = undefined;
        if (found.given === undefined || found.given === 'objective') addWhole('title', passage);
        break;
      case 'lead':
        addLead(passage);
        break;
      case 'item':
        if (passage.isInline === true) addInlineItem(passage);
        else addItem(passage);
        break;
      case 'prose':
        addProse(passage);
        break;
      case 'scenario':
        addWhole('acceptance', passage);
        break;
      case 'columns':
        if (passage.isOfTasks !== true) addWhole('background', passage);
        break;
      case 'row':
        addRow(passage);
        break;
      case 'code':
        addCode(passage);
        break;
    }
  }
  reports.settle();
  return entries;

  function placeIn(passage: Passage): Place {
    sentence += 1;
    return { ...passage.place, sentence, joint: 'first' };
  }

  function add(type: EntryType, passage: Passage, text: string, more: Partial<Entry> = {}): void {
    entries.push(entryOf(type, placeIn(passage), text, more));
  }

  function addWhole(type: EntryType, passage: Passage): void {
    add(type, passage, passage.source);
  }

  function readSentences(passage: Passage, sentences = passage.sentences, role = passage.given): Entry[] {
    const read = entriesOf(sentences, {
      place: passage.place,
      context: passage.context,
      role,
      isItem: passage.kind === 'item',
      nextSentence: () => {
        sentence += 1;
        return sentence;
      },
    });
    entries.push(...read);
    return read;
  }

  function addProse(passage: Passage): void {
    if (passage.isTitle === true) {
      addWhole('title', passage);
      if (roleNamed(passage.source) === 'notes') titled = 'notes';
      return;
    }
    const read = readSentences(passage, passage.sentences.flatMap(withoutRunOns));
    if (passage.opensList === true) takeSharedForAims(read);
  }

  function addLead(passage: Passage): void {
    const [words = ''] = passage.sentences;
    const { context, options, isRepeated, names } = passage;
    if (names === 'notes') {
      if (words.split(/\s+/).length > 3) add('background', passage, words);
    } else if (isRepeated !== true) add('task', passage, words, { context, options });
  }

  function addItem(passage: Passage): void {
    const { given, status, hasBox, context, source } = passage;
    const [first = '', ...others] = passage.sentences;
    const isDone = status === 'done';
    const isCriterion = given === 'acceptance' || given === 'rules' || given === 'exclusions';
    const isTold = (given === 'background' || given === 'notes') && !hasBox && !source.startsWith('~~');
    if (status === 'dropped' || (isDone && isTold)) {
      addWhole('background', passage);
    } else if (isDone || (hasBox && !isCriterion)) {
      add('task', passage, first, { context, isDone });
      settleRest(readSentences(passage, others, isDone ? 'background' : given));
    } else if (isReportItem(source)) {
      addWhole('background', passage);
    } else {
      const read = readSentences(passage);
      if (given !== undefined && given !== 'tasks') return;
      reports.add(passage.place.list ?? 0, given, read, () => settleItem(read, context));
    }
  }

  function addInlineItem(passage: Passage): void {
    for (const [nth, words] of passage.sentences.entries()) {
      const { mood, isExpress, text } = readingOf(words);
      const isPart = nth === 0 || mood === 'request' || mood === 'question';
      const type = mood === 'rule' ? 'rule' : isPart ? 'task' : 'background';
      add(type, passage, isExpress ? text : words, { context: passage.context, source: words });
    }
  }

  function addRow(passage: Passage): void {
    const [text = ''] = passage.sentences;
    if (passage.isOfTasks !== true || passage.status === 'dropped' || text === '') {
      addWhole('background', passage);
      return;
    }
    add('task', passage, text, { context: passage.context, isDone: passage.status === 'done' });
  }

  function addCode(passage: Passage): void {
    const { fence, context, given } = passage;
    const lead = passage.isIntroduced === true ? passage.lead : '';
    if (fence === undefined) return;
    const before = lead === '' ? entryBefore(entries, passage.place) : undefined;
    const use = useOfFence(fence, { role: given, lead, before });
    switch (use.type) {
      case 'run': {
        const isAnnounced =
          before !== undefined && (before.type === 'task' || before.type === 'fragment') && !before.isDone;
        const announced = isAnnounced ? before : undefined;
        addCommands(entries, use.lines, { place: placeIn(passage), context, announced, lead: '' });
        break;
      }
      case 'attach':
        use.to.fence = fence;
        break;
      case 'evidence':
        add('background', passage, '', { fence, source: lead });
        break;
      case 'task':
        add('task', passage, context === '' ? lead : '', { fence, context });
    }
  }
}
