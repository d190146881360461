import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppendSet } from './append-set.ts';

it('an append-only set is immutable, whichever version is added to', () => {
  const additions = fc.array(fc.tuple(fc.nat(), fc.nat(8)), { maxLength: 60 });
  fc.assert(
    fc.property(additions, (steps) => {
      const versions = [{ set: AppendSet.empty<number>(), known: new Set<number>() }];
      for (const [which, key] of steps) {
        const { set, known } = versions[which % versions.length] ?? {
          set: AppendSet.empty<number>(),
          known: new Set<number>(),
        };
        const next = set.add(key);
        if (known.has(key)) expect(next).toBe(set);
        versions.push({ set: next, known: new Set(known).add(key) });
      }
      for (const { set, known } of versions) {
        expect(set.size).toBe(known.size);
        expect([...set]).toEqual([...known]);
        expect(set.slice(1)).toEqual([...known].slice(1));
        for (let key = 0; key <= 9; key++) expect(set.has(key)).toBe(known.has(key));
      }
    }),
  );
});
