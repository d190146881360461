import type { Entry } from '../entries/entry.ts';

/** `post the diff`, `redeploy`: these use an earlier result. */
const OF_RESULT =
  /^(?:please |then |also )*(?:(?:post|paste|send|report|show|share|save|store|write down|attach|put|give|tell|mail|compare)\b.{0,40}?\b(?:results?|output|diffs?|findings|outcome|numbers|lines|links?|transcripts?|summary|accuracy|report)\b|re-?(?:deploy|run|start|build|publish|submit|index|train)\b)/i;
/** `remove the entry a week later` */
const AFTER_A_TIME =
  /\s(?:\d+|an?|one|two|three|four|five|six|some|a few) ?(?:h|hours?|days?|weeks?|months?|releases?|sprints?) (?:later|after(?:wards| that| the [\p{L} -]{3,40})?)(?:[\s.!)]*$|[,(–—-])/iu;
/** `retrain on the corrected data`: the previous task produces it. */
const OF_BEFORE =
  /\b(?:on|from|with|in|using) (?:the )?(?:corrected|finished|resulting|updated|cleaned|new (?:runs?|data|list|numbers|firmware|build|model))\s?|\b(?:with|from) (?:those|that list|these results)\b/iu;
const WAITS = /^(?:please |then |and )*wait\b/i;
const CONDITION_FIRST = /^(?:and |but |only |then )*(?:once|when|after|as soon as)\s[^,:]{3,90}[,:]\s/i;
const CONDITION_LAST =
  /\s(?:only when |once (?!per\b|a\b|more\b|every\b)|as soon as |only after |when you have )[^,:]{3,60}$/i;

/** Whether a task uses the result of the previous one in its sentence. */
export function usesResult({ place, text }: Entry): boolean {
  return place.joint === 'and' && OF_RESULT.test(text);
}

/** Whether a task implicitly continues the previous one. */
export function isImplied(tasks: readonly Entry[], at: number): boolean {
  const [before, task] = [tasks[at - 1], tasks[at]];
  if (before === undefined || task === undefined || before.isDone) return false;
  const isNear = before.place.block === task.place.block || before.place.list === task.place.list;
  if (WAITS.test(task.text) || (WAITS.test(before.text) && isNear)) return true;
  return (
    (isNear && OF_BEFORE.test(task.source.slice(0, 120))) ||
    AFTER_A_TIME.test(task.source.slice(0, 400)) ||
    CONDITION_FIRST.test(openerOf(task.source)) ||
    CONDITION_LAST.test(task.source.slice(0, 200))
  );
}

/** The first words of a task, without introductory phrases. */
export function openerOf(source: string): string {
  return source.replace(/^[\s*_\p{Extended_Pictographic}-]+/u, '').slice(0, 120);
}
