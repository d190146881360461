import type { Llm, LlmRequest } from '../llm.ts';
import { countTokens, truncateToTokens } from '../tokens.ts';
import { replyTo } from './reply.ts';
import { schemaInstance } from './schema-instance.ts';
import type { OfflineSkill } from './skill.ts';

/**
 * The built-in demo model: it needs no key and no network, has no intelligence, and gives the same answer to the
 * same request. It derives its text from the request and labels it as a demo. Skills are tried first, in order.
 */
export function offlineModel({ skills = [] }: { readonly skills?: readonly OfflineSkill[] } = {}): Llm {
  return {
    id: 'offline',
    demo: true,
    async generate(request) {
      request.signal?.throwIfAborted();
      const whole = skillAnswer(skills, request) ?? ownAnswer(request);
      const { maxOutputTokens = Number.POSITIVE_INFINITY } = request;
      const text = truncateToTokens(whole, maxOutputTokens, { marker: '' });
      for (const piece of text.split(/(?<=\s)(?=\S)/)) {
        request.onText?.(piece);
        // Yields between chunks, so that an abort is noticed as with a real model.
        await undefined;
        request.signal?.throwIfAborted();
      }
      const asked = [request.system ?? '', ...request.messages.map((message) => message.text)];
      return {
        text,
        finish: text === whole ? 'stop' : 'length',
        usage: {
          inputTokens: asked.reduce((sum, part) => sum + countTokens(part), 0),
          outputTokens: countTokens(text),
          cost: 0,
        },
      };
    },
  };
}

function skillAnswer(skills: readonly OfflineSkill[], request: LlmRequest): string | undefined {
  for (const skill of skills) {
    const answer = skill.answers(request);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function ownAnswer(request: LlmRequest): string {
  if (request.json === undefined) return replyTo(request);
  return JSON.stringify(schemaInstance(request.json.schema, request));
}
