import { MockLanguageModelV4 } from 'ai/test';

/** A model that makes these tool calls, one a turn, and then says that it is done. */
export function scriptedModel(
  calls: readonly (readonly [tool: string, input: object])[],
): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const call = calls[turn++];
      return {
        content: call
          ? [{ type: 'tool-call', toolCallId: `${turn}`, toolName: call[0], input: JSON.stringify(call[1]) }]
          : [{ type: 'text', text: 'I have a plan, and I am on it.' }],
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
