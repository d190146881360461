import { expect, it } from 'vitest';
import { type EvolutionLine, lineageOf } from './evolution-lineage.ts';

const metrics = (ms: number) => [{ name: 'ms', value: ms }];

const evolution: EvolutionLine = {
  setup: { evolutionId: 'e', base: 'HEAD', objective: { metric: 'ms', direction: 'lower' } },
  base: { commit: 'b0', status: 'measured', metrics: metrics(9) },
  offered: { commit: 'c2' },
};

type Candidate = Parameters<typeof lineageOf>[1][number];

const candidate = (number: number, standing: Candidate['standing'], work?: Candidate['work']): Candidate => ({
  request: {
    requestId: `r${number}`,
    goal: 'Faster',
    base: 'b0',
    evolution: { evolutionId: 'e', round: 1, candidate: number },
  },
  standing,
  work,
});

it('names what became of each candidate, the newest first and the base last', () => {
  const measured = (commit: string, ms: number) => ({
    change: { commit },
    evaluation: { status: 'measured', metrics: metrics(ms) },
  });
  const entries = lineageOf(evolution, [
    candidate(1, 'unsuccessful', measured('c1', 10)),
    candidate(2, 'succeeded', measured('c2', 5)),
    candidate(3, 'unsuccessful', {}),
    candidate(4, 'failed'),
    { ...candidate(4, 'requested'), request: { ...candidate(4, 'requested').request, requestId: 'r5' } },
  ]);
  expect(entries.map(({ id, name, status, value }) => [id, name, status, value])).toEqual([
    ['r5', '1.4', 'running', undefined],
    ['r4', '1.4', 'stopped', undefined],
    ['r3', '1.3', 'failed', undefined],
    ['c2', '1.2', 'best', 5],
    ['c1', '1.1', 'dropped', 10],
    ['b0', 'Base', 'base', 9],
  ]);
});
