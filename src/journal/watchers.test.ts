import { describe, expect, it } from 'vitest';
import { Watchers } from './watchers.ts';

describe('watchers', () => {
  it('are called for their journal, or for all', () => {
    const watchers = new Watchers();
    const notified: string[] = [];
    watchers.add((journal) => notified.push(`a: ${journal}`), 'a');
    watchers.add((journal) => notified.push(`all: ${journal}`));
    watchers.notify('a');
    watchers.notify('b');
    expect(notified).toEqual(['all: a', 'a: a', 'all: b']);
    expect([...watchers.named()]).toEqual(['a']);
    expect(watchers.watchesAll).toBe(true);
  });

  it('are two when one function watches twice', () => {
    const watchers = new Watchers();
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const end = watchers.add(listener, 'a');
    watchers.add(listener, 'a');
    watchers.notify('a');
    expect(calls).toBe(2);
    end();
    end();
    watchers.notify('a');
    expect(calls).toBe(3);
  });

  it('leave nothing behind when they end', () => {
    const watchers = new Watchers();
    const ends = [watchers.add(() => {}, 'a'), watchers.add(() => {}, 'a'), watchers.add(() => {})];
    expect(watchers.size).toBeGreaterThan(0);
    for (const end of ends) end();
    expect(watchers.size).toBe(0);
    expect([...watchers.named()]).toEqual([]);
    expect(watchers.watchesAll).toBe(false);
  });

  it('that end late do not end later ones', () => {
    const watchers = new Watchers();
    const endFirst = watchers.add(() => {}, 'a');
    endFirst();
    let calls = 0;
    watchers.add(() => {
      calls += 1;
    }, 'a');
    endFirst();
    watchers.notify('a');
    expect(calls).toBe(1);
  });

  it('may be added or removed during a notification', () => {
    const watchers = new Watchers();
    const notified: string[] = [];
    const end = watchers.add(() => {
      notified.push('first');
      end();
    }, 'a');
    watchers.add(() => notified.push('second'), 'a');
    watchers.notify('a');
    watchers.notify('a');
    expect(notified).toEqual(['first', 'second', 'second']);
  });

  it('are all gone after clear', () => {
    const watchers = new Watchers();
    watchers.add(() => expect.fail('cleared'), 'a');
    watchers.add(() => expect.fail('cleared'));
    watchers.clear();
    watchers.notify('a');
    expect(watchers.size).toBe(0);
  });
});
