import type { Brief } from '../../facts.ts';
import type { Entry } from './entry.ts';
import { stepText } from './step-text.ts';

/** The parts of a text that apply to all tasks. */
export function briefOf(entries: readonly Entry[]): Brief {
  const of = (type: Entry['type']) => [
    ...new Set(entries.flatMap((entry) => (entry.type === type ? [wordsOf(entry)] : []))),
  ];
  const [objective] = [...of('objective'), ...of('aim'), ...of('title')];
  const rest = [...of('objective'), ...of('aim'), ...of('title')].filter((words) => words !== objective);
  return {
    ...(objective !== undefined && { objective }),
    constraints: of('rule').filter((words) => words !== ''),
    background: [...rest, ...of('background'), ...of('fragment'), ...of('elaboration')].filter(
      (words) => words !== '',
    ),
    acceptance: of('acceptance').filter((words) => words !== ''),
  };
}

function wordsOf({ source, fence }: Entry): string {
  return [stepText(source), fence?.source ?? ''].filter((part) => part !== '').join('\n');
}
