import { statesDone } from '../done/settled-entries.ts';
import { cutAt, cutPlaces } from '../entries/cuts.ts';
import type { Entry } from '../entries/entry.ts';
import { type Unit, unitsOf } from '../entries/units.ts';
import type { Passage } from '../layout/passages.ts';
import { contentOf } from '../layout/shell-block.ts';
import { isOrderRemark } from '../order/order-remark.ts';
import type { Clause } from '../sentences/clauses.ts';
import { isOrderAt, readingOf } from '../sentences/mood.ts';
import { plainWords } from '../sentences/polite.ts';
import { cutFeatures } from './cut-features.ts';
import {
  bestLabels,
  bucketOf,
  type LinearModel,
  scoresOf,
  UNIT_ROLES,
  type UnitRole,
} from './linear-model.ts';
import { linksOf, roleFeatures } from './role-features.ts';
import { type Verdict, verdictsOf } from './verdicts.ts';

/** Models trained on annotated texts: where pieces start, and their roles. */
export interface Reader {
  readonly cuts: LinearModel;
  readonly roles: LinearModel;
}

/**
 * The pieces of a text with their roles, and how much better they fit than the verdicts of the rules; 0 if those stand.
 */
export interface LearnedRoles {
  readonly units: readonly Unit[];
  readonly roles: readonly UnitRole[];
  readonly margin: number;
}

/** Prefers cutting: losing a task inside another is worse than splitting off a reason. */
const CUT_FROM = -0.3;

/** Reads the pieces of a text and their roles. */
export function learnedFrom(
  reader: Reader,
  passages: readonly Passage[],
  ruled: readonly Entry[],
): LearnedRoles {
  let doubt = 0;
  const units = unitsOf(passages, (sentence, isItem) => {
    const cut = cutSentence(reader, sentence, isItem);
    doubt += cut.doubt;
    return cut.clauses;
  });
  const { roles, margin } = rolesOf(reader, units, verdictsOf(units, ruled));
  return { units, roles, margin: saysEnough(units) ? margin + doubt : 0 };
}

/** One or two sentences, or a list alone, give the model too little context: the rules read them. */
function saysEnough(units: readonly Unit[]): boolean {
  const sentences = new Set(units.map(({ place }) => place.sentence));
  return (
    sentences.size >= MIN_SENTENCES && units.some(({ kind, text }) => kind === 'prose' && !statesDone(text))
  );
}

const MIN_SENTENCES = 3;

/** Cuts a sentence into pieces, and returns how far that differs from the rules. */
function cutSentence(
  { cuts }: Reader,
  sentence: string,
  isItem: boolean,
): { readonly clauses: Clause[]; readonly doubt: number } {
  const places = cutPlaces(sentence);
  if (places.length === 0) return { clauses: [{ text: sentence, joint: 'first' }], doubt: 0 };
  const features = cutFeatures(sentence, places, isItem);
  let doubt = 0;
  const selected = places.filter((_, at) => {
    const ids = (features[at]?.names ?? []).map((feature) => bucketOf(feature, cuts.buckets));
    const score = (scoresOf(cuts, ids)[0] ?? 0) - CUT_FROM;
    if (score > 0 !== features[at]?.isRuled) doubt += Math.abs(score);
    return score > 0;
  });
  return { clauses: cutAt(sentence, selected), doubt };
}

/** The role of each piece, and how much better the roles fit together than those of the rules. */
function rolesOf(
  { roles }: Reader,
  units: readonly Unit[],
  verdicts: readonly Verdict[],
): { readonly roles: UnitRole[]; readonly margin: number } {
  const links = linksOf(units);
  const scores = roleFeatures(units, verdicts).map((features, at) => {
    const own = scoresOf(
      roles,
      features.map((feature) => bucketOf(feature, roles.buckets)),
    );
    const sure = units[at] && sureRole(units[at]);
    if (sure !== undefined) own[UNIT_ROLES.indexOf(sure)] = SURE;
    own[QUESTION] = (own[QUESTION] ?? 0) - ASKED_FOR;
    if (units[at] && isClosed(units[at])) for (const role of TO_DO) own[UNIT_ROLES.indexOf(role)] = -SURE;
    if (units[at] && !mayBeDone(units[at])) own[DONE] = -SURE;
    return own;
  });
  const best = bestLabels(roles, scores, links);
  const bound = scores.map((own, at) =>
    own.map((score, label) => (isSame(UNIT_ROLES[label], verdicts[at], units[at]) ? score : score - SURE)),
  );
  return {
    roles: best.labels.map((label) => UNIT_ROLES[label] ?? 'background'),
    margin: best.score - bestLabels(roles, bound, links).score,
  };
}

const SURE = 1000;
/** Done or dropped pieces never become tasks, whatever their words. */
const TO_DO = ['task', 'question', 'command'] as const;

/** Whether a piece is done or dropped, or in a section of reports without requesting anything. */
function isClosed({ status, given, label, hasBox, text }: Unit): boolean {
  if (status !== 'open') return true;
  const isTold = label === 'done' || (given === 'done' && label === undefined);
  return isTold && !hasBox && !readingOf(text).isExpress;
}

const DONE = UNIT_ROLES.indexOf('done');
const NOT_YET =
  /\b(?:means?|when|until|once|if|unless|not|never|nobody|should|must|shall|will|would|can|could|to|be|needs?|please|almost|nearly|half)\b|n['’]t\b|\?/i;

/** Whether anything indicates that a piece is done. The model alone must not mark open work as done. */
function mayBeDone({ status, given, label, text }: Unit): boolean {
  if (status === 'done' || given === 'done' || label === 'done' || text.includes('~~')) return true;
  return !NOT_YET.test(text) && !isOrderAt(plainWords(text).text);
}

const QUESTION = UNIT_ROLES.indexOf('question');
/** An answer completes a question, so possible work is rather treated as work. */
const ASKED_FOR = 0.5;

/** Unambiguous marks: a ticked box, struck text. */
function sureRole({ status, hasBox, given, text, kind, fence }: Unit): UnitRole | undefined {
  if (fence && contentOf(fence).type === 'transcript') return 'output';
  if (statesDone(text)) return 'background';
  if (kind === 'prose' && isOrderRemark(text)) return 'order';
  if (status === 'done') {
    const isCriterion = given === 'acceptance' || given === 'rules' || given === 'exclusions';
    const isTold = (given === 'background' || given === 'notes') && !hasBox && !text.includes('~~');
    return isCriterion || isTold ? undefined : 'done';
  }
  if (kind === 'columns') return 'heading';
  return kind === 'scenario' ? 'acceptance' : undefined;
}

const TOLD: ReadonlySet<UnitRole> = new Set([
  'background',
  'pleasantry',
  'order',
  'output',
  'heading',
  'objective',
]);

/** Whether a role has the same effect as the verdict of the rules. */
function isSame(role: UnitRole | undefined, verdict: Verdict | undefined, unit: Unit | undefined): boolean {
  if (role === undefined || verdict === undefined || unit?.kind === 'columns') return true;
  switch (verdict) {
    case 'task':
      return role === 'task' || role === 'command';
    case 'question':
    case 'done':
    case 'rule':
    case 'acceptance':
      return role === verdict;
    case 'none':
      return TOLD.has(role) || unit?.kind === 'code';
    default:
      return TOLD.has(role);
  }
}
