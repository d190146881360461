import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CardIndex, type CommitCard, indexCards } from './card-index.ts';

const card = (commitHash: string, parentCommitHash: string | null): CommitCard => ({
  commitHash,
  parentCommitHash,
  subject: `Change ${commitHash}`,
  changeSummary: '',
});

/** Any history: chains, forks, several roots, holes, self-parents and cycles, in any order. */
const histories = fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 25 }).chain((nodes) =>
  fc.record({
    cards: fc.tuple(
      ...nodes.map((node) =>
        fc.option(fc.nat(30)).map((parent) => card(`c${node}`, parent === null ? null : `c${parent}`)),
      ),
    ),
    one: fc.constantFrom(...nodes),
    other: fc.constantFrom(...nodes),
  }),
);

/** Histories without cycles: a parent has a lower number. */
const trees = fc
  .array(fc.nat(29), { minLength: 1, maxLength: 30 })
  .map((picks) => picks.map((pick, i) => card(`c${i}`, i === 0 || pick % 7 === 6 ? null : `c${pick % i}`)));

function ancestorsOf(cards: readonly CommitCard[], start: string): string[] {
  const parents = new Map(cards.map((each) => [each.commitHash, each.parentCommitHash]));
  const seen: string[] = [];
  for (let at: string | null | undefined = start; at && !seen.includes(at); at = parents.get(at))
    seen.push(at);
  return seen;
}

function nodeOf(index: CardIndex, hash: string): number {
  const node = index.node(hash);
  if (node === undefined) throw new Error(`no node ${hash}`);
  return node;
}

describe('ancestors', () => {
  test('the common ancestor is the first commit of one line that is in the other', () => {
    fc.assert(
      fc.property(trees, fc.nat(29), fc.nat(29), (cards, a, b) => {
        const [one, other] = [`c${a % cards.length}`, `c${b % cards.length}`];
        const index = indexCards(cards);
        const lca = index.commonAncestor(nodeOf(index, one), nodeOf(index, other));
        const line = ancestorsOf(cards, other);
        const expected = ancestorsOf(cards, one).find((hash) => line.includes(hash));
        expect(lca === undefined ? undefined : index.hashAt(lca)).toBe(expected);
      }),
    );
  });

  test('do not depend on the order of cards', () => {
    fc.assert(
      fc.property(
        trees.chain((cards) =>
          fc.tuple(fc.constant(cards), fc.shuffledSubarray(cards, { minLength: cards.length })),
        ),
        ([cards, shuffled]) => {
          const [ordered, mixed] = [indexCards(cards), indexCards(shuffled)];
          for (const { commitHash } of cards) {
            expect(mixed.depth(nodeOf(mixed, commitHash))).toBe(ordered.depth(nodeOf(ordered, commitHash)));
          }
        },
      ),
    );
  });

  test('exist at every depth of the line', () => {
    fc.assert(
      fc.property(trees, (cards) => {
        const index = indexCards(cards);
        const last = cards.at(-1)?.commitHash ?? '';
        const line = ancestorsOf(cards, last).reverse();
        expect(line.map((_, depth) => index.hashAt(index.ancestor(nodeOf(index, last), depth)))).toEqual(
          line,
        );
      }),
    );
  });

  test('end in cycles and gaps, at the same commit in any order of the cards', () => {
    fc.assert(
      fc.property(histories, ({ cards, one, other }) => {
        const line = ancestorsOf(cards, `c${one}`);
        const expected = ancestorsOf(cards, `c${other}`).find((hash) => line.includes(hash));
        for (const ordered of [cards, cards.toReversed()]) {
          const index = indexCards(ordered);
          const lca = index.commonAncestor(nodeOf(index, `c${one}`), nodeOf(index, `c${other}`));
          expect(lca === undefined ? undefined : index.hashAt(lca)).toBe(expected);
        }
      }),
    );
  });

  test('are counted along the line, also around a cycle', () => {
    fc.assert(
      fc.property(histories, ({ cards, one, other }) => {
        const index = indexCards(cards);
        const line = ancestorsOf(cards, `c${one}`);
        const [from, to] = [nodeOf(index, `c${one}`), nodeOf(index, `c${other}`)];
        const place = line.indexOf(`c${other}`);
        expect(index.stepsTo(from, to)).toBe(place === -1 ? undefined : place);
        expect(index.stepsToEarliest(from)).toBe(line.length - 1);
      }),
    );
  });
});

describe('adding cards', () => {
  test('in batches gives the same result as at once', () => {
    fc.assert(
      fc.property(trees, fc.array(fc.nat(30)), (cards, reads) => {
        const grown = new CardIndex();
        for (const [i, each] of cards.entries()) {
          grown.addOne(each);
          // Asking in between settles what is there so far.
          if (reads.includes(i)) grown.depth(nodeOf(grown, each.commitHash));
        }
        const whole = indexCards(cards);
        for (const { commitHash } of cards) {
          expect(grown.depth(nodeOf(grown, commitHash))).toBe(whole.depth(nodeOf(whole, commitHash)));
        }
      }),
    );
  });

  test('moves the children of a parent that gets its card later', () => {
    const index = indexCards([card('c2', 'c1')]);
    expect(index.depth(nodeOf(index, 'c2'))).toBe(1);
    index.addOne(card('c1', 'c0'));
    expect(index.depth(nodeOf(index, 'c2'))).toBe(2);
    expect(index.size).toBe(2);
    expect(index.has('c0')).toBe(false);
  });

  test('replaces an existing card', () => {
    const index = indexCards([card('a', null), { ...card('a', null), subject: 'Better' }]);
    expect(index.card('a')?.subject).toBe('Better');
    expect(index.size).toBe(1);
  });
});
