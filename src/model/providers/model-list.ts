import { z } from 'zod';
import { withDeadline } from '../../journal/deadline.ts';

const ANSWER_MS = 2000;
const MAX_LIST = 1_000_000;
const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * The models that an OpenAI-compatible endpoint lists; `somebody` if it responds without a list, `nobody` if it
 * does not respond.
 */
export type ListedModels = readonly string[] | 'somebody' | 'nobody';

/** Asks an endpoint for its models, which is free; a key is sent only if one is given. */
export async function listedModels(
  baseUrl: string,
  {
    key,
    signal,
    timeoutMs = ANSWER_MS,
  }: { readonly key?: string; readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Promise<ListedModels> {
  try {
    return await withDeadline(timeoutMs, noAnswer, async (late) => {
      const answer = await fetch(`${baseUrl}/models`, {
        signal: signal ? AbortSignal.any([signal, late]) : late,
        redirect: 'manual',
        ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
      });
      if (Number(answer.headers.get('content-length') ?? 0) > MAX_LIST) return 'somebody';
      const { data: list } = ModelList.safeParse(await answer.json().catch(() => undefined));
      // Some proxies list nothing at all.
      return list === undefined || list.data.length === 0 ? 'somebody' : list.data.map(({ id }) => id);
    });
  } catch {
    signal?.throwIfAborted();
    return 'nobody';
  }
}

function noAnswer(): Error {
  return new Error('no answer in time');
}

/** Whether a list contains a model; Ollama omits the default tag from names. */
export function listsModel(models: readonly string[], model: string): boolean {
  return models.includes(model) || models.includes(`${model}:latest`);
}
