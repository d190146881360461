import { defineConfig } from 'vitest/config';

/** The unit tests of one folder: what they do not notice, nothing beside the code would. */
export default defineConfig({
  test: {
    include: [`${process.env.MUTATED}/**/*.test.ts`],
    exclude: ['**/*.int.test.ts', '**/*.e2e.test.ts'],
    setupFiles: ['test/mutation/fewer-runs.ts'],
    isolate: false,
  },
});
