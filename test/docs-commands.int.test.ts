import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanEnv, WAYFOLD_IN_SHELL } from './cli-process.ts';
import { runLine, shellBlocks } from './shell-blocks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const STOP = `wayfold journal append trip:lisbon '{"type":"stop_added","city":"Lisbon","for":"Ann Lee, 5 Elm Road"}'`;
const REPOSITORY = [
  'git init -q && echo "export {}" > parse.js && git add -A && git commit -qm "Parse" && git tag v1.0',
  'git branch fast-branch && echo "{}" > metrics.json && git commit -q --allow-empty -m "Parse faster"',
];

/** What a page takes for granted, as commands that make it so. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'README.md': REPOSITORY,
  'docs/a2a.md': [`cp '${root}examples/scenarios/flour-supply.json' my-scenario.json`],
  'docs/acp.md': ['wayfold plan set "Ship it" "Write it" "Test it" --plan acp-20261115-7c19aa02'],
  'docs/backup.md': [STOP, 'wayfold journal export --all | gzip > wayfold-2026-11-15.jsonl.gz'],
  'docs/coding-agents.md': [
    'git init -q --bare ../shared.git && git init -q && git remote add origin ../shared.git',
    'git config push.autoSetupRemote true && git config remote.pushDefault origin',
    'wayfold plan set "Ship it" "Write it"',
  ],
  'docs/commits.md': REPOSITORY,
  'docs/evolve.md': [`mkdir node_modules && ln -s '${root}' node_modules/wayfold`],
  'docs/journal.md': [STOP],
  'docs/operations.md': ['wayfold tasks run "Write the tests." --executor echo --yes'],
  'docs/tasks.md': ['printf -- "- Write it\\n- Test it\\n- Publish it\\n- Tell Ann\\n" > todo.md'],
  'docs/upgrade.md': [STOP],
  'examples/README.md': [
    `mkdir node_modules && ln -s '${root}' node_modules/wayfold && echo "{}" > package.json`,
  ],
};

/** What is not run here, by what it needs. */
const LEFT_OUT = [
  ['the repository, or a registry', /^(npm (start|test|run|install)|node bench)\b/],
  [
    'another agent or its account',
    /^(claude|codex) |install claude|talk https|openai\/|--(backend|executor) codex|--metrics /,
  ],
  ['a database or an engine', /postgres:\/\/|restate/],
  [
    'somebody who ends it',
    /^(export \w+=|kill )|\bup( |$)|^(npx )?wayfold$|\bwatch\b|--watch|journal tail|\bmcp\b|^(npx )?wayfold trip$/,
  ],
  ['another shell', /completion fish/],
  [
    'a decision that waits',
    /inbox resume|tasks (approve|reject|answer)|commits accept|--resume plan-|--usd|plan\.sh/,
  ],
  [
    'a name that evolving gives',
    /brave-otter|commits:other|^npx wayfold commits evolve --goal "[^"]+" --evaluate "node bench.mjs" --minimize reads --rounds/,
  ],
] as const;

/** Pages with a test of their own: getting-started.int.test.ts, http-api-docs.int.test.ts. */
const TRIED_ELSEWHERE = /docs\/(getting-started|http-api|api\/|errors\/)/;

const pages = globSync(['README.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root })
  .filter((page) => !TRIED_ELSEWHERE.test(page))
  .toSorted()
  .map((page) => ({
    page,
    commands: shellBlocks(readFileSync(join(root, page), 'utf8'))
      .flatMap(({ commands }) => commands)
      .filter((command) => !LEFT_OUT.some(([, pattern]) => pattern.test(command))),
  }))
  .filter(({ commands }) => commands.length > 0);

const GIT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

let directory: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-docs-'));
  const programs = join(directory, 'bin');
  mkdirSync(programs);
  for (const [name, shift] of [
    ['wayfold', ''],
    ['npx', 'shift\n'],
  ] as const) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${shift}exec ${WAYFOLD_IN_SHELL} "$@"\n`);
    chmodSync(join(programs, name), 0o755);
  }
  env = {
    ...cleanEnv(),
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    LC_ALL: 'C.UTF-8',
    ...GIT,
  };
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.each(pages)('the commands of $page', ({ page, commands }) => {
  test('run as written', async () => {
    const cwd = mkdtempSync(join(directory, 'page-'));
    for (const command of GIVEN[page] ?? []) await shell(command, cwd);
    let within = cwd;
    for (const command of commands) {
      await shell(await withIds(command, within), within);
      const [, entered] = /&& cd (\w+)$/.exec(command) ?? [];
      if (entered !== undefined) within = join(within, entered);
    }
  });
});

test('README.md shows what its first command prints', async () => {
  const [, command = '', output] =
    /```sh\n(.*)\n```\n\n```text\n([^`]*)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  expect(await shell(command, mkdtempSync(join(directory, 'first-')))).toBe(output);
});

/** The command with the id of the newest session of its kind, where the page has one like `k3x9f2`. */
async function withIds(command: string, cwd: string): Promise<string> {
  const [, kind = 'tasks'] = /(\w+):\w\d?\w\d\w\d/.exec(command) ?? [];
  if (!/\b(k3x9f2|x3f9k2)\b/.test(command)) return command;
  const newestFirst = await shell(`wayfold journal list ${kind}: --sort updated --quiet`, cwd);
  const [id = ''] = newestFirst.split('\n');
  return command.replaceAll(/\b(k3x9f2|x3f9k2)\b/g, id.slice(kind.length + 1));
}

/** Runs a command that nobody watches: one that has to ask says so, and ends with 7. */
async function shell(command: string, cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runLine(command, { cwd, env, added: GIT });
  expect([0, 7], `${command}\n${stderr}`).toContain(code);
  return stdout;
}
