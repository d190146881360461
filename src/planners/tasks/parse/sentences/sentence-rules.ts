import { protectedSpans } from '../spans/protected-spans.ts';
import { clausesOf } from './clauses.ts';
import { readCondition } from './conditions.ts';
import { wordAt } from './connectors.ts';
import { describesThing, isRule } from './modality.ts';
import { hasFiniteVerb, readingOf } from './mood.ts';
import { topLevel } from './top-level.ts';

/** Whether a rule is complete: `never by e-mail` needs its sentence. */
export function isWholeRule(text: string): boolean {
  if (
    text.split(/\s+/).length <= 2 ||
    /\b(?<!as )(?:it|them|that|those|these|this)\b/i.test(text.slice(0, 40))
  )
    return false;
  return !/^(?:never|not|no)\s+(?:by|in|on|via|with|at|before|after|for|to|from|the|a|an)\b/i.test(text);
}

/** Whether a sentence among rules is only a statement. */
export function isStatementOnly(text: string): boolean {
  return (
    readingOf(text).mood === 'statement' &&
    hasFiniteVerb(text) &&
    !/\b(?:must|only|always|max(?:imum)?|min(?:imum)?|at (?:most|least)|no more than|limit|has to|have to|needs? to)\b/i.test(
      text,
    )
  );
}

/** The parts of several rules in one sentence. */
export function ruleParts(words: string): string[] {
  return topLevel(words, /;\s+|\s+and\s+(?=(?:do not|don['’]?t|never|no)\s)/gi);
}

function isRemarkRule(remark: string): boolean {
  const opens =
    /^(?:please |but )?(?:do not|don['’]?t|never|no |not |avoid|without|keep|leave|only|use nothing)/i;
  return (opens.test(remark) && isRule(remark)) || describesThing(remark);
}

/** The rules in a sentence that is otherwise a statement. */
export function statedRules(words: string): string[] {
  const clauses = clausesOf(words).filter(({ text, joint }) => readCondition(text, joint).mood === 'rule');
  const found = clauses.map(({ text }) => (isWholeRule(text) ? text : words));
  return found.length > 0 ? found : rulesInside(words);
}

/** Rules in parentheses, and "without touching …" in the middle of a sentence. */
export function rulesInside(sentence: string): string[] {
  const remarks = protectedSpans(sentence).flatMap(({ type, start, end }) =>
    type === 'parentheses' ? [sentence.slice(start + 1, end - 1)] : [],
  );
  const [, without] =
    /\s(without (?:\p{L}+ly )?\p{L}+ing\b[^.;]{2,160})/iu.exec(sentence.slice(0, 2000)) ?? [];
  return [
    ...remarks.flatMap((remark) =>
      [remark, ...topLevel(remark, /[,;]\s+/g)].filter(isRemarkRule).slice(0, 1),
    ),
    ...(/,\s+not\s+(?!\d|only\b|just\b)\S/i.test(sentence.slice(0, 400)) && sentence.length < 300
      ? [sentence]
      : []),
    ...(without !== undefined && wordAt(sentence, 0).toLowerCase() !== 'without' ? [without] : []),
  ];
}
