import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { LlmRequest } from '../../model/llm.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { askAndRecord, type LlmRecord, recordedLlm } from './recorded-llm.ts';

function model({ takesMs = 0 } = {}) {
  const clock = new SimulatedClock(0);
  const { attachments } = openJournal(memoryStore(), 'j');
  const requests: LlmRequest[] = [];
  const usage = { inputTokens: 3, outputTokens: 4, cost: 0.5 };
  const llm = {
    id: 'test/one',
    demo: true,
    generate: async (request: LlmRequest) => {
      requests.push(request);
      clock.set(clock.now() + takesMs);
      return { text: 'pong', finish: 'stop', usage } as const;
    },
  };
  const read = async (sha256: string) => new TextDecoder().decode(await attachments.get(sha256));
  return { llm, requests, usage, read, keeping: { attachments, clock } };
}

const ping: LlmRequest = { system: 'be short', messages: [{ role: 'user', text: 'ping' }] };

describe('a question to a model', () => {
  it('is kept with the hashes of its images, and not with their bytes', async () => {
    const { llm, read, keeping } = model();
    const images = [{ name: 'a.png', mediaType: 'image/png', base64: btoa('dot') }];
    const { record } = await askAndRecord(
      llm,
      { messages: [{ role: 'user', text: 'ping', images }] },
      keeping,
    );
    expect(JSON.parse(await read(record.prompt)).messages).toEqual([
      {
        role: 'user',
        text: 'ping',
        images: [{ name: 'a.png', mediaType: 'image/png', sha256: sha256('dot') }],
      },
    ]);
  });

  it('is stored with its answer, the model and the usage', async () => {
    const { llm, usage, read, keeping } = model({ takesMs: 250 });
    const { answer, record } = await askAndRecord(
      llm,
      { ...ping, signal: new AbortController().signal, onText: () => {} },
      keeping,
    );
    expect(answer.text).toBe('pong');
    expect(record).toEqual({
      prompt: expect.any(String),
      answer: expect.any(String),
      model: 'test/one',
      usage,
      durationMs: 250,
    });
    expect(await read(record.answer)).toBe('pong');
    expect(JSON.parse(await read(record.prompt))).toEqual({ model: 'test/one', ...ping });
  });

  it('took no time if the clock was set back meanwhile', async () => {
    const { llm, keeping } = model({ takesMs: -1000 });
    expect((await askAndRecord(llm, ping, keeping)).record.durationMs).toBe(0);
  });
});

describe('the model of a planner', () => {
  it('is the same model, and notes every question in order', async () => {
    const { llm, keeping, read } = model();
    const records: LlmRecord[] = [];
    const recorded = recordedLlm(llm, records, new AbortController(), keeping);
    expect([recorded.id, recorded.demo]).toEqual(['test/one', true]);
    expect(await recorded.generate(ping)).toMatchObject({ text: 'pong' });
    await recorded.generate({ messages: [] });
    const prompts = await Promise.all(records.map(async ({ prompt }) => JSON.parse(await read(prompt))));
    expect(prompts).toEqual([
      { model: 'test/one', ...ping },
      { model: 'test/one', messages: [] },
    ]);
  });

  it('stops with the pass, and with what the planner says', async () => {
    const { llm, requests, keeping } = model();
    const [pass, own] = [new AbortController(), new AbortController()];
    const recorded = recordedLlm(llm, [], pass, keeping);
    await recorded.generate(ping);
    await recorded.generate({ ...ping, signal: own.signal });
    const aborted = () => requests.map(({ signal }) => signal?.aborted);
    expect(aborted()).toEqual([false, false]);
    own.abort();
    expect(aborted()).toEqual([false, true]);
    pass.abort();
    expect(aborted()).toEqual([true, true]);
  });
});
