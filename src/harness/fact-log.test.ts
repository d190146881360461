import { describe, expect, it } from 'vitest';
import type { Fact } from '../journal/fact.ts';
import { FactLog, isFromOutside, outlastsRewind } from './fact-log.ts';
import { userInputFamily } from './family.ts';

const family = userInputFamily({ closing: [], keeps: ['trip_kept'] });
const fact = (seq: number, type: string, payload: object = {}): Fact => ({
  seq,
  id: `f-${seq}`,
  ts: '',
  v: 1,
  type,
  ...payload,
});

function log(...types: readonly string[]): FactLog {
  const one = new FactLog(family);
  types.forEach((type, at) => {
    one.push(fact(at + 1, type));
  });
  return one;
}
const typesIn = (one: FactLog) => one.view().map(({ type }) => type);

describe('going back', () => {
  it.each([
    ['user_input', true],
    ['remote_received', true],
    ['session_renamed', true],
    ['status_changed', true],
    ['planner_configured', true],
    ['trip_kept', true],
    ['sleep', false],
    ['my_user_note', false],
    ['compose_intent', false],
    ['attachment_added', false],
  ])('leaves %s standing: %s', (type, stands) => {
    expect(outlastsRewind(fact(1, type), family)).toBe(stands);
  });

  it('leaves files from outside standing, and nothing else that has an origin', () => {
    const added = (origin: string) => outlastsRewind(fact(1, 'attachment_added', { origin }), family);
    expect([added('user'), added('remote'), added('tool')]).toEqual([true, true, false]);
    expect(outlastsRewind(fact(1, 'tool_result', { origin: 'user' }), family)).toBe(false);
  });

  it('leaves nothing of a family that keeps nothing', () => {
    expect(outlastsRewind(fact(1, 'trip_kept'), {})).toBe(false);
  });

  it.each([
    [0, ['user_input']],
    [1, ['sleep', 'user_input']],
    [2, ['sleep', 'tool_call', 'user_input']],
    [4, ['sleep', 'tool_call', 'user_input', 'sleep']],
    [9, ['sleep', 'tool_call', 'user_input', 'sleep']],
  ])('to seq %i hides what planners did after it', (toSeq, types) => {
    const one = log('sleep', 'tool_call', 'user_input', 'sleep');
    one.rewind(toSeq);
    expect([typesIn(one), one.last?.type]).toEqual([types, types.at(-1)]);
  });

  it('changes no view that was handed out, however often, and the log goes on', () => {
    const one = log('sleep', 'tool_call');
    const first = one.view();
    one.rewind(1);
    one.push(fact(3, 'user_input'));
    const second = one.view();
    one.rewind(0);
    one.push(fact(4, 'note'));
    expect([first, second, one.view()].map((view) => view.map(({ type }) => type))).toEqual([
      ['sleep', 'tool_call'],
      ['sleep', 'user_input'],
      ['user_input', 'note'],
    ]);
  });

  it('to the end of a view leaves the view as it is', () => {
    const one = log('sleep', 'tool_call');
    const view = one.view();
    one.push(fact(3, 'note'));
    one.rewind(2);
    one.push(fact(4, 'user_input'));
    expect(view.map(({ type }) => type)).toEqual(['sleep', 'tool_call']);
    expect(typesIn(one)).toEqual(['sleep', 'tool_call', 'user_input']);
  });
});

describe('a log', () => {
  it('has no last fact at first', () => {
    expect(log().last).toBeUndefined();
  });

  it('can be copied, and each goes its own way', () => {
    const one = log('sleep', 'tool_call');
    const copy = one.copy();
    copy.push(fact(3, 'note'));
    one.rewind(1);
    expect([typesIn(one), typesIn(copy)]).toEqual([['sleep'], ['sleep', 'tool_call', 'note']]);
    copy.rewind(0);
    copy.push(fact(4, 'trip_kept'));
    copy.rewind(0);
    expect(typesIn(copy)).toEqual(['trip_kept']);
  });
});

it.each([
  [{ origin: 'user' }, true],
  [{ origin: 'remote' }, true],
  [{ origin: 'planner' }, false],
  [{ origin: undefined }, false],
  [{}, false],
])('a file with %j is from outside: %s', (attachment, outside) => {
  expect(isFromOutside(attachment)).toBe(outside);
});
