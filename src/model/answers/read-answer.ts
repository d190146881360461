import { offThread } from './off-thread.ts';
import { type JsonCandidate, jsonCandidates, wholeJson, whyNoJson } from './read-json.ts';

/** The JSON values found in an answer. */
export interface AnswerReading {
  /** The possible values, the most likely first. */
  readonly candidates: readonly JsonCandidate[];
  /** Why there are none; empty if there are. */
  readonly reason: string;
}

/** Up to this length, in UTF-16 units, searching and repairing here takes a few milliseconds. */
const MAX_LENGTH_HERE = 8 * 1024;
/** Up to this length, text that is entirely JSON is parsed here. */
const MAX_LENGTH_PARSED_HERE = 1024 * 1024;

/** Parses a model's answer. A long one is searched in a separate thread, so that this one stays responsive. */
export async function readAnswer(text: string, signal?: AbortSignal): Promise<AnswerReading> {
  if (text.length <= MAX_LENGTH_HERE) return answerReading(text);
  const whole = text.length <= MAX_LENGTH_PARSED_HERE ? wholeJson(text) : undefined;
  if (whole !== undefined) return { candidates: [whole], reason: '' };
  return await offThread({ module: import.meta.url, name: 'answerReading', call: answerReading }, text, {
    signal,
  });
}

/** The implementation of {@link readAnswer}, in either thread. */
export function answerReading(text: string): AnswerReading {
  const candidates = [...jsonCandidates(text)];
  return { candidates, reason: candidates.length > 0 ? '' : whyNoJson(text) };
}
