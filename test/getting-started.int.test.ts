import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliProcess, cleanEnv, WAYFOLD_IN_SHELL } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { runLine, shellBlocks } from './shell-blocks.ts';

const page = readFileSync(fileURLToPath(new URL('../docs/getting-started.md', import.meta.url)), 'utf8');
const blocks = shellBlocks(page);
const all = blocks.flatMap(({ commands }) => commands);

let directory: string;
let env: NodeJS.ProcessEnv;

// `npx wayfold` runs the sources: which package npx would find is not what the page is about.
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-getting-started-'));
  const programs = join(directory, 'bin');
  mkdirSync(programs);
  const npx = join(programs, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec ${WAYFOLD_IN_SHELL} "$@"\n`);
  chmodSync(npx, 0o755);
  env = { ...cleanEnv(), PATH: `${programs}${delimiter}${process.env.PATH}`, LC_ALL: 'C.UTF-8' };
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('the page has only commands that are tested here', () => {
  const tried = [INSTALL, 'npx wayfold plan watch', 'npm install wayfold', 'npx wayfold', ...OWN_PLANNER];
  expect(all.filter((command) => !isShort(command)).toSorted()).toEqual(tried.toSorted());
});

const INSTALL = 'npx wayfold install claude';

test('a coding agent gets an MCP server that keeps a plan', async () => {
  const cwd = project('agent');
  const shown = await shell(`${INSTALL} --dry-run --json`, cwd);
  const server = JSON.parse(shown).files.find(({ path }: { path: string }) => path.endsWith('.mcp.json'));
  const { command, args } = JSON.parse(server.text).mcpServers.wayfold;
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd, env: textsOf(env) }));
  await client.callTool({
    name: 'planning_setup_plan',
    arguments: { objective: 'Release 1.0', initial_steps: [{ title: 'Tag it' }] },
  });
  await client.close();
  expect(await shell('npx wayfold plan show', cwd)).toContain('Tag it');
  expect(all).toContain('npx wayfold plan show');
});

test('the plan can be watched', async () => {
  const cwd = project('watch');
  await shell('npx wayfold plan set "Release 1.0" "Tag it"', cwd);
  const watching = new CliProcess(['plan', 'watch'], { cwd });
  await eventually(() => watching.stdout).toContain('Release 1.0');
  await watching.end('SIGINT');
});

test('the workbench is at the printed address', async () => {
  const serving = new CliProcess([], { cwd: project('up'), env: { WAYFOLD_PORT: '0' } });
  await eventually(() => serving.lines).toEqual([expect.stringContaining('Wayfold is running at http:')]);
  const [address = ''] = /http:\S+/.exec(serving.stdout) ?? [];
  expect((await fetch(`${address}/api/sessions`)).status).toBe(200);
  expect(await serving.end('SIGINT')).toMatchObject({ code: 0 });
});

const OWN_PLANNER = [
  'npx wayfold new planner book-club',
  'npx wayfold up --planner ./book-club.ts --watch',
  'npx wayfold run book-club "Middlemarch" --planner ./book-club.ts',
  'npx wayfold sessions --planner ./book-club.ts',
];

test('a planner of your own is generated, served and run', async () => {
  const [write = '', serve = '', run = '', list = ''] = OWN_PLANNER;
  const cwd = project('own-planner');
  await shell(write, cwd);
  const serving = new CliProcess(serve.split(' ').slice(2), { cwd, env: { WAYFOLD_PORT: '0' } });
  await eventually(() => serving.stdout).toContain('Wayfold is running at http:');
  const [address = ''] = /http:\S+/.exec(serving.stdout) ?? [];
  expect(await (await fetch(`${address}/api/planners`)).text()).toContain('"book-club"');
  expect(await serving.end('SIGINT')).toMatchObject({ code: 0 });
  expect(await shell(run, cwd)).toContain('Middlemarch');
  expect(await shell(list, cwd)).toContain('book-club');
});

test.each(blocks.filter(({ commands }) => commands.every((command) => isShort(command))))(
  'the page shows the result of $commands.0',
  async ({ commands, shown }) => {
    const cwd = project('short');
    let output = '';
    for (const command of commands) output = await shell(command, cwd);
    expect(output).not.toBe('');
    if (shown !== undefined) expect(`${output}\n`).toBe(shown);
  },
);

/** Comes to its end by itself, and needs nothing but `wayfold`. */
function isShort(command: string): boolean {
  return (
    /^npx wayfold \w/.test(command) && ![...OWN_PLANNER, INSTALL, 'npx wayfold plan watch'].includes(command)
  );
}

function project(name: string): string {
  return mkdtempSync(join(directory, `${name}-`));
}

async function shell(command: string, cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runLine(command, { cwd, env, added: { LC_ALL: 'C.UTF-8' } });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout.trimEnd();
}

function textsOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
