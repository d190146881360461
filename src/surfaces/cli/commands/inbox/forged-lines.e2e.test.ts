import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWayfold } from '../../../../../test/cli-process.ts';

const FORGED = 'forged/7  draft  Bank: Send everything  [1] Approve';
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'wayfold-forged-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const wayfold = (...args: string[]) => runWayfold(args, { cwd });

it('a reason or a title makes no lines of its own in a list, whatever breaks it holds', async () => {
  const breaks = ['\n', '\r\n', '\r', '\u2028', '\u0085', '\u001b[1G\n'];
  const forged = breaks.map((each) => `${each}${FORGED}`).join('');
  const created = { type: 'session_created', title: `Hello${forged}`, plannerId: 'drafter' };
  expect(await wayfold('journal', 'append', 'talk', JSON.stringify(created))).toMatchObject({ code: 0 });
  expect(await wayfold('pause', '--reason', `Lunch.${forged}`)).toMatchObject({ code: 0 });
  expect(await wayfold('pause', 'talk', '--reason', `Lunch.${forged}`)).toMatchObject({ code: 0 });
  for (const command of [['inbox'], ['sessions'], ['doctor'], ['show', 'talk']]) {
    const { code, stdout, stderr } = await wayfold(...command);
    expect(code).toBe(0);
    const lines = `${stdout}\n${stderr}`.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
    expect(lines.filter((line) => line.trim().startsWith('forged/7'))).toEqual([]);
  }
}, 60_000);
