import { linksOf, type StepLink, type StepRelations } from './step-relations.ts';

/** A checklist's words for the relations of a step. */
const WORDS = {
  'part of': 'parent',
  'blocked by': 'blocks',
  'discovered from': 'discovered-from',
  'related to': 'related',
} as const;

type Word = keyof typeof WORDS;

const LINE = /^`(part of|blocked by|discovered from|related to)` (\S+(?:, \S+)*)$/;
const CLAIM = /^`claimed by` .+ until \d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * The relations of a step as bullets of a checklist. Like evidence, they start with a character that is escaped in
 * notes, so that neither is mistaken for the other.
 */
export function relationLines(step: StepRelations & { readonly stepId: string }): readonly string[] {
  const links = linksOf(step);
  const words: readonly Word[] = ['part of', 'blocked by', 'discovered from', 'related to'];
  return [
    ...words.flatMap((word) => {
      const others = links
        .filter(({ type }) => type === WORDS[word])
        .map((link) => otherOf(link, step.stepId));
      return others.length === 0 ? [] : [`\`${word}\` ${others.join(', ')}`];
    }),
    ...(step.claim ? [`\`claimed by\` ${step.claim.agent} until ${step.claim.until}`] : []),
  ];
}

/** The links in a bullet of a checklist; `undefined` for any other bullet. */
export function linksInLine(text: string, stepId: string): readonly StepLink[] | undefined {
  const [, word, list = ''] = LINE.exec(text) ?? [];
  if (word === undefined || !isWord(word)) return undefined;
  const type = WORDS[word];
  return list.split(', ').map((other) => {
    const isBefore = type === 'blocks' || type === 'parent';
    return { from: isBefore ? other : stepId, type, to: isBefore ? stepId : other };
  });
}

/** Whether a bullet of a checklist says who has claimed the step. */
export function isClaimLine(text: string): boolean {
  return CLAIM.test(text);
}

function isWord(text: string): text is Word {
  return Object.hasOwn(WORDS, text);
}

function otherOf({ from, to }: StepLink, stepId: string): string {
  return from === stepId ? to : from;
}
