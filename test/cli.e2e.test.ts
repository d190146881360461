import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliProcess, type RunResult, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';

/** A small disk can be had only by root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
let cwd: string;
const running: CliProcess[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-cli-'));
});

afterEach(async () => {
  for (const cli of running.splice(0)) await cli.end('SIGKILL');
  await rm(cwd, { recursive: true });
});

async function wayfold(...args: string[]): Promise<RunResult> {
  return await runWayfold(args, { cwd });
}

/** A command that must succeed; resolves to what it printed. */
async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await wayfold(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function json(...args: string[]): Promise<unknown[]> {
  const text = await ok(...args, '--json');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function start(...args: string[]): CliProcess {
  const cli = new CliProcess(args, { cwd });
  running.push(cli);
  return cli;
}

async function append(id: string, ...facts: object[]): Promise<void> {
  await ok('journal', 'append', id, JSON.stringify(facts));
}

describe('wayfold journal', () => {
  it('appends facts and shows them, one per line', async () => {
    expect(await ok('journal', 'append', 'trip', '{"type":"note_added","text":"Pack light"}')).toBe(
      'Appended 1 fact to trip, which now ends at seq 1.\n',
    );
    await append('trip', { type: 'stop_added', city: 'Kyoto', nights: 3 }, { type: 'checked' });
    const lines = (await ok('journal', 'show', 'trip')).split('\n');
    expect(lines[0]).toMatch(/^ {5}1 {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}note_added {12}text="Pack light"$/);
    expect(lines[1]).toContain('city="Kyoto" nights=3');
    expect(await json('journal', 'show', 'trip', '--from', '2', '--to', '2')).toMatchObject([
      { seq: 2, type: 'stop_added', v: 1, city: 'Kyoto', nights: 3 },
    ]);
    expect(await json('journal', 'show', 'trip', '--type', 'checked', '--type', 'note_added')).toMatchObject([
      { seq: 1 },
      { seq: 3 },
    ]);
  });

  it('appends JSON lines and JSON from stdin as one batch', async () => {
    for (const input of ['{"type":"a"}\n{"type":"b"}\n', '[{"type":"a"},{"type":"b"}]']) {
      const { code } = await runWayfold(['journal', 'append', 'trip', '-'], { cwd, input });
      expect(code).toBe(0);
    }
    expect(await json('journal', 'list')).toMatchObject([{ id: 'trip', head: 4 }]);
  });

  it('appends only at the expected seq, and only once per key', async () => {
    const once = ['journal', 'append', 'trip', '{"type":"a"}', '--expect', '0', '--key', 'k1'];
    expect(await json(...once)).toMatchObject([{ id: 'trip', head: 1, facts: [{ seq: 1 }] }]);
    expect(await json(...once)).toMatchObject([{ head: 1 }]);
    const conflict = await wayfold('journal', 'append', 'trip', '{"type":"b"}', '--expect', '0');
    expect(conflict.code).toBe(4);
    expect(conflict.stderr).toContain('seq 1');
    const reused = await wayfold('journal', 'append', 'trip', '{"type":"b"}', '--key', 'k1');
    expect(reused.code).toBe(4);
    expect(reused.stderr).toContain('[key-reused]');
  });

  it('lists journals in a table, sorted, or their ids only', async () => {
    await append('trip:long-name', { type: 'a' }, { type: 'b' });
    await append('task', { type: 'a' });
    await ok('journal', 'fork', 'trip:long-name', '1', 'trip:fork');
    const [header, ...rows] = (await ok('journal', 'list')).trimEnd().split('\n');
    expect(header).toBe('JOURNAL         FACTS  UPDATED                   ORIGIN');
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(['task', 'trip:fork', 'trip:long-name']);
    expect(rows[1]).toMatch(/ 1 {2}\S+ {2}fork of trip:long-name at 1$/);
    expect(await ok('journal', 'list', 'trip:', '--quiet', '--sort', 'facts')).toBe(
      'trip:long-name\ntrip:fork\n',
    );
  });

  it('forks at a seq or at the head', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    await ok('journal', 'fork', 'trip', 'head', 'copy');
    expect(await json('journal', 'fork', 'trip', '1', 'first')).toEqual([
      { id: 'first', head: 1, origin: { type: 'fork', journal: 'trip', at: 1 } },
    ]);
    expect(await json('journal', 'list')).toMatchObject([
      { id: 'copy', head: 2 },
      { id: 'first', head: 1 },
      { id: 'trip' },
    ]);
  });

  it('exports to a file that only its owner can read, and imports it elsewhere', async () => {
    await append('trip', { type: 'said', text: 'line\u2028separator' });
    await append('task', { type: 'a' }, { type: 'b' });
    await ok('journal', 'export', '--all', '-o', 'all.jsonl');
    expect((await stat(join(cwd, 'all.jsonl'))).mode & 0o777).toBe(0o600);
    expect(await json('journal', 'import', 'all.jsonl', '--data', 'other')).toEqual([
      { id: 'task', head: 2, skipped: false },
      { id: 'trip', head: 1, skipped: false },
    ]);
    expect(await ok('journal', 'show', 'trip', '--json', '--data', 'other')).toBe(
      await ok('journal', 'show', 'trip', '--json'),
    );
    expect(await ok('journal', 'import', 'all.jsonl', '--data', 'other')).toContain('Skipped trip');
    await append('task', { type: 'c' });
    await ok('journal', 'export', '--all', '-o', 'all.jsonl', '--force');
    const refused = await wayfold('journal', 'import', 'all.jsonl', '--data', 'other');
    expect(refused).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('these ids: task'),
    });
    expect(await ok('journal', 'import', 'all.jsonl', '--data', 'other', '--skip-existing')).toContain(
      'Skipped',
    );
  });

  it('pipes an export into an import under another id', async () => {
    await append('trip', { type: 'a' });
    const input = await ok('journal', 'export', 'trip');
    const { code } = await runWayfold(['journal', 'import', '-', '--as', 'trip:copy'], { cwd, input });
    expect(code).toBe(0);
    expect(await json('journal', 'verify')).toEqual([
      { id: 'trip', ok: true, head: 1 },
      { id: 'trip:copy', ok: true, head: 1 },
    ]);
  });

  it('overwrites an export only with --force', async () => {
    await append('trip', { type: 'a' });
    await writeFile(join(cwd, 'trip.jsonl'), 'mine');
    const refused = await wayfold('journal', 'export', 'trip', '-o', 'trip.jsonl');
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('[file-exists]') });
    expect(await readFile(join(cwd, 'trip.jsonl'), 'utf8')).toBe('mine');
    await ok('journal', 'export', 'trip', '-o', 'trip.jsonl', '--force');
    expect(await readdir(cwd)).toEqual(['.wayfold', 'trip.jsonl']);
  });

  it.skipIf(!canMount)('leaves no partial export on a disk that is too small', async () => {
    const disk = join(cwd, 'disk');
    mkdirSync(disk);
    await append('trip', ...Array.from({ length: 10 }, () => ({ type: 'said', text: 'x'.repeat(10_000) })));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80k', 'tmpfs', disk]);
    try {
      const { code, stderr, stdout } = await wayfold('journal', 'export', 'trip', '-o', 'disk/trip.jsonl');
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
      expect(stderr).toContain('disk/trip.jsonl cannot be written: ENOSPC');
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('reports where a truncated file ends', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    const [header, first] = (await ok('journal', 'export', 'trip')).split('\n');
    for (const [input, line] of [
      ['', 'line 1'],
      [`${header}\n${first}\n`, 'line 3'],
      [`${header}\n${first}`, 'line 3'],
    ] as const) {
      const { code, stderr } = await runWayfold(['journal', 'import', '-', '--as', 'copy'], { cwd, input });
      expect(code).toBe(5);
      expect(stderr).toContain('[import-invalid]');
      expect(stderr).toContain(line);
    }
  });

  it('refuses facts from stdin that are not UTF-8', async () => {
    const input = Buffer.from('{"type":"said","text":"caf\u00e9"}', 'latin1');
    const { code, stderr } = await runWayfold(['journal', 'append', 'trip', '-'], { cwd, input });
    expect(code).toBe(2);
    expect(stderr).toContain('UTF-8');
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
  });

  it('gives working advice for an expected but missing journal', async () => {
    await append('trip', { type: 'a' });
    const refused = await wayfold('journal', 'append', 'none', '{"type":"a"}', '--expect', '3');
    expect(refused.stderr).toContain('--expect 0');
    expect(refused.stderr).not.toContain('journal show');
    await ok('journal', 'append', 'none', '{"type":"a"}', '--expect', '0');
  });

  it('refuses a damaged export with the line, and imports none of it', async () => {
    await append('trip', { type: 'paid', euros: 10 });
    const exported = await ok('journal', 'export', 'trip');
    await writeFile(join(cwd, 'bad.jsonl'), exported.replace('"euros":10', '"euros":99'));
    const refused = await wayfold('journal', 'import', 'bad.jsonl', '--data', 'other');
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/line 2\b.*\[import-invalid\]/s),
    });
    expect(await ok('journal', 'list', '--data', 'other', '--quiet')).toBe('');
    await writeFile(join(cwd, 'zip.jsonl'), Buffer.from([0x50, 0x4b, 0xff, 0xfe]));
    expect(await wayfold('journal', 'import', 'zip.jsonl')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('[import-invalid]'),
    });
  });

  it('redacts and deletes with --yes, but not without', async () => {
    await append('trip', { type: 'said', text: 'my secret' });
    for (const args of [
      ['redact', 'trip', '1'],
      ['delete', 'trip'],
    ]) {
      const refused = await wayfold('journal', ...args);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('[confirmation-needed]') });
    }
    expect(await ok('journal', 'redact', 'trip', '1', '--yes')).toBe(
      'Erased the payload of fact 1 of trip.\n',
    );
    expect(await ok('journal', 'redact', 'trip', '1', '--yes')).toBe('Fact 1 of trip was erased before.\n');
    expect(await ok('journal', 'show', 'trip')).toMatch(/said {18}erased \d{4}-/);
    expect(await ok('journal', 'show', 'trip', '--type', 'said')).not.toBe('');
    await ok('journal', 'verify', 'trip');
    await ok('journal', 'delete', 'trip', '--yes');
    expect(await wayfold('journal', 'show', 'trip')).toMatchObject({ code: 3 });
  });

  it('reports where a chain is damaged', async () => {
    await append('good', { type: 'a' });
    await append('trip', { type: 'paid', euros: 10 }, { type: 'paid', euros: 20 });
    const database = new DatabaseSync(join(cwd, '.wayfold', 'wayfold.db'));
    database.exec(
      `UPDATE facts SET payload = replace(payload, '20', '99') WHERE payload LIKE '%{"euros":20}'`,
    );
    database.close();
    const verified = await wayfold('journal', 'verify', '--all');
    expect(verified.code).toBe(5);
    expect(verified.stdout).toBe(
      'intact   good  1 fact\ndamaged  trip  2 facts, the first bad one at seq 2\n',
    );
    expect(await wayfold('journal', 'export', 'trip', '-o', 'trip.jsonl')).toMatchObject({ code: 5 });
    expect(await readdir(cwd)).toEqual(['.wayfold']);
    expect(await wayfold('doctor', '--verify')).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('1 of 2 journals damaged: trip at seq 2'),
    });
  });
});

