import { settled } from '../../src/planners/tasks/parse/done/settled-entries.ts';
import { cutAt, cutPlaces } from '../../src/planners/tasks/parse/entries/cuts.ts';
import { readEntries } from '../../src/planners/tasks/parse/entries/entries.ts';
import { type Unit, unitsOf } from '../../src/planners/tasks/parse/entries/units.ts';
import { layoutOf } from '../../src/planners/tasks/parse/layout/passages.ts';
import { blocksOf } from '../../src/planners/tasks/parse/read-plan.ts';
import { cutFeatures } from '../../src/planners/tasks/parse/reader/cut-features.ts';
import { bucketOf, UNIT_ROLES, type UnitRole } from '../../src/planners/tasks/parse/reader/linear-model.ts';
import { linksOf, roleFeatures } from '../../src/planners/tasks/parse/reader/role-features.ts';
import { verdictsOf } from '../../src/planners/tasks/parse/reader/verdicts.ts';
import type { MarkedText } from './marked-texts.ts';
import { bare, type Stretch, stretchesOf } from './stretches.ts';
import type { Choice, Sequence } from './training.ts';

/** What one text teaches: where its pieces begin, and what they are. */
export interface Lesson {
  readonly cuts: readonly Choice[];
  readonly roles: Sequence;
}

export const CUT_BUCKETS = 8_192;
export const ROLE_BUCKETS = 24_576;

const LED = /^(?:(?:and|but|so|oh|also|plus|then|after that|afterwards|finally|please|pls)[\s,]+)+/i;

/** Reads what a marked text teaches. */
export function lessonOf({ text, units: marked }: MarkedText): Lesson {
  const stretches = stretchesOf(
    text,
    marked.map(({ span }) => span),
  );
  const { begins, idle } = onsets(marked, stretches);
  const cuts: Choice[] = [];
  const whole = bare(text);
  const { passages } = layoutOf(blocksOf(text));
  let cursor = 0;
  const units = unitsOf(passages, (sentence, isItem) => {
    const places = cutPlaces(sentence);
    const found = whole.indexOf(bare(sentence), cursor);
    if (found >= 0) cursor = found;
    if (places.length === 0 || found < 0) return [{ text: sentence, joint: 'first' }];
    const signs = cutFeatures(sentence, places, isItem);
    const right = places.filter(({ index, end }, at) => {
      const from = Math.max(found + 1, found + bare(sentence.slice(0, index)).length);
      const led = LED.exec(sentence.slice(end))?.[0] ?? '';
      const to = found + bare(sentence.slice(0, end)).length + bare(led).length;
      const isRight = hasBetween(begins, from, to);
      const features = (signs[at]?.names ?? []).map((name) => bucketOf(name, CUT_BUCKETS));
      if (!hasBetween(idle, from, to)) cuts.push({ features, isRight });
      return isRight;
    });
    return cutAt(sentence, right);
  });
  const verdicts = verdictsOf(units, settled(readEntries(passages)));
  return {
    cuts,
    roles: {
      features: roleFeatures(units, verdicts).map((names) =>
        names.map((name) => bucketOf(name, ROLE_BUCKETS)),
      ),
      labels: rolesMarked(text, units, marked, stretches).map((role) =>
        role === undefined ? undefined : UNIT_ROLES.indexOf(role),
      ),
      links: linksOf(units),
    },
  };
}

/** Where marked pieces begin, and where it does not matter: a reason may stand in the words of what it is for. */
function onsets(marked: MarkedText['units'], stretches: readonly (Stretch | undefined)[]) {
  const begins = new Set<number>();
  const idle = new Set<number>();
  for (const [at, { span, role }] of marked.entries()) {
    const from = stretches[at]?.from;
    if (from === undefined) continue;
    const before = marked[at - 1]?.role;
    const isReason =
      (role === 'background' || role === 'pleasantry') &&
      (before === 'task' || before === 'background' || before === 'rule');
    for (const onset of [from, from + bare(span).length - bare(span.replace(LED, '')).length]) {
      begins.add(onset);
      if (isReason) idle.add(onset);
    }
  }
  return { begins, idle };
}

function hasBetween(numbers: ReadonlySet<number>, from: number, to: number): boolean {
  for (let number = from; number <= to; number += 1) if (numbers.has(number)) return true;
  return false;
}

/** The role of each piece, by the marked piece that it shares most with. */
function rolesMarked(
  text: string,
  units: readonly Unit[],
  marked: MarkedText['units'],
  stretches: readonly (Stretch | undefined)[],
): (UnitRole | undefined)[] {
  const own = stretchesOf(
    text,
    units.map((unit) => unit.fence?.code ?? unit.text),
  );
  return own.map((stretch) => {
    let best: UnitRole | undefined;
    let most = 0;
    for (const [at, { role }] of marked.entries()) {
      const other = stretches[at];
      if (stretch === undefined || other === undefined) continue;
      const shared = Math.min(stretch.to, other.to) - Math.max(stretch.from, other.from);
      if (shared <= most) continue;
      most = shared;
      best = role;
    }
    return best;
  });
}
