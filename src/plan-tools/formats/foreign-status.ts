import type { StepStatus } from '../plan/plan.ts';

/** A step's status for another tool's status, and a note with the original if they differ. */
export interface ForeignStatus {
  readonly status: StepStatus;
  readonly note?: string | undefined;
}

/** Tools let people name statuses freely: the nearest one, with the name in a note. */
export function nearestStatus(named: string, otherwise: StepStatus = 'pending'): ForeignStatus {
  return { status: statusBy(named.replace(/[_-]+/g, ' ')) ?? otherwise, note: `Status: ${named}.` };
}

function statusBy(words: string): StepStatus | undefined {
  if (/\bnot |\bto ?do\b|\bopen\b|\bready\b|\bbacklog\b|\bnew\b/i.test(words)) return 'pending';
  if (/\bblock|\bhold\b|\bwait|\bdefer|\bpause|\bstuck|\blater\b|\bsomeday\b/i.test(words)) return 'blocked';
  if (/progress|review|\bdoing\b|\btest|\bqa\b|\bwip\b|\bactive\b|\bstarted\b/i.test(words))
    return 'in_progress';
  const over =
    /\bdone\b|\bcomplete|\bclosed\b|\breleased\b|\bresolved\b|\bmerged\b|\bshipped\b|\bfinished\b|\bfixed\b|\bcancel|\bwon'?t|\breject|\bduplicate|\babandon|\bobsolete/i;
  return over.test(words) ? 'done' : undefined;
}
