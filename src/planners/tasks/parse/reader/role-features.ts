import type { Unit } from '../entries/units.ts';
import { labelled } from '../layout/section-roles.ts';
import { contentOf } from '../layout/shell-block.ts';
import { readCondition } from '../sentences/conditions.ts';
import { isAcceptance, isAim, isProperty, isRule, isWanted } from '../sentences/modality.ts';
import { hasFiniteVerb, isDeclarative, isOrderAt } from '../sentences/mood.ts';
import { isCourtesy } from '../sentences/pleasantries.ts';
import { plainWords } from '../sentences/polite.ts';
import { isQuestion } from '../sentences/question.ts';
import { isNounToo, isVerb } from '../sentences/verbs.ts';
import type { Verdict } from './verdicts.ts';
import { shapeOf } from './word-shape.ts';

const WORD = /[\p{L}][\p{L}\p{N}'’-]*|\d+|[`"?!:;()→@#/]/gu;
const MAX_WORDS = 40;

/** How each piece is joined to the previous one: in a sentence, in a paragraph or list, or not at all. */
export function linksOf(units: readonly Unit[]): number[] {
  return units.map(({ place, kind }, at) => {
    const before = units[at - 1];
    if (before === undefined) return 0;
    if (before.place.sentence === place.sentence) return 2;
    const isNear =
      before.place.block === place.block || (place.list !== undefined && before.place.list === place.list);
    return isNear && before.kind === kind ? 1 : 0;
  });
}

/** The features of each piece for its role. */
export function roleFeatures(units: readonly Unit[], verdicts: readonly Verdict[]): string[][] {
  const sights = units.map(sightOf);
  const hasBoxes = units.some(({ hasBox }) => hasBox);
  const hasLists = units.some(({ place }) => place.list !== undefined);
  const hasRequest = sights.some(({ mood }) => mood === 'request');
  const size = units.length < 3 ? 'few' : units.length < 8 ? 'some' : 'many';
  return units.map((unit, at) => {
    const own = sights[at];
    if (own === undefined) return [];
    const verdict = verdicts[at] ?? 'none';
    const [before, after] = [sights[at - 1], sights[at + 1]];
    const [previous, next] = [units[at - 1], units[at + 1]];
    const { kind, given = 'none', label = 'none', place, status, hasBox } = unit;
    const { words, mood, first, second, third, ending, verb, shape } = own;
    const isFirst = previous?.place.block !== place.block;
    const isLast = next?.place.block !== place.block;
    const where = `${kind}${place.list === undefined ? '' : place.label === undefined ? '*' : '1'}`;
    return [
      `v=${verdict}`,
      `v,m=${verdict} ${mood}`,
      `v,k=${verdict} ${where}`,
      `v,g=${verdict} ${given}`,
      `v,1=${verdict} ${first}`,
      `bv=${verdicts[at - 1] ?? 'none'} ${verdict}`,
      `av=${verdict} ${verdicts[at + 1] ?? 'none'}`,
      'bias',
      `k=${where}`,
      `g=${given}`,
      `l=${label}`,
      `k,g=${kind} ${given}`,
      `st=${status} ${hasBox}`,
      `st,g=${status} ${given}`,
      `m=${mood}`,
      `m,k=${mood} ${kind}`,
      `m,g=${mood} ${given}`,
      `m,l=${mood} ${label}`,
      `m,k,g=${mood} ${where} ${given}`,
      `m,j=${mood} ${place.joint}`,
      `j=${place.joint}`,
      `quoted=${place.isQuoted}`,
      `1=${first}`,
      `12=${first} ${second}`,
      `123=${first} ${second} ${third}`,
      `2=${second}`,
      `1,k=${first} ${kind}`,
      `1,g=${first} ${given}`,
      `end=${ending}`,
      `end,k=${ending} ${where}`,
      `end,m=${ending} ${mood}`,
      `end,1=${ending} ${first}`,
      `verb=${verb}`,
      `verb,k=${verb} ${where} ${given}`,
      `shape=${shape}`,
      `shape,k=${shape} ${kind}`,
      `suffix=${first.slice(-3)}`,
      `last=${words.at(-1) ?? ''}`,
      `last2=${words.at(-2) ?? ''} ${words.at(-1) ?? ''}`,
      `n=${lengthOf(words.length)}`,
      `n,k=${lengthOf(words.length)} ${kind}`,
      `at=${at === 0 ? 'first' : at === units.length - 1 ? 'last' : 'mid'} ${kind}`,
      `from=${isFirst} ${isLast} ${kind}`,
      `size=${size} ${kind}`,
      `boxes=${hasBoxes} ${where} ${hasBox}`,
      `lists=${hasLists} ${kind} ${mood}`,
      `asked=${hasRequest} ${mood}`,
      `bm=${before?.mood ?? 'none'} ${isFirst}`,
      `bm,m=${before?.mood ?? 'none'} ${mood} ${isFirst}`,
      `am=${after?.mood ?? 'none'} ${isLast}`,
      `am,m=${after?.mood ?? 'none'} ${mood} ${isLast}`,
      `bk=${previous?.kind ?? 'none'} ${kind}`,
      `ak=${next?.kind ?? 'none'} ${kind}`,
      `b1=${before?.first ?? ''} ${isFirst}`,
      `bend=${before?.ending ?? ''} ${kind}`,
      ...own.signs.flatMap((sign) => [`sign=${sign}`, `sign,k=${sign} ${where}`, `sign,g=${sign} ${given}`]),
      `signs=${own.signs.join(' ')}`,
      ...own.inner.map((word) => `in=${word}`),
      ...words.map((word) => `w=${word}`),
      ...own.lead.map((word) => `lead=${word}`),
      ...own.section.map((word) => `head=${word}`),
      ...own.code,
    ];
  });
}

const SIGNS: readonly (readonly [string, (text: string) => boolean])[] = [
  ['order', (text) => isOrderAt(plainWords(text).text)],
  ['asked', (text) => plainWords(text).isAsked],
  ['please', (text) => plainWords(text).hasPlease],
  ['finite', hasFiniteVerb],
  ['told', isDeclarative],
  ['question', isQuestion],
  ['rule', isRule],
  ['acceptance', isAcceptance],
  ['wanted', isWanted],
  ['property', isProperty],
  ['aim', isAim],
  ['courtesy', isCourtesy],
  ['must', (text) => /\b(?:must|has to|have to|needs? to|shall|should|required?|need)\b/i.test(text)],
  [
    'not',
    (text) =>
      /\b(?:not|no|never|none|nobody|nothing|without|only|avoid|max|least|most)\b|n['’]t\b/i.test(text),
  ],
  [
    'past',
    (text) =>
      /\b(?:was|were|had|did|\p{L}{2,}ed|went|got|came|broke|ran|said|told|took|made|saw|found|lost|left|sent)\b/iu.test(
        text,
      ),
  ],
  ['perfect', (text) => /\b(?:has|have|['’]ve|already|been)\b/i.test(text)],
  ['self', (text) => /\b(?:i|my|me|mine)\b|i['’](?:m|ve|ll|d)\b/i.test(text)],
  ['we', (text) => /\b(?:we|our|us)\b/i.test(text)],
  ['you', (text) => /\b(?:you|u|your)\b/i.test(text)],
  ['will', (text) => /\b(?:will|going to)\b|['’]ll\b/i.test(text)],
  ['later', (text) => /\b(?:then|after|afterwards|once|when|before|until|as soon as)\b/i.test(text)],
  ['if', (text) => /\b(?:if|unless|in case|otherwise)\b/i.test(text)],
  ['code', (text) => text.includes('`')],
  ['number', (text) => /\d/.test(text)],
  ['name', (text) => /^(?:@\w+|\p{Lu}\p{Ll}+(?: (?:and|&|\+) \p{Lu}\p{Ll}+)?)(?:[:,]| –| -)/u.test(text)],
  ['owner', (text) => /\(@?\p{Lu}[\p{L} .&+-]{1,24}\)\W*$|[–—-] @?\p{Lu}\p{L}+\W*$/u.test(text)],
];

interface Sight {
  readonly words: readonly string[];
  readonly mood: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly ending: string;
  readonly verb: string;
  readonly shape: string;
  /** The words after a label. */
  readonly inner: readonly string[];
  readonly lead: readonly string[];
  readonly section: readonly string[];
  readonly code: readonly string[];
  /** Features of the words that distinguish moods. */
  readonly signs: readonly string[];
}

function sightOf(unit: Unit): Sight {
  const { text, place, lead, fence } = unit;
  const words = wordsIn(text.slice(0, 600)).slice(0, MAX_WORDS);
  const plain = words.filter((word) => /^[\p{L}\d]/u.test(word));
  const [first = '', second = '', third = ''] = plain;
  const { mood, isExpress } = readCondition(text, place.joint);
  const rest = labelled(text)?.rest ?? '';
  return {
    words,
    mood: isExpress ? `${mood}!` : mood,
    first,
    second,
    third,
    ending: /[.!?:;,)…]\W*$/u.exec(text.slice(-4))?.[0].trim()[0] ?? '',
    verb: isVerb(first) ? (isNounToo(first) ? 'either' : 'verb') : 'no',
    shape: shapeOf(text),
    inner: wordsIn(rest.slice(0, 60)).slice(0, 2),
    lead: wordsIn(lead.slice(0, 120)).slice(0, 12),
    section: wordsIn(place.section.slice(0, 80)).slice(0, 8),
    signs: SIGNS.flatMap(([name, has]) => (has(text.slice(0, 400)) ? [name] : [])),
    code: fence ? [`fence=${fence.language}`, `content=${contentOf(fence).type}`, 'code'] : [],
  };
}

function lengthOf(count: number): string {
  return count < 3 ? `${count}` : count < 6 ? '3-5' : count < 10 ? '6-9' : count < 18 ? '10-17' : '18+';
}

function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => (/^\d+$/.test(word) ? '0' : word));
}
