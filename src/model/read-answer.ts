import { offThread } from './off-thread.ts';
import { type JsonCandidate, jsonCandidates, wholeJson, whyNoJson } from './read-json.ts';

/** What was found in an answer. */
export interface AnswerReading {
  /** The values that may be meant, the likeliest first. */
  readonly candidates: readonly JsonCandidate[];
  /** Why there are none; empty when there are. */
  readonly reason: string;
}

/** What is searched and repaired right here takes some milliseconds at most. In UTF-16 units. */
const LONGEST_HERE = 8 * 1024;
/** What is JSON as a whole is parsed at once up to here. */
const LONGEST_PARSED_HERE = 1024 * 1024;

/** Reads a model's answer. A long one is searched in a thread of its own, so that this one keeps answering. */
export async function readAnswer(text: string, signal?: AbortSignal): Promise<AnswerReading> {
  if (text.length <= LONGEST_HERE) return answerReading(text);
  const whole = text.length <= LONGEST_PARSED_HERE ? wholeJson(text) : undefined;
  if (whole !== undefined) return { candidates: [whole], reason: '' };
  return await offThread({ module: import.meta.url, name: 'answerReading', call: answerReading }, text, {
    signal,
  });
}

/** What {@link readAnswer} does, whichever thread it is in. */
export function answerReading(text: string): AnswerReading {
  const candidates = [...jsonCandidates(text)];
  return { candidates, reason: candidates.length > 0 ? '' : whyNoJson(text) };
}
