import { MockLanguageModelV4 } from 'ai/test';

/** Stands in for a model of a provider: it makes these tool calls, one a turn, and then says its last words. */
export function scriptedModel(
  calls: readonly (readonly [tool: string, input: object])[],
  lastWords: string,
): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const call = calls[turn++];
      return {
        content: call
          ? [{ type: 'tool-call', toolCallId: `${turn}`, toolName: call[0], input: JSON.stringify(call[1]) }]
          : [{ type: 'text', text: lastWords }],
        finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });
}
