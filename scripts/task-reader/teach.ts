import { readFileSync } from 'node:fs';
import { UNIT_ROLES } from '../../src/planners/tasks/parse/reader/linear-model.ts';
import { type PackedWeights, pack } from '../../src/planners/tasks/parse/reader/packed-weights.ts';
import type { Reader } from '../../src/planners/tasks/parse/reader/reader.ts';
import { CUT_BUCKETS, type Lesson, lessonOf, ROLE_BUCKETS } from './lessons.ts';
import { markedByRules, markedTexts } from './marked-texts.ts';
import { trainChain, trainChoice } from './training.ts';

const TESTED = new URL('../../src/planners/tasks/parse/corpus/plans.jsonl', import.meta.url);

const CUT_TRAINING = { rounds: 20, rate: 0.03, decay: 0.02 };
const ROLE_TRAINING = { rounds: 12, rate: 0.04, decay: 0.02 };

/** What a reader has learned, as text. */
export interface Taught {
  readonly cuts: PackedWeights;
  readonly roles: PackedWeights;
  readonly transitions: readonly number[];
}

/** Teaches a reader with marked texts, and with those that the rules are tested with. */
export function teach(marked: string): Taught {
  const lessons = [...markedTexts(marked).map(lessonOf), ...lessonsOfRules()];
  const { cuts, roles } = trained(lessons);
  return {
    cuts: pack(cuts.weights),
    roles: pack(roles.weights),
    transitions: Array.from(roles.transitions, (weight) => Math.round(weight * 1000) / 1000),
  };
}

/** A reader with what it learns from lessons. */
export function trained(lessons: readonly Lesson[]): Reader {
  return {
    cuts: trainChoice(
      lessons.flatMap(({ cuts }) => cuts),
      CUT_BUCKETS,
      CUT_TRAINING,
    ),
    roles: trainChain(
      lessons.map(({ roles }) => roles),
      { buckets: ROLE_BUCKETS, labels: UNIT_ROLES.length },
      ROLE_TRAINING,
    ),
  };
}

/** The rules are trusted with the texts that the parser is tested with. */
export function lessonsOfRules(): Lesson[] {
  const tested = readFileSync(TESTED, 'utf8').trimEnd().split('\n');
  const texts = new Set(tested.map((line) => String(JSON.parse(line).input)));
  return [...texts].map((text) => lessonOf(markedByRules(text)));
}
