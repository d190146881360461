import { describe, expect, it } from 'vitest';
import {
  asleep,
  draft,
  guidance,
  held,
  inputRequired,
  type Plan,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';

describe('a planner that fails', () => {
  const failing = async (plan: Plan) => {
    const { harness, append, facts, ...rest } = talk();
    await append(inputRequired, received('m1'));
    const phases: string[] = [];
    const one = harness(plan, { timeoutMs: 60_000, hooks: { hud: (phase) => phases.push(phase) } });
    return { ...rest, facts, append, one, phases };
  };

  it('leaves a planner_error, a cleared display and no message, and is not called again', async () => {
    let calls = 0;
    const { one, facts, phases } = await failing(() => {
      calls += 1;
      throw new TypeError('no idea');
    });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'error', rest: 'no-trigger' });
    await one.runPlanningPass();
    expect(calls).toBe(1);
    expect(phases).toEqual(['planning', 'idle']);
    const after = (await facts()).slice(3);
    expect(after).toMatchObject([
      { type: 'planner_error', code: 'exception', message: 'no idea', stage: 'plan', attempts: 1 },
      { type: 'pass_settled', outcome: 'error' },
    ]);
  });

  it('can say what went wrong and how often it tried', async () => {
    const { one } = await failing(async () => {
      throw Object.assign(new Error('cut off'), { code: 'model-length', stage: 'draft', attempts: 3 });
    });
    expect(await one.runPlanningPass()).toMatchObject({
      facts: [{ type: 'planner_error', code: 'model-length', stage: 'draft', attempts: 3 }],
    });
  });

  it('can return its error as a fact', async () => {
    const fault = { type: 'planner_error', code: 'no-draft', message: 'tried', stage: 'draft', attempts: 3 };
    const { one } = await failing(() => [fault]);
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'error', facts: [fault] });
  });

  it.each([undefined, null, 'a string', Number.NaN])('is recorded when it throws %s', async (thrown) => {
    const { one } = await failing(() => {
      throw thrown;
    });
    expect(await one.runPlanningPass()).toMatchObject({
      facts: [{ type: 'planner_error', code: 'exception' }],
    });
  });

  it('is abandoned when it hangs', async () => {
    const { plan, calls } = held();
    const { one, clock, facts, phases } = await failing(plan);
    one.schedulePlan();
    await eventually(() => calls.length).toBe(1);
    clock.advance(60_000);
    await one.idle();
    expect((await facts()).at(-2)).toMatchObject({ type: 'planner_error', code: 'timeout' });
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(phases.at(-1)).toBe('idle');
    calls[0]?.context.hud('drafting');
    expect(phases.at(-1)).toBe('idle');
  });

  it.each<[string, unknown]>([
    ['no array', 'hello'],
    ['nothing', undefined],
    ['things that are no facts', [1, null]],
    ['a fact without a type', [{}]],
    ['an instance of a class', [new Date()]],
    ['an unknown type', [{ type: 'unheard_of' }, asleep]],
    ['a payload that does not fit', [{ type: 'sleep', reason: 5 }]],
    ['more than the type has', [{ type: 'sleep', mood: 'good' }]],
    [
      'a getter that throws',
      [
        Object.defineProperty({}, 'type', {
          enumerable: true,
          get: () => {
            throw new Error('ha');
          },
        }),
      ],
    ],
    ['a cycle', [{ type: 'tool_call', callId: 'c', name: 'n', args: cycle() }, asleep]],
    ['an end that is none', [asleep, { type: 'tool_call', callId: 'c', name: 'n', args: {} }]],
    ['a message in the name of the other side', [received('m9'), asleep]],
    ['a message that it did not send', [{ type: 'remote_sent', messageId: 'm9', text: 'x' }, asleep]],
    ['guidance in the name of a person', [guidance('g9'), asleep]],
    [
      'an approval',
      [draft('c1'), { type: 'compose_approved', composeId: 'c1', digest: 'x', by: 'me' }, asleep],
    ],
    ['bookkeeping', [{ type: 'pass_settled', triggers: {}, outcome: 'empty' }, asleep]],
    ['a rewind', [{ type: 'rewound', toSeq: 0 }, asleep]],
    ['two drafts', [draft('c1'), draft('c2')]],
    ['a draft without an id', [{ type: 'compose_intent', text: 'hi' }]],
    ['a file that is not known', [{ ...draft('c1'), attachments: [{ name: 'gone.txt' }] }]],
    [
      'a file by a hash that is not known',
      [{ ...draft('c1'), attachments: [{ name: 'a', sha256: 'a'.repeat(64) }] }],
    ],
    ['a file in the name of the other side', [{ ...file('a.txt', 'a'), origin: 'remote' }, asleep]],
    ['more facts than a batch takes', Array.from({ length: 1001 }, () => asleep)],
  ])('is not committed when it returns %s', async (_, output) => {
    const { one, story } = await failing(() => output);
    const report = await one.runPlanningPass();
    expect(report).toMatchObject({ outcome: 'error', facts: [{ type: 'planner_error' }] });
    expect(await story()).toEqual(['status_changed', 'remote_received', 'planner_error']);
  });
});

function cycle(): object {
  const self: { self?: object } = {};
  self.self = self;
  return self;
}

function file(name: string, content: string) {
  const sha256 = content.repeat(64).slice(0, 64);
  return {
    type: 'attachment_added',
    name,
    mimeType: 'text/plain',
    sha256,
    size: 1,
    origin: 'planner',
  } as const;
}

