// An agent made with the Strands Agents SDK, which repeats what it hears: `strands-agent.mjs CACHE`. It writes its port to stdout.
import { importFrom } from './import-from.mjs';

const [cache = ''] = process.argv.slice(2);
const { Agent, Model } = await importFrom(cache, '@strands-agents/sdk');
const { A2AExpressServer } = await importFrom(cache, '@strands-agents/sdk/a2a/express');

/** A model that needs no key. A text that begins with "slow" it answers when it reads a line. */
class Echo extends Model {
  updateConfig() {}

  getConfig() {
    return { modelId: 'echo' };
  }

  /** @param {readonly { readonly content: readonly { readonly text?: string }[] }[]} messages */
  async *stream(messages) {
    const text =
      messages
        .at(-1)
        ?.content.map((block) => block.text ?? '')
        .join('') ?? '';
    console.log(`heard ${text}`);
    if (text.startsWith('slow')) await new Promise((resolve) => process.stdin.once('data', resolve));
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    yield { type: 'modelContentBlockStartEvent' };
    yield {
      type: 'modelContentBlockDeltaEvent',
      delta: { type: 'textDelta', text: `Strands heard: ${text}` },
    };
    yield { type: 'modelContentBlockStopEvent' };
    yield { type: 'modelMessageStopEvent', stopReason: 'endTurn' };
  }
}

const server = new A2AExpressServer({
  name: 'Strands',
  description: 'Repeats what it hears.',
  port: 0,
  agentFactory: () => new Agent({ model: new Echo(), printer: false }),
});
await server.serve();
console.log(`port ${server.port}`);
