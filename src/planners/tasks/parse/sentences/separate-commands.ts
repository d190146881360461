import { codeSpans } from '../spans/code-spans.ts';
import type { Clause } from './clauses.ts';

const RUNS = /^(?:(?:please|then|first|next|now|also|and)[\s,]+)*(?:run|execute|call|start|try)\s+(?=`)/i;

/** Splits "Run `a` and `b`" into two commands. */
export function separateCommands(clause: Clause): Clause[] {
  const [runs] = RUNS.exec(clause.text) ?? [];
  if (runs === undefined) return [clause];
  const spans = codeSpans(clause.text);
  const between = spans.slice(1).map(({ start }, at) => clause.text.slice(spans[at]?.end ?? 0, start));
  const upTo = between.findIndex(
    (words) => !/^(?:\s*,\s*|\s*(?:,\s*)?(?:and|then|and then|followed by|&|&&)\s+)$/i.test(words),
  );
  const count = upTo < 0 ? spans.length : upTo + 1;
  if (count < 2) return [clause];
  return spans.slice(0, count).map(({ start, end }, at) => ({
    text: `Run ${clause.text.slice(start, at === count - 1 ? undefined : end)}`,
    joint:
      at === 0
        ? clause.joint
        : /then|followed/i.test(between[at - 1] ?? '')
          ? ('then' as const)
          : ('and' as const),
  }));
}