describe('files in a draft', () => {
  it('may be known or in the batch, and are bound to their bytes by the digest', async () => {
    const { harness, append, facts, journal } = talk();
    await append(inputRequired, { ...file('known.txt', 'a'), origin: 'remote' });
    const made = await journal.attachments.put(new TextEncoder().encode('made'));
    const output = [
      { ...file('made.txt', 'b'), ...made },
      { ...draft('c1'), attachments: [{ name: 'known.txt' }, { name: 'made.txt' }] },
    ];
    expect(await harness(() => output).runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect((await facts()).find(({ type }) => type === 'compose_intent')).toMatchObject({
      attachments: [
        { name: 'known.txt', sha256: 'a'.repeat(64) },
        { name: 'made.txt', sha256: made.sha256 },
      ],
    });
  });

  it('are stored by the planner before they are committed, and can be read at once', async () => {
    const { harness, append, facts, journal } = talk();
    await append(inputRequired);
    const bytes = new TextEncoder().encode('the offer');
    const kept = { name: 'offer.txt', mimeType: 'text/plain' };
    await harness(async (_, { writeAttachment, readAttachment }) => {
      const sha256 = await writeAttachment?.(bytes, kept);
      expect(await readAttachment(kept.name)).toEqual(bytes);
      expect(await readAttachment(String(sha256))).toEqual(bytes);
      const added = { type: 'attachment_added', ...kept, sha256, size: bytes.length, origin: 'tool' };
      return [added, { ...draft('c1'), attachments: [{ name: 'offer.txt' }] }];
    }).runPlanningPass();
    const [, , added] = await facts();
    expect(added).toMatchObject({ type: 'attachment_added', name: 'offer.txt' });
    expect(await journal.attachments.get(String(added && 'sha256' in added && added.sha256))).toEqual(bytes);
  });

  it.each([
    ['were not stored', { sha256: 'f'.repeat(64), size: 3 }, 'the bytes of made.txt were not stored'],
    ['have another size', { size: 9 }, 'made.txt is declared with 9 bytes but has 4'],
  ])('are refused when they %s', async (_, wrong, problem) => {
    const { harness, append, facts, journal } = talk();
    await append(inputRequired);
    const made = await journal.attachments.put(new TextEncoder().encode('made'));
    const output = [{ ...file('made.txt', 'b'), ...made, ...wrong }, asleep];
    await harness(() => output).runPlanningPass();
    expect((await facts())[2]).toMatchObject({
      type: 'planner_error',
      code: 'invalid-output',
      message: expect.stringContaining(problem),
    });
  });

  it('can be read by the name they are shown under or by hash, and no others', async () => {
    const { harness, append, journal } = talk();
    const put = (text: string) => journal.attachments.put(new TextEncoder().encode(text));
    const [one, two, foreign] = [await put('one'), await put('two'), await put('of another session')];
    const added = { type: 'attachment_added', name: 'n.txt', mimeType: 'text/plain', origin: 'remote' };
    await append({ ...added, ...one }, { ...added, ...two }, inputRequired);
    const read: string[] = [];
    await harness(async (_, { readAttachment }) => {
      for (const name of ['n.txt', 'n (2).txt', one.sha256, foreign.sha256, 'gone']) {
        read.push(
          await readAttachment(name).then(
            (bytes) => new TextDecoder().decode(bytes),
            ({ code }) => code,
          ),
        );
      }
      return [];
    }).runPlanningPass();
    expect(read).toEqual(['one', 'two', 'one', 'unknown-attachment', 'unknown-attachment']);
  });
});

it('a planner cannot dismiss its own drafts to continue forever', async () => {
  const { harness, append, facts } = talk();
  await append(inputRequired);
  let calls = 0;
  const one = harness(() => {
    calls += 1;
    const composeId = `c${calls}`;
    return [draft(composeId), { type: 'compose_dismissed', composeId, regenerate: true }, asleep];
  });
  one.schedulePlan();
  await one.idle();
  expect(calls).toBe(1);
  expect((await facts())[2]).toMatchObject({ type: 'planner_error', code: 'invalid-output' });
});

describe('whatever a planner throws or says of its failure', () => {
  const unreadable = {
    get message(): string {
      throw new Error('not for you');
    },
  };
  const huge = 'x'.repeat(20_000_000);
  const tooMuch = { type: 'planner_error', code: 'mine', message: huge, stage: 'plan', attempts: 1 };

  it.each<[string, () => unknown, string]>([
    ['nothing', () => Promise.reject(undefined), 'exception'],
    ['what cannot be read', () => Promise.reject(unreadable), 'exception'],
    ['a code without end', () => Promise.reject(Object.assign(new Error('no'), { code: huge })), 'exception'],
    [
      'a stage without end',
      () => Promise.reject(Object.assign(new Error('no'), { stage: huge })),
      'exception',
    ],
    ['a planner_error without end', () => [tooMuch], 'fact-too-large'],
  ])('is one recorded error and no second call: %s', async (_, plan, code) => {
    const { harness, append, facts } = talk();
    await append(inputRequired);
    let calls = 0;
    const one = harness(() => {
      calls += 1;
      return plan();
    });
    await one.runPlanningPass();
    await one.runPlanningPass();
    expect(calls).toBe(1);
    expect((await facts()).slice(2)).toMatchObject([
      { type: 'planner_error', code },
      { type: 'pass_settled', outcome: 'error' },
    ]);
  });
});
