import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommitCard } from './card-index.ts';
import { memoryChunkCache } from './chunk-cache.ts';
import { buildTrajectory, type TrajectoryChunk } from './trajectory.ts';

const LIMITS = { blockSize: 4, maxRawSteps: 3, maxChunks: 2 };

/** `c0 <- c1 <- … <- c(length - 1)` */
function chain(length: number, name = 'c', parent: string | null = null): CommitCard[] {
  return Array.from({ length }, (_, i) => ({
    commitHash: `${name}${i}`,
    parentCommitHash: i === 0 ? parent : `${name}${i - 1}`,
    subject: `Change ${name}${i}`,
    changeSummary: `What ${name}${i} did`,
  }));
}

const hashes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `c${from + i}`);

describe('a chain of thirty commits', () => {
  test('has first steps, oldest and newest block, and recent steps from its root', async () => {
    const { meta, lines } = await buildTrajectory({ ...LIMITS, cards: chain(30), base: 'c0', tip: 'c20' });
    expect(meta).toEqual({
      uniqueStepsCount: 20,
      lca: 'c0',
      earliest: ['c1', 'c2'],
      chunks: [
        { start: 'c0', end: 'c4' },
        { start: 'c12', end: 'c16' },
      ],
      recent: hashes(17, 21),
      omitted: 8,
    });
    expect(lines).toEqual([
      'unique_steps_count: 20, lca: c0',
      'Earliest unique steps:',
      '- c1 Change c1: What c1 did',
      '- c2 Change c2: What c2 did',
      'Summarised blocks:',
      '- c0..c4 (4 steps): Change c1; Change c2; Change c3; Change c4',
      '- c12..c16 (4 steps): Change c13; Change c14; Change c15; Change c16',
      'Omitted 8 older unique step(s)',
      'Recent unique steps:',
      ...hashes(17, 21).map((hash) => `- ${hash} Change ${hash}: What ${hash} did`),
    ]);
  });

  test('counts blocks from the root, wherever the path starts', async () => {
    const { meta } = await buildTrajectory({ ...LIMITS, cards: chain(30), base: 'c2', tip: 'c20' });
    expect(meta.earliest).toEqual(['c3', 'c4']);
    expect(meta.chunks).toEqual([
      { start: 'c4', end: 'c8' },
      { start: 'c12', end: 'c16' },
    ]);
  });

  test('moves the blocks with a more distant root', async () => {
    const { meta } = await buildTrajectory({
      ...LIMITS,
      cards: chain(30),
      base: 'c2',
      tip: 'c20',
      root: 'c1',
    });
    expect(meta.earliest).toEqual(['c3', 'c4', 'c5']);
    expect(meta.chunks[0]).toEqual({ start: 'c5', end: 'c9' });
  });

  test.each(['c10', 'unheard-of', 'c25'])('ignores a root %s that is not an ancestor', async (root) => {
    const options = { ...LIMITS, cards: chain(30), base: 'c2', tip: 'c20' };
    expect(await buildTrajectory({ ...options, root })).toEqual(await buildTrajectory(options));
  });

  test('has nothing unique if the tip is in the history of base', async () => {
    const { meta, lines } = await buildTrajectory({ ...LIMITS, cards: chain(30), base: 'c20', tip: 'c5' });
    expect(meta).toMatchObject({ uniqueStepsCount: 0, lca: 'c5', omitted: 0 });
    expect(lines).toEqual(['unique_steps_count: 0, lca: c5']);
  });
});

