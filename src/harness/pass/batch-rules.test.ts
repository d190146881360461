import { describe, expect, it } from 'vitest';
import { asleep, draft, question } from '../../../test/conversation-fixture.ts';
import { AttachmentFold } from '../conversation/attachment-fold.ts';
import { digestOf } from '../drafts/digest.ts';
import { conversationFamily } from '../family.ts';
import { checkBatch, isDuplicate } from './batch-rules.ts';

const file = (name: string, content: string, origin = 'planner') => ({
  type: 'attachment_added' as const,
  name,
  mimeType: 'text/plain',
  sha256: content.repeat(64),
  size: 1,
  origin,
});

function check(output: unknown, known: readonly ReturnType<typeof file>[] = []) {
  let attachments = new AttachmentFold();
  known.forEach((each, at) => {
    attachments = attachments.accept({ ...each, seq: at + 1, id: `f-${at + 1}`, ts: '', v: 1 });
  });
  return checkBatch(output, { family: conversationFamily, attachments });
}

describe('an output that is refused says what is wrong with it', () => {
  const unreadable = Object.defineProperty({}, 'type', {
    enumerable: true,
    get: () => {
      throw 'ha';
    },
  });

  it.each<[string, unknown, string]>([
    ['no array', 'hello', 'an array of facts was expected, string was returned'],
    ['no fact', [asleep, null], 'facts[1] is not a plain object'],
    ['no type', [{ type: 5 }], 'facts[0] has no type'],
    ['bookkeeping', [{ type: 'claimed' }, asleep], 'facts[0] is a claimed, which a planner may not propose'],
    ['a fact that a person did', [{ ...asleep, by: 'ann' }], 'facts[0] names a person as its author: by ann'],
    [
      'a file from a person',
      [file('a', 'a', 'user'), asleep],
      'facts[0] claims a file from outside: its origin is user',
    ],
    [
      'an end that is none',
      [asleep, file('a', 'a')],
      'the output ends in attachment_added, and not in one of compose_intent, agent_question, sleep',
    ],
    ['two drafts', [draft('c1'), draft('c2')], 'the output has more than one draft'],
    [
      'a draft without a text',
      [asleep, { type: 'compose_intent', composeId: 'c1' }],
      'facts[1] (compose_intent): text: Invalid input: expected string, received undefined',
    ],
    [
      'a file that is not known',
      [{ ...draft('c1'), attachments: [{ name: 'gone.txt' }] }],
      'facts[0] refers to the unknown file gone.txt',
    ],
    [
      'a file by a hash that is not known',
      [{ ...draft('c1'), attachments: [{ name: 'a', sha256: 'a'.repeat(64) }] }],
      'facts[0] refers to the unknown file a',
    ],
    [
      'a file that only another fact names',
      [
        { type: 'trip_noted', name: 'a', sha256: 'b' },
        { ...draft('c1'), attachments: [{ name: 'a' }] },
      ],
      'facts[1] refers to the unknown file a',
    ],
    [
      'a payload that does not fit',
      [asleep, { type: 'sleep', reason: 5 }],
      'facts[1] (sleep): reason: Invalid input: expected string, received number',
    ],
    ['a field too many', [{ type: 'sleep', mood: 1 }], 'facts[0] (sleep): Unrecognized key: "mood"'],
    ['what cannot be read', [unreadable], 'ha'],
  ])('%s', (_, output, problem) => {
    expect(check(output)).toEqual({ ok: false, problem });
  });

  it('in at most five points', () => {
    const attachments = Array.from({ length: 7 }, () => ({ name: '' }));
    const { problem } = check([{ ...draft('c1'), attachments }]) as { problem: string };
    expect(problem.split('; ')).toHaveLength(5);
    expect(problem).toMatch(
      /^facts\[0\] \(compose_intent\): attachments\.0\.name: .*; attachments\.1\.name: /,
    );
  });

  it.each([
    'remote_sent',
    'remote_anything',
    'user_input',
    'session_created',
    'a2a_task',
    'compose_approved',
    'compose_dismissed',
    'send_failed',
    'planner_configured',
    'rewound',
    'work_cancelled',
    'pass_settled',
    'model_used',
  ])('is not for planners: %s', (type) => {
    expect(check([{ type }, asleep])).toEqual({
      ok: false,
      problem: expect.stringMatching(new RegExp(`^facts\\[0\\] .*${type}`)),
    });
  });
});

