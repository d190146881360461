import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = ['src/**', 'web/src/**', 'test/**', 'scripts/**', 'examples/**'];
const slow = ['**/*.long.test.ts', '**/*.int.test.ts', '**/*.e2e.test.ts'];

/**
 * Where all tests run at once on a small machine, one that works with real processes or a browser gets a second try. Those
 * that needed it are named at the end of the run: each is a bug, of the test or of what it tests.
 */
const retry = process.env.CI ? 1 : 0;

/** They wait for disks, processes and browsers a third of the time: one more of them fills it. */
const waiting = availableParallelism() + 1;

/** In the order in which they begin: a worker that changes from one to the other loads every module anew. */
const PROJECTS = ['long', 'unit', 'int', 'e2e'];

/** Short files that take long: begun last, one of them would run while every other core waits for it. */
const LONG = [
  /signs-of-life\.e2e/,
  /trip-globe\.e2e/,
  /scale\.e2e/,
  /evolve-cli\.e2e/,
  /first-signal\.e2e/,
  /pairing\.e2e/,
  /shell\.e2e/,
  /deep-link\.e2e/,
  /review\.e2e/,
  /talk-cli\.e2e/,
  /workbench\/journal\.e2e/,
  /own-planner\.e2e/,
  /docs\.int/,
  /getting-started\.int/,
  /docs-commands\.int/,
  /backup\.int/,
  /travellers\.int/,
  /load\.int/,
  /mcp-tools\.int/,
  /package\.int/,
  /inspection\.int/,
  /examples\.int/,
  /(postgres|sqlite)-store\.int/,
  /processes\.int/,
  /faults\.int/,
  /planner-contract\.int/,
  /mcp-process\.int/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * PROJECTS.indexOf(project.name) + (LONG.some((name) => name.test(moduleId)) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Examples import the package by its name. */
const resolve = {
  alias: [{ find: /^wayfold$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) }],
};

/** Tests leave nothing behind, and loading every module anew for each file took most of their time. */
const isolate = false;

const inMemory = {
  isolate,
  maxWorkers: availableParallelism(),
  // Long enough for a machine that does much else: nothing here is measured by the clock.
  testTimeout: 60_000,
  sequence: { groupOrder: 0 },
};

const withProcesses = {
  isolate,
  maxWorkers: waiting,
  retry,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: { ...inMemory, name: 'unit', include: tests.map((dir) => `${dir}/*.test.ts`), exclude: slow },
      },
      {
        resolve,
        test: { ...inMemory, name: 'long', include: tests.map((dir) => `${dir}/*.long.test.ts`) },
      },
      {
        resolve,
        test: {
          ...withProcesses,
          name: 'int',
          include: tests.map((dir) => `${dir}/*.int.test.ts`),
          globalSetup: ['test/built-program.ts', 'test/postgres-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...withProcesses,
          name: 'e2e',
          include: tests.map((dir) => `${dir}/*.e2e.test.ts`),
          globalSetup: ['test/built-program.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
