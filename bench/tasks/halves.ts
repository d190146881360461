import { readFileSync } from 'node:fs';
import { type TextCase, type TextScore, textCases } from './text-scores.ts';

/** The half that developers look at, and the half that is only scored. */
export type Half = 'open' | 'held';

/** How many of the texts of a half were read right, by what was looked at. */
export interface HalfScore {
  readonly texts: number;
  readonly tasks: number;
  readonly rules: number;
  readonly order: number;
  readonly background: number;
  readonly acceptance: number;
  readonly objective: number;
  /** Items that are done and would be carried out again, in all texts. */
  readonly repeated: number;
  /** Work that would count as completed although nobody did it, in all texts. */
  readonly falseSuccess: number;
}

export const SHARES = ['tasks', 'rules', 'order', 'background', 'acceptance', 'objective'] as const;

/** The texts of a half. */
export function casesOf(half: Half): TextCase[] {
  return textCases(readFileSync(new URL(`corpus/${half}.jsonl`, import.meta.url), 'utf8'));
}

/** The scores of a half, added up. */
export function totalOf(scores: readonly TextScore[]): HalfScore {
  const right = (what: (typeof SHARES)[number]) => scores.filter((score) => score[what]).length;
  const sum = (what: 'repeated' | 'falseSuccess') => scores.reduce((all, score) => all + score[what], 0);
  return {
    texts: scores.length,
    tasks: right('tasks'),
    rules: right('rules'),
    order: right('order'),
    background: right('background'),
    acceptance: right('acceptance'),
    objective: right('objective'),
    repeated: sum('repeated'),
    falseSuccess: sum('falseSuccess'),
  };
}