describe('forks, gaps and cycles', () => {
  test('a fork starts where it diverged', async () => {
    const cards = [...chain(10), ...chain(5, 'f', 'c6')];
    const { meta } = await buildTrajectory({ ...LIMITS, cards, base: 'c9', tip: 'f4' });
    expect(meta).toMatchObject({ uniqueStepsCount: 5, lca: 'c6' });
  });

  test('the common ancestor needs no card', async () => {
    const cards = [...chain(3, 'a', 'lost'), ...chain(3, 'b', 'lost')];
    const { meta } = await buildTrajectory({ ...LIMITS, cards, base: 'a2', tip: 'b2' });
    expect(meta).toMatchObject({ uniqueStepsCount: 3, lca: 'lost', recent: ['b0', 'b1', 'b2'] });
  });

  test('a gap in the path is reported with its location', async () => {
    const cards = chain(10).filter(({ commitHash }) => commitHash !== 'c5');
    const { meta, lines } = await buildTrajectory({ ...LIMITS, cards, base: 'c2', tip: 'c9' });
    expect(lines).toEqual([
      'Trajectory unavailable: c2 and c9 have no common ancestor; the history of c2 ends at c0, the history of c9 ends at c5, which has no card.',
    ]);
    expect(meta).toEqual({
      uniqueStepsCount: 0,
      lca: null,
      earliest: [],
      chunks: [],
      recent: [],
      omitted: 0,
    });
  });

  test.each([
    ['base', { base: 'nobody', tip: 'c3' }],
    ['tip', { base: 'c3', tip: 'nobody' }],
  ])('an unknown %s is named', async (_, ends) => {
    const { lines } = await buildTrajectory({ ...LIMITS, cards: chain(5), ...ends });
    expect(lines).toEqual(['Trajectory unavailable: there is no card of nobody.']);
  });

  test('the shown and the omitted steps are the whole path in any history, and the walk always ends', async () => {
    const histories = fc.array(fc.tuple(fc.nat(40), fc.option(fc.nat(40))), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.nat(40),
        fc.nat(40),
        fc.option(fc.nat(40)),
        async (links, base, tip, root) => {
          const cards = links.map(([node, parent]) => ({
            commitHash: `c${node}`,
            parentCommitHash: parent === null ? null : `c${parent}`,
            subject: '',
            changeSummary: '',
          }));
          const { meta } = await buildTrajectory({
            ...{ cards, base: `c${base}`, tip: `c${tip}`, root: root === null ? undefined : `c${root}` },
            ...{ blockSize: 3, maxRawSteps: 2, maxChunks: 2 },
          });
          const parents = new Map(cards.map((card) => [card.commitHash, card.parentCommitHash]));
          const shown = new Set([...meta.earliest, ...meta.recent]);
          expect(shown.size).toBe(meta.earliest.length + meta.recent.length);
          for (const { start, end } of meta.chunks) {
            for (let at: string | null | undefined = end; at && at !== start; at = parents.get(at))
              shown.add(at);
          }
          expect(shown.size + meta.omitted).toBe(meta.uniqueStepsCount);
        },
      ),
    );
  });
});

describe('summaries', () => {
  const options = { ...LIMITS, cards: chain(30), base: 'c0', tip: 'c20' };

  test('a chunk is described by the summarizer', async () => {
    const asked: TrajectoryChunk[] = [];
    const summarise = (chunk: TrajectoryChunk) => {
      asked.push(chunk);
      return `sped\nup by ${chunk.steps.length}`;
    };
    const { lines } = await buildTrajectory({ ...options, summarise });
    expect(lines).toContain('- c0..c4 (4 steps): sped up by 4');
    expect(asked.map(({ steps }) => steps.map(({ commitHash }) => commitHash))).toEqual([
      hashes(1, 5),
      hashes(13, 17),
    ]);
  });

  test('a chunk is summarized once for each model and block size', async () => {
    let asked = 0;
    const summarise = () => `summary ${++asked}`;
    const cache = memoryChunkCache();
    await buildTrajectory({ ...options, summarise, cache, model: 'one' });
    await buildTrajectory({ ...options, summarise: () => `other ${++asked}`, cache, model: 'one' });
    expect(asked).toBe(2);
    await buildTrajectory({ ...options, summarise, cache, model: 'two' });
    expect(asked).toBe(4);
  });

  test('a failing summarizer leaves the subjects, and is called again', async () => {
    let failing = true;
    const summarise = async () => {
      if (failing) throw new Error('no model');
      return 'sped up';
    };
    const cache = memoryChunkCache();
    const failed = await buildTrajectory({ ...options, summarise, cache });
    expect(failed.lines).toContain('- c0..c4 (4 steps): Change c1; Change c2; Change c3; Change c4');
    failing = false;
    const { lines } = await buildTrajectory({ ...options, summarise, cache });
    expect(lines).toContain('- c0..c4 (4 steps): sped up');
  });

  test('long text is truncated within bounds', async () => {
    const cards = chain(30).map((card) => ({ ...card, subject: 'x'.repeat(10_000) }));
    const { lines } = await buildTrajectory({ ...options, cards, summarise: () => 'y'.repeat(10_000) });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(450);
  });
});

test.each([{ blockSize: 0 }, { blockSize: 1.5 }, { maxRawSteps: -1 }, { maxChunks: Number.NaN }])(
  '%o is refused',
  async (limit) => {
    const options = { ...LIMITS, cards: chain(3), base: 'c0', tip: 'c2', ...limit };
    await expect(buildTrajectory(options)).rejects.toMatchObject({ code: 'invalid-planning-request' });
  },
);
