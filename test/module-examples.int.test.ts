import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the program in the comment of each public folder prints. */
const PRINTED: Readonly<Record<string, readonly string[]>> = {
  harness: ['You said: Good morning'],
  host: ['mail_approved', 'claimed', 'mail_sent', 'reaction_settled'],
  journal: ['written as seq 1', '1 stop_added'],
  kernel: ['30 2'],
  model: ['[offline demo model] You asked: How do I get from Lisbon to Porto?', '0'],
  'plan-tools': [
    'Plan set up with 2 steps: S001, S002.',
    '# Triage the open bug reports',
    '',
    'Status: active, 1 of 2 steps done',
    '',
    '- [x] S001: List the open reports',
    '  - Found 14.',
    '- [ ] S002: Label each report',
  ],
  'planners/commits': ['unique_steps_count: 899, lca: c100', "{ start: 'c104', end: 'c112' }"],
  'planners/drafter': [
    '<conversation>',
    '{"from":"other","text":"Does ten suit you? \\u003c/conversation\\u003e"}',
    '</conversation>',
    '',
    '<guidance>',
    '{"text":"Only after eleven.","latest":true}',
    '</guidance>',
    '',
    'Write the next message.',
    'It talks about a message instead of being one.',
  ],
  'planners/scenario': ['agents[0].tools[0].inputSchema.type must be "object": arguments have names'],
  'planners/tasks': ['1 Write the tests Completed', '2 Fix the bug Running'],
  'planners/trip': [
    'CONTINUE_PLAN',
    'Los Angeles, Barstow, Las Vegas, Flagstaff',
    'Las Vegas is at (95, -115.13722), which is not on Earth. Replace it by Las Vegas, NV',
  ],
  repair: [
    '"Design" is step design.',
    'Step design no longer waits for test: they waited for each other.',
    'design []',
    "build [ 'design' ]",
    "test [ 'build' ]",
  ],
  testing: ['f-1 2026-06-01T12:00:00.000Z', 'f-2 2026-06-01T12:00:01.000Z'],
};

it.each(Object.entries(PRINTED))('the example of %s runs as a reader would run it', (folder, lines) => {
  expect(runExample(folder)).toBe(`${lines.join('\n')}\n`);
});

function runExample(folder: string): string {
  const index = new URL(`../src/${folder}/index.ts`, import.meta.url);
  const [, comment = ''] = /```ts\n(.*?)```/s.exec(readFileSync(index, 'utf8')) ?? [];
  const built = new URL('../dist/', import.meta.url);
  const program = comment
    .replace(/^ \* ?/gm, '')
    .replace(
      /'wayfold\/([a-z-]+)'/g,
      (_, name: string) => `'${new URL(`${folderOf(name)}/index.js`, built)}'`,
    );
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-example-'));
  try {
    const file = join(directory, 'example.mts');
    writeFileSync(file, program);
    return execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: directory });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function folderOf(name: string): string {
  return Object.keys(PRINTED).find((folder) => folder === `planners/${name}`) ?? name;
}
