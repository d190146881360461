import { isTitleDone } from '../done/done-marks.ts';
import { saysSomething } from '../entries/context.ts';
import { isDeclarative, isOrderAt, readingOf } from '../sentences/mood.ts';
import { isQuestion } from '../sentences/question.ts';
import type { Block, Heading, Prose } from './outline.ts';
import { labelled, type Role, roleNamed, roleOfHeading } from './section-roles.ts';

const HAS_COLON = /[:：][*_]{0,2}$/u;
const MAX_TITLE_LENGTH = 100;

/** Whether the last sentence of a paragraph introduces the next block. */
export function introduces(sentences: readonly string[], prose: Prose, next: Block | undefined): boolean {
  const last = sentences.at(-1) ?? '';
  if (next?.type === 'item') {
    if (introducesList(last)) return true;
    if (sentences.length !== 1 || !isHeadline(prose.text) || isRoleLabel(prose.text)) return false;
    return !next.afterBlankLine || isRoleLine(prose.text);
  }
  if (sentences.length === 1 && isRoleLine(prose.text) && next?.type === 'prose' && !next.afterBlankLine)
    return true;
  if (!HAS_COLON.test(last)) return false;
  if (next?.type === 'fence') return roleNamed(last) !== undefined || !isOrderAt(last);
  return next?.type === 'prose' && (!next.afterBlankLine || isOnlyLabel(last));
}

/** A line that consists only of a title for the lines below. */
function isRoleLine(text: string): boolean {
  return text.split(/\s+/).length <= 5 && !/[.!?,;]$/.test(text) && roleNamed(text) !== undefined;
}

function isRoleLabel(text: string): boolean {
  const label = labelled(text);
  return label?.role !== undefined && label.rest.trim() !== '';
}

/** Whether a text is only a label that sets the role of the following text. */
export function isOnlyLabel(text: string): boolean {
  return HAS_COLON.test(text) && roleNamed(text) !== undefined;
}

function isHeadline(text: string): boolean {
  return text.length <= MAX_TITLE_LENGTH && !/[.!?;,]$/.test(text) && !isQuestion(text);
}

/** A first line on its own, above more detailed text. */
export function isTitle(prose: Prose, index: number, next: Block | undefined): boolean {
  if (
    isRoleLabel(prose.text) &&
    !(/^(?:proposal|request|idea|rfc)\b/i.test(prose.text) && next?.type === 'item')
  )
    return false;
  if (
    index > 0 ||
    next === undefined ||
    prose.isInItem ||
    !isHeadline(prose.text.replace(/\([^()]*\)/g, '')) ||
    HAS_COLON.test(prose.text)
  )
    return false;
  if (/^[A-Z][A-Z0-9 .:#_/-]+$/.test(prose.text) && prose.text.includes(' '))
    return next.type !== 'prose' || next.afterBlankLine;
  if (/^(?:feat|fix|chore|docs|refactor|perf|test|build|ci|style|revert)(?:\([^)]*\))?!?: /.test(prose.text))
    return false;
  if (next.type === 'fence' || readingOf(prose.text).mood === 'statement') return false;
  const isDocument =
    next.type === 'prose' && /^\p{Lu}[\p{L} ]{1,20}:\s/u.test(next.text) && !isOrderAt(next.text);
  const isApart =
    next.type !== 'prose' || next.afterBlankLine || isDocument || roleNamed(prose.text) === 'notes';
  const plain = prose.text.replace(/\([^()]*\)/g, '').trim();
  return isApart && (!isOrderAt(plain) || next.type !== 'prose' || isDocument) && !readingOf(plain).isExpress;
}

const OBSERVES =
  /^(?:so |also |ok )*(?:(?:i|we|customers?|users?|they|qa|support|someone) (?:have |just |also |all |both )*(?:notic|saw|see|seen|found|observ|got|get|report|complain|discover|spotted|know|tried|did)|(?:i|we) (?:already |now |only )?have (?:these|the following|some|\d+|two|three|four|several)\b|(?:things|issues|problems|bugs|some things) (?:i|we|users|customers) |(?:there are|these are|here are) .{0,40}(?:issues|problems|bugs|symptoms|observations|findings)|.{0,60}\b(?:are|is) (?:broken|failing|waiting|affected|known)\b)/i;

/** Whether a line before a list describes an observation. */
function isObservation(text: string): boolean {
  return OBSERVES.test(text) && isDeclarative(text);
}

/** Whether a sentence announces a list. */
export function introducesList(sentence: string): boolean {
  return HAS_COLON.test(sentence) || (sentence !== '' && !saysSomething(sentence));
}

/** Whether a block describes the expected or the actual result. */
export function tellsOutcome(block: Block): boolean {
  if (block.type === 'fence') return false;
  return /^[*_]*(?:expected|actual|got|observed|instead|result)\b[^:.]{0,20}(?::|$)/i.test(block.text);
}

/**
 * The role that an introduction gives to the lines below. The steps of a report with a result are for reproducing it.
 */
export function roleOfLead(introduction: string, isReport: boolean): Role | undefined {
  if (isReport && /^[*_]*(?:the )?steps?[*_]*:/i.test(introduction)) return 'background';
  const isOrder = isOrderAt(introduction) || readingOf(introduction).isExpress;
  const named = (isOrder && !isTitleDone(introduction) ? roleNamed : roleOfHeading)(introduction);
  return named ?? (isObservation(introduction) ? 'notes' : undefined);
}

/** The role of each section; a heading without one inherits it from the heading above. */
export function sectionRoles(blocks: readonly Block[]): Map<Heading, Role | undefined> {
  const roles = new Map<Heading, Role | undefined>();
  const path: { readonly level: number; readonly role: Role | undefined }[] = [];
  for (const block of blocks) {
    if (block.type !== 'heading') continue;
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    const role =
      (isOrderAt(block.text) && !isTitleDone(block.text) ? roleNamed : roleOfHeading)(block.text) ??
      path.at(-1)?.role;
    path.push({ level: block.level, role });
    roles.set(block, role);
  }
  return roles;
}