describe('wayfold journal tail', () => {
  it('starts with the last facts and follows those that other processes append', async () => {
    await append('trip', ...Array.from({ length: 15 }, (_, n) => ({ type: 'counted', n })));
    const tail = start('journal', 'tail', 'trip', '-n', '3', '--json');
    await eventually(() => tail.lines.length).toBe(3);
    await append('trip', { type: 'later' });
    await append('trip', { type: 'latest' });
    await eventually(() => tail.lines.length).toBe(5);
    expect(tail.lines.map((line) => JSON.parse(line).seq)).toEqual([13, 14, 15, 16, 17]);
    expect(await tail.end('SIGINT')).toMatchObject({ code: 130, stderr: '' });
    expect(await readdir(join(cwd, '.wayfold'))).toEqual(['.gitignore', 'wayfold.db', 'wayfold.db-bell']);
  });

  it('waits for a journal, even in a data directory that does not exist yet', async () => {
    const tail = start('journal', 'tail', 'trip');
    await eventually(() => tail.stderr).toContain('Waiting for journal trip');
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
    await append('trip', { type: 'first' });
    await eventually(() => tail.stdout).toContain('first');
    expect(await tail.end('SIGTERM')).toMatchObject({ code: 143 });
  });

  it('exits with 129 when its terminal is closed', async () => {
    await append('trip', { type: 'a' });
    const tail = start('journal', 'tail', 'trip');
    await eventually(() => tail.lines.length).toBe(1);
    expect(await tail.end('SIGHUP')).toMatchObject({ code: 129, stderr: '' });
  });

  it('exits with 0 when its reader disconnects', async () => {
    await append('trip', { type: 'a' });
    const tail = start('journal', 'tail', 'trip');
    await eventually(() => tail.lines.length).toBe(1);
    tail.child.stdout?.destroy();
    await append('trip', { type: 'b' });
    expect(await tail.end()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('an interrupted import', () => {
  it('leaves nothing behind', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    const [header, first] = (await ok('journal', 'export', 'trip')).split('\n');
    const importing = start('journal', 'import', '-', '--data', 'other');
    importing.write(`${header}\n${first}\n`);
    await eventually(() => existsSync(join(cwd, 'other', 'wayfold.db'))).toBe(true);
    expect(await importing.end('SIGINT')).toMatchObject({ code: 130 });
    expect(await ok('journal', 'list', '--data', 'other', '--quiet')).toBe('');
  });
});

describe('wayfold doctor', () => {
  it('prints findings line by line, and creates nothing', async () => {
    const text = await ok('doctor');
    expect(text).toMatch(/^ok {4}node {6}Node \d+/);
    expect(text).toContain('no .wayfold yet');
    expect(await readdir(cwd)).toEqual([]);
  });

  it('shows the contents of the store, verifies every chain and collects attachments', async () => {
    await append('trip', { type: 'a' }, { type: 'b' });
    const findings = await json('doctor', '--verify', '--collect');
    expect(findings).toContainEqual(expect.objectContaining({ check: 'chains', state: 'ok' }));
    expect(findings).toContainEqual({
      check: 'store',
      state: 'ok',
      text: expect.stringMatching(
        /wayfold\.db \(version \d+\): 1 journal, 2 facts, [\d.]+ kB, 0 attachments/,
      ),
    });
    expect(findings).toContainEqual({ check: 'collect', state: 'ok', text: 'removed 0 attachments, 0 B' });
  });

  it('fails with a fix for a foreign store', async () => {
    await append('trip', { type: 'a' });
    await writeFile(
      join(cwd, '.wayfold', 'wayfold.db'),
      'this is no database, but it is long enough to look at',
    );
    const { code, stdout } = await wayfold('doctor');
    expect(code).toBe(6);
    expect(stdout).toMatch(/^fail {2}store .*\[store-foreign\]$/m);
  });
});
