import { expect, inject, it } from 'vitest';
import { loadRun } from '../bench/load/load-run.ts';
import { postgresPlace, sqlitePlace } from '../bench/load/place.ts';

const PLAN = { sessions: 20, rate: 10, seconds: 1, patienceMs: 45_000 };

it('a worker on SQLite plans for 20 sessions of all planners at once, with no fact lost or duplicated', async () => {
  const place = await sqlitePlace();
  try {
    const { findings, facts, atOnce, steady, conflicts } = await loadRun(place, { ...PLAN, workers: 1 });
    expect(findings).toEqual([]);
    expect(steady.turns).toBeGreaterThan(0);
    expect(facts).toBeGreaterThan(100);
    expect(atOnce.ms.at(0.99)).toBeGreaterThan(0);
    expect(conflicts).toBe(0);
  } finally {
    await place.remove();
  }
});

it('two workers on PostgreSQL share 20 sessions, with no fact lost or duplicated', async () => {
  const place = postgresPlace(inject('postgresUrl'));
  try {
    const { findings, steady } = await loadRun(place, { ...PLAN, workers: 2 });
    expect(findings).toEqual([]);
    expect(steady.turns).toBeGreaterThan(0);
  } finally {
    await place.remove();
  }
});
