import type { TaskAttachment } from '../../facts.ts';

const READS =
  /\b(?:read|reading|see|follow|following|fetch|download|open|check|look|looking|review|study|compare|summari[sz]e|translate|parse|import|copy|mirror|cite|quote|archive|match|port|implement|according|per|based|described|documented|defined|specified|spec|docs?|from|use|using|apply|curl|wget|scrape|crawl|analy[sz]e|extract|visit|call|get|test|verify|transcribe|convert|clone|install|proofread|inspect)\b/i;
const ONLY_MENTIONED =
  /\b(?:background reading|no need to read|for (?:reference|context|background)|only mentioned|fyi)\b/i;

/** Marks links that a task only mentions: none of its verbs is about reading. */
export function mentions(text: string, attachments: readonly TaskAttachment[]): TaskAttachment[] {
  if (attachments.length === 0) return [];
  return attachments.map((attachment) => {
    const { type, value } = attachment.kind;
    if (type !== 'Link') return attachment;
    const at = text.indexOf(value);
    const around = `${text.slice(Math.max(0, at - 120), Math.max(0, at))} ${text.slice(at + value.length, at + value.length + 60)}`;
    const isRead = READS.test(around) && !ONLY_MENTIONED.test(around);
    return isRead ? attachment : { ...attachment, mentioned: true as const };
  });
}
