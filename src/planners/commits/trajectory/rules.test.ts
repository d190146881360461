import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitCard } from './card-index.ts';
import { buildTrajectory, type TrajectoryMeta, type TrajectoryOptions } from './trajectory.ts';

type Options = Omit<TrajectoryOptions, 'cards'> & { readonly cards: readonly CommitCard[] };

/** The rules of a rollup said once more, by walking and counting, as slowly as they read. */
function byTheRules({ cards, base, tip, root, blockSize, maxRawSteps, maxChunks }: Options): TrajectoryMeta {
  const parents = new Map(cards.map((card) => [card.commitHash, card.parentCommitHash]));
  const way = (from: string): string[] => {
    const passed: string[] = [];
    for (let at: string | null | undefined = from; at && !passed.includes(at); at = parents.get(at))
      passed.push(at);
    return passed;
  };
  const [ofBase, ofTip] = [way(base), way(tip)];
  const meeting = ofTip.findIndex((hash) => ofBase.includes(hash));
  const lca = ofTip[meeting];
  if (lca === undefined) {
    return { uniqueStepsCount: 0, lca: null, earliest: [], chunks: [], recent: [], omitted: 0 };
  }
  const steps = ofTip.slice(0, meeting).reverse();
  const below = ofTip.slice(meeting);
  const rootAt = root === undefined ? -1 : below.indexOf(root);
  const depthOfLca = rootAt === -1 ? below.length - 1 : rootAt;
  const blockOf = (step: number) => Math.floor((depthOfLca + 1 + step - 1) / blockSize);

  let recent = Math.max(0, steps.length - maxRawSteps);
  if (recent < steps.length) while (recent > 0 && blockOf(recent - 1) === blockOf(recent)) recent -= 1;

  const onBoundary = depthOfLca % blockSize === 0;
  const inFirst = steps.filter((_, step) => blockOf(step) === blockOf(0)).length;
  const earliest = Math.min(onBoundary ? 2 : inFirst, maxRawSteps, recent);

  const numbers = steps.map((_, step) => step);
  const isRaw = (step: number) => step < earliest || step >= recent;
  const full = [...Map.groupBy(numbers, blockOf).values()]
    .filter((block) => block.length === blockSize && block.every((step) => step < recent))
    .filter((block) => !block.every(isRaw));
  const [oldest, ...others] = full;
  const chosen = [...(oldest ? [oldest] : []), ...others.reverse()]
    .slice(0, maxChunks)
    .sort(([a = 0], [b = 0]) => a - b);
  const inChunks = new Set(chosen.flat());
  return {
    uniqueStepsCount: steps.length,
    lca,
    earliest: steps.slice(0, earliest),
    chunks: chosen.map((block) => ({
      start: steps[(block[0] ?? 0) - 1] ?? lca,
      end: steps[block.at(-1) ?? 0] ?? lca,
    })),
    recent: steps.slice(recent),
    omitted: numbers.filter((step) => !isRaw(step) && !inChunks.has(step)).length,
  };
}

const card = (commitHash: string, parentCommitHash: string | null): CommitCard => ({
  commitHash,
  parentCommitHash,
  subject: '',
  changeSummary: '',
});
const chain = (length: number) =>
  Array.from({ length }, (_, i) => card(`c${i}`, i === 0 ? null : `c${i - 1}`));
const limits = fc.record({
  blockSize: fc.integer({ min: 1, max: 9 }),
  maxRawSteps: fc.nat(9),
  maxChunks: fc.nat(5),
});

async function expectByTheRules(options: Options): Promise<void> {
  expect((await buildTrajectory(options)).meta).toEqual(byTheRules(options));
}

test('paths of 0 to 40 steps from every position in a block follow the rules', async () => {
  const usual = { cards: chain(60), blockSize: 8, maxRawSteps: 6, maxChunks: 3 };
  for (let base = 0; base <= 17; base++) {
    for (let steps = 0; steps <= 40; steps++) {
      await expectByTheRules({ ...usual, base: `c${base}`, tip: `c${base + steps}` });
    }
  }
});

test('any limits, root and fork follow the rules', async () => {
  const places = fc.tuple(fc.nat(39), fc.nat(39), fc.option(fc.nat(45), { nil: undefined }), fc.nat(19));
  await fc.assert(
    fc.asyncProperty(limits, places, async (limit, [base, tip, root, fork]) => {
      const forked = chain(40).map((each, i) => (i === 20 ? card('c20', `c${fork}`) : each));
      const from = root === undefined ? {} : { root: `c${root}` };
      await expectByTheRules({ ...limit, ...from, cards: forked, base: `c${base}`, tip: `c${tip}` });
    }),
  );
});

test('gaps and cycles follow the rules, in any order of the cards', async () => {
  const links = fc.uniqueArray(fc.tuple(fc.nat(12), fc.option(fc.nat(12))), {
    minLength: 1,
    maxLength: 12,
    selector: ([node]) => node,
  });
  await fc.assert(
    fc.asyncProperty(limits, links, fc.nat(11), fc.nat(11), async (limit, pairs, one, other) => {
      const cards = pairs.map(([node, parent]) => card(`c${node}`, parent === null ? null : `c${parent}`));
      const hashes = cards.map(({ commitHash }) => commitHash);
      const [base = '', tip = ''] = [one, other].map((at) => hashes[at % hashes.length]);
      await expectByTheRules({ ...limit, cards, base, tip });
      await expectByTheRules({ ...limit, cards: cards.toReversed(), base, tip });
    }),
  );
});
