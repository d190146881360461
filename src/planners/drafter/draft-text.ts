import type { PlanContext } from '../../harness/planner.ts';
import { generateText } from '../../model/answers/answer-check.ts';
import { ModelError } from '../../model/error.ts';
import { DEFAULT_DRAFTER_CONFIG, type DrafterConfig } from './config.ts';
import { problemWith } from './draft-check.ts';
import { DrafterError } from './error.ts';
import type { Material } from './material.ts';
import { draftRequest, type FailedDraft, NOTHING_TO_ADD } from './prompt.ts';

/** How often a model is asked for a usable draft. */
const DRAFT_ATTEMPTS = 3;

/**
 * The text of the next message: {@link NOTHING_TO_ADD} if there is none; throws a `DrafterError` if no draft is
 * usable.
 */
export async function draftText(
  material: Material,
  context: Pick<PlanContext<DrafterConfig>, 'config' | 'llm' | 'hud' | 'signal'>,
): Promise<string> {
  const { llm } = context;
  // A program may have set only some of the fields, or none.
  const config = { ...DEFAULT_DRAFTER_CONFIG, ...context.config };
  const lastSent = material.messages.findLast(({ from }) => from === 'me')?.text;
  const failed: FailedDraft[] = [];
  while (failed.length < DRAFT_ATTEMPTS) {
    const draft = await attempt(material, { ...context, config }, failed.at(-1));
    const problem = draft.problem ?? problemWith(draft.text, { targetWords: config.targetWords, lastSent });
    if (problem === undefined || draft.text === NOTHING_TO_ADD) return draft.text;
    failed.push({ text: draft.text, problem });
  }
  throw new DrafterError('draft-unusable', {
    summary: `${llm.id} wrote no draft that can be sent: ${failed.map(({ problem }, at) => `draft ${at + 1}: ${problem.replace(/\.$/, '')}`).join('; ')}.`,
    fix: 'Give guidance, change the instructions or the number of words, or use another model.',
    reasons: failed.map(({ problem }) => problem),
  });
}

/** A blank or truncated answer is a failed attempt; any other failure of the model is final. */
async function attempt(
  material: Material,
  { config, llm, hud, signal }: Pick<PlanContext<DrafterConfig>, 'config' | 'llm' | 'hud' | 'signal'>,
  failed: FailedDraft | undefined,
): Promise<{ readonly text: string; readonly problem?: string }> {
  let streamed = '';
  hud('drafting', '');
  try {
    const { text } = await generateText(llm, {
      ...draftRequest(material, config, failed),
      signal,
      onText(piece) {
        streamed += piece;
        hud('drafting', streamed);
      },
    });
    return { text: text.trim() };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.code === 'model-empty') return { text: '', problem: 'It was empty.' };
    if (error.code !== 'model-cut-off') throw error;
    return { text: streamed, problem: 'It was cut off before its end: it must be shorter.' };
  }
}
