/**
 * `npm run test:clis`: the real coding CLIs, as backends of the commit planner and with what `wayfold install` gives them,
 * against a local stand-in for their models. They are more than a gigabyte, so they are installed into `.cache/` here and
 * are not among the packages a contributor gets. `npm run test:clis -- gemini` runs the tests of one of them.
 */
import { join } from 'node:path';
import { runOutsideTests } from './outside-tests.ts';

const CLIS = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@google/gemini-cli': '0.61.0',
  '@openai/codex': '0.166.0',
  'opencode-ai': '1.18.33',
};

await runOutsideTests({
  title: 'the coding CLIs',
  folder: 'clis',
  // Some of them fetch their program for this machine in an install script.
  manifest: {
    dependencies: CLIS,
    allowScripts: Object.fromEntries(Object.keys(CLIS).map((name) => [name, true])),
  },
  include: ['test/cli-stand-ins/real-clis.ts', 'test/cli-stand-ins/installed-agents.ts'],
  env: (installed) => ({ WAYFOLD_CLIS: join(installed, 'node_modules', '.bin') }),
});
