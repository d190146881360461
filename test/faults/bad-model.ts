import { z } from 'zod';
import { type EndpointReply, type ModelEndpoint, startModelEndpoint } from '../model-endpoint.ts';
import type { Choices } from './choices.ts';
import { type FaultSetting, faultInRounds } from './fault.ts';
import { OneStore } from './one-store.ts';
import { eventuallyHolds, Program } from './program.ts';
import { auditTalks, beginTalks, isPlanned, type Talk } from './talks.ts';

const TALKS = 3;
const GOOD = 'This is the whole answer, to its very end.';
const SILENCE_MS = 400;
/** A model is asked again that often, when it says so or the connection broke before its first word. */
const RETRIES = 2;

/** One store, and a server that speaks as a model's does. */
class ModelAndStore implements AsyncDisposable {
  readonly kept: OneStore;
  readonly endpoint: ModelEndpoint;

  constructor(setting: FaultSetting, endpoint: ModelEndpoint) {
    this.kept = new OneStore(setting);
    this.endpoint = endpoint;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kept[Symbol.asyncDispose]();
    await this.endpoint.close();
  }
}

export const badModel = faultInRounds({
  name: 'bad-model',
  injects: 'a model that is silent, stops half-way, answers garbage or an error, or asks to come back later',
  begin: async (setting) => new ModelAndStore(setting, await startModelEndpoint()),
  async round({ kept: { file, store }, endpoint }, { number, choices, tally }) {
    const journals = Array.from({ length: TALKS }, (_, i) => `asked-${number}-${i}`);
    // One after the other, so that it is known who gets which answer.
    for (const id of journals) {
      const bad = Array.from({ length: choices.between(1, 3) }, () => misbehaviour(choices));
      const before = endpoint.requests.length;
      endpoint.willReply(...bad, ...Array.from({ length: RETRIES + 1 }, () => ({ text: GOOD })));
      const [talk] = await beginTalks(store, [id], tally);
      if (talk === undefined) throw new Error('no conversation was begun');
      const planner = new Program({
        name: 'planner',
        options: {
          file,
          journals: [id],
          thinkMs: 0,
          model: { url: `${endpoint.url}/v1#stand-in`, silenceMs: SILENCE_MS, retries: RETRIES },
        },
        line: z.object({ planning: z.string() }),
      });
      await eventuallyHolds('the message is planned for', () => isPlanned(talk));
      await planner.end();
      endpoint.forgetReplies();
      const asked = endpoint.requests.length - before;
      tally.injected += Math.min(asked, bad.length);
      tally.repeated += asked - 1;
      if (asked > RETRIES + 1) tally.wrong(`the model was asked ${asked} times for ${id}`);
      await auditTalks([talk], tally, { mayFail: true });
      await auditAnswer(talk, (problem) => tally.wrong(problem));
    }
  },
});

function misbehaviour(choices: Choices): EndpointReply {
  const half = GOOD.slice(0, choices.between(0, GOOD.length - 1));
  return choices.pick<EndpointReply>(
    { hang: half },
    { cut: half },
    { stop: half },
    { raw: Buffer.from(choices.bytes(200)).toString('latin1') },
    { raw: 'data: {"choices": [{"delta": \n\n' },
    { raw: '<html>Bad gateway</html>', contentType: 'text/html' },
    { status: 500, body: { error: { message: 'out of order' } } },
    { status: 429, headers: { 'retry-after-ms': '100' }, body: { error: { message: 'slow down' } } },
    { status: 429, headers: { 'retry-after': '0' }, body: 'no JSON' },
    { status: 503, headers: { 'retry-after': '1' }, body: {} },
    { status: 429, headers: { 'retry-after': '86400' }, body: {} },
  );
}

/** A draft is the whole answer; half of one is none, and the error says why. */
async function auditAnswer(talk: Talk, wrong: (problem: string) => void): Promise<void> {
  for await (const fact of talk.facts()) {
    if (fact.type === 'compose_intent' && fact.text !== GOOD)
      wrong(`${talk.id} has a draft that nobody wrote: ${fact.text}`);
    if (fact.type === 'planner_error' && !/^model-/.test(fact.code))
      wrong(`${talk.id} failed with ${fact.code}: ${fact.message}`);
  }
}
