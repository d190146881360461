import { type ProtectedSpan, protectedSpans } from '../spans/protected-spans.ts';

const QUESTION_END = /[?？؟⁇⁈⁉\u037e][!?！？؟]*(?:[\s)\]）】*_~]|\p{Extended_Pictographic}|\u200d|\ufe0f)*$/u;
/** Questions without a question mark. */
const QUESTION_FORM =
  /^(?:(?:does )?any(?:one|body) (?:know|knows|have|has|seen|an idea)\b|(?:should|shall|can|could|would|will) (?:we|i|it|they|there|these|those)|(?:do|does|did|is|are) (?:we|i|you|they|there)|is (?:it|this|that)|(?:which|what|who|where|why|how)\b(?! (?:we|i|you|they|it)\b).{0,120}?\b(?:should|do|does|did|can|could|would|shall|is|are) (?:we|i|you|it|they|the|this|that))\b/iu;

/** Whether a sentence is a question; question marks inside code, URLs and quoted strings do not count. */
export function isQuestion(text: string): boolean {
  const spans = protectedSpans(text);
  if (QUESTION_END.test(ending(text, spans))) return true;
  return QUESTION_FORM.test(text) && !/[.!:]\s*$/.test(text);
}

/** The end of the text, without a remark in parentheses unless that is a question: `Which one? (A; B)`. */
function ending(text: string, spans: readonly ProtectedSpan[]): string {
  const end = text.trimEnd().length;
  const last = spans.at(-1);
  const isRemark =
    last?.type === 'parentheses' && last.end === end && !/[?？؟]\s*[)）]$/.test(text.slice(end - 8, end));
  const words = text.slice(0, isRemark ? last.start : end).trimEnd();
  const before = isRemark ? spans.at(-2) : last;
  const from = before && before.type !== 'parentheses' ? before.end : 0;
  return words.slice(Math.max(from, words.length - 80));
}
