import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, patchBetween } from './json-patch.ts';

const item = fc.record({ id: fc.nat(30), status: fc.constantFrom('open', 'done') });
const session = fc.record({
  title: fc.string(),
  tasks: fc.array(item, { maxLength: 12 }),
  more: fc.jsonValue({ maxDepth: 3 }),
});

/** As it comes out of a stream. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a patch between two values', () => {
  it('turns the first into the second, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const patch = sent(patchBetween(before, after)) as ReturnType<typeof patchBetween>;
        expect(sent(applyPatch(sent(before), patch))).toEqual(sent(after));
      }),
      { numRuns: 500 },
    );
  });

  it('turns one state of a session into the next, also after many patches', () => {
    fc.assert(
      fc.property(fc.array(session, { minLength: 2 }), ([first, ...rest]) => {
        let known = sent(first);
        let before: unknown = first;
        for (const after of rest) {
          const patch = sent(patchBetween(before, after)) as ReturnType<typeof patchBetween>;
          known = applyPatch(known, patch);
          before = after;
          expect(known).toEqual(sent(after));
        }
      }),
    );
  });

  it('is empty for equal values, and ignores empty fields', () => {
    expect(patchBetween({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }], c: undefined })).toEqual([]);
    expect(patchBetween({ a: 1 }, { a: undefined })).toEqual([{ op: 'remove', path: '/a' }]);
  });

  it('names only the changed item of a list, with its escaped path', () => {
    const tasks = [{ id: 1 }, { id: 2, 'a/b': '~' }, { id: 3 }];
    expect(patchBetween({ tasks }, { tasks: tasks.with(1, { id: 2, 'a/b': 'x' }) })).toEqual([
      { op: 'replace', path: '/tasks/1/a~1b', value: 'x' },
    ]);
  });

  it('moves a window of the newest messages with one removal and one addition each', () => {
    const messages = Array.from({ length: 500 }, (_, seq) => ({ seq, text: `Note ${seq}` }));
    const next = { seq: 500, text: 'Note 500' };
    expect(patchBetween(messages, [...messages.slice(1), next])).toEqual([
      { op: 'remove', path: '/0' },
      { op: 'add', path: '/499', value: next },
    ]);
  });

  it('skips shared objects', () => {
    const shared = new Proxy({}, { ownKeys: () => expect.fail('looked into') });
    expect(patchBetween({ shared, n: 1 }, { shared, n: 2 })).toEqual([
      { op: 'replace', path: '/n', value: 2 },
    ]);
  });
});

describe('applying a patch', () => {
  it('leaves the original unchanged, and shares unchanged parts', () => {
    const before = { a: { b: 1 }, c: { d: [1, 2] } };
    const after = applyPatch(before, [{ op: 'add', path: '/c/d/-', value: 3 }]);
    expect(before).toEqual({ a: { b: 1 }, c: { d: [1, 2] } });
    expect(after).toEqual({ a: { b: 1 }, c: { d: [1, 2, 3] } });
    expect(Object(after).a).toBe(before.a);
  });

  it('refuses missing paths', () => {
    for (const path of ['/b', '/a/0', '/list/2', '/list/01', '/list/x', '/none/deeper']) {
      expect(() => applyPatch({ a: 1, list: [1, 2] }, [{ op: 'replace', path, value: 0 }])).toThrow(
        TypeError,
      );
    }
  });

  it('keeps a field of any name', () => {
    const before = JSON.parse('{"__proto__": 1, "constructor": 2}');
    const after = JSON.parse('{"__proto__": 3, "toString": 4}');
    expect(JSON.stringify(applyPatch(before, patchBetween(before, after)))).toBe(JSON.stringify(after));
  });
});
