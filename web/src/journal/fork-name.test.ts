import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forkId, freeName, MAX_NAME_LENGTH } from './fork-name.ts';

describe('the name of a fork', () => {
  it('becomes an id that a journal can have, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const id = forkId(name);
        expect(id === '' || /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(id)).toBe(true);
        expect(forkId(id)).toBe(id);
      }),
    );
  });

  it.each([
    ['West, the slow way', 'West-the-slow-way'],
    ['Übung für später!', 'Ubung-fur-spater'],
    ['trip:x7.2', 'trip:x7.2'],
    ['…', ''],
  ])('%j becomes %j', (name, id) => {
    expect(forkId(name)).toBe(id);
  });

  it('is proposed so that no other session has it', () => {
    expect(freeName('West', [])).toBe('West 2');
    expect(freeName('West 2', ['West', 'West 2'])).toBe('West 3');
    expect(freeName('x'.repeat(200), [])).toHaveLength(MAX_NAME_LENGTH);
  });
});
