import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from './all-faults.ts';

/** Few here, on every change; `npm run faults` is for many. */
const ROUNDS = 2;
const SEED = 'the same each time';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-faults-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test.for(FAULTS)('$name: nothing is lost or duplicated', { timeout: 300_000 }, async (fault, { skip }) => {
  const reason = fault.cannotRun?.();
  if (reason !== undefined && !process.env.CI) skip(reason);
  const report = await fault.run({ rounds: ROUNDS, seed: SEED, directory });
  expect(report).toMatchObject({ rounds: ROUNDS, duplicated: 0, lost: 0, problems: [] });
  expect(report.injected).toBeGreaterThanOrEqual(ROUNDS);
  expect(report.persisted).toBe(report.acknowledged);
});