describe('an output that is fit', () => {
  it.each<[string, readonly unknown[]]>([
    ['is empty', []],
    ['has facts of other types, also with a by of their own', [{ type: 'trip_noted', by: 'train' }, asleep]],
    [
      'has types that only contain a forbidden one',
      [{ type: 'my_rewound' }, { type: 'rewound_twice' }, asleep],
    ],
    ['ends in a question', [question('q1')]],
    [
      'ends in an error of its own',
      [{ type: 'planner_error', code: 'x', message: '', stage: 'plan', attempts: 0 }],
    ],
    ['names a version', [{ ...asleep, v: 1 }]],
    ['has a fact with an origin that is no file', [{ type: 'trip_noted', origin: 'user' }, asleep]],
    ['is named like what every object has', [{ type: 'toString', by: 'x' }, asleep]],
  ])('%s', (_, output) => {
    expect(check(output)).toEqual({ ok: true, facts: output });
  });

  it('has the digest of its draft filled in, in the place of any other', () => {
    const compose = { ...draft('c1'), why: 'because', digest: 'f'.repeat(64) };
    expect(check([compose])).toEqual({
      ok: true,
      facts: [{ ...compose, digest: digestOf({ composeId: 'c1', text: 'hi' }) }],
    });
  });

  it('has its files bound to their bytes, its own first, and the digest covers them', () => {
    const known = [file('a.txt', 'a', 'user'), file('b.txt', 'b', 'user')];
    const made = file('a.txt', 'c');
    const attachments = [
      { name: 'a.txt' },
      { name: 'b.txt' },
      { name: 'by hash', sha256: 'a'.repeat(64) },
      { name: 'by its own hash', sha256: 'c'.repeat(64) },
    ];
    const bound = [
      { name: 'a.txt', sha256: 'c'.repeat(64) },
      { name: 'b.txt', sha256: 'b'.repeat(64) },
      attachments[2],
      attachments[3],
    ];
    const compose = { ...draft('c1'), attachments, nextStateHint: 'completed' };
    const content = { composeId: 'c1', text: 'hi', attachments: bound, nextStateHint: 'completed' };
    expect(check([made, compose], known)).toEqual({
      ok: true,
      facts: [made, { type: 'compose_intent', ...content, digest: digestOf(content as never) }],
    });
  });

  it('is read once: what a getter says later does not count', () => {
    let reads = 0;
    const shifty = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        reads += 1;
        return reads === 1 ? 'sleep' : 'remote_sent';
      },
    });
    expect(check([shifty])).toEqual({ ok: true, facts: [{ type: 'sleep' }] });
  });
});

describe('an output is a repetition', () => {
  const unsent = {
    composeId: 'c1',
    text: 'hi',
    attachments: [{ name: 'a.txt', sha256: 'a'.repeat(64) }],
    seq: 1,
    digest: '',
  };
  const before = { lastType: 'sleep', unsent };
  const same = { ...draft('c2'), attachments: [{ name: 'a.txt' }] };

  it.each([
    ['when it is to sleep again', [asleep], before, true],
    ['not when it sleeps for the first time', [asleep], { lastType: 'tool_call', unsent }, false],
    ['not when it did something before it sleeps', [question('q1'), asleep], before, false],
    ['when it is the draft that was not sent, with the same files', [same], before, true],
    ['also after something else', [question('q1'), same], before, true],
    ['not with other words', [{ ...same, text: 'ho' }], before, false],
    ['not without its files', [draft('c2')], before, false],
    ['not with other files', [{ ...same, attachments: [{ name: 'b.txt' }] }], before, false],
    ['not when nothing waits to be sent', [same], { lastType: 'sleep', unsent: undefined }, false],
    ['not when it is a question', [question('q1')], before, false],
    ['not when it is nothing', [], before, false],
  ])('%s', (_, output, standing, repeated) => {
    expect(isDuplicate(output, standing)).toBe(repeated);
  });

  it('when neither has files', () => {
    const { attachments: _, ...bare } = unsent;
    expect(isDuplicate([draft('c2')], { lastType: undefined, unsent: bare })).toBe(true);
  });
});
