// What `npm run mutants` hands to Stryker for one folder, named by MUTATED.
import { reportOf, resultsOf } from './paths.mjs';

const folder = String(process.env.MUTATED);

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: [`${folder}/**/*.ts`, `!${folder}/**/*.test.ts`],
  ignorePatterns: ['/dist', '/docs', '/web', '/bench', '/.cache', '/.wayfold'],
  // A change to what runs while a module loads would need every test again in a fresh process.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: resultsOf(folder),
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: reportOf(folder) },
  // A change that makes a test go on for ever is noticed after this long; most tests take a few milliseconds.
  timeoutMS: 3000,
  tempDirName: `.cache/mutation/${folder.replaceAll('/', '-')}`,
  // Stryker reads tsconfig.json with an API that TypeScript 7 does not have. Types do not matter to it here.
  tsconfigFile: 'none',
};
