import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunResult, runWayfold } from '../../../../../test/cli-process.ts';
import { ROUTE_66, withAnchor } from '../../../../../test/trip-fixture.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-trip-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

async function trip(...args: string[]): Promise<RunResult> {
  return await runWayfold(['trip', ...args], { cwd });
}

async function given(name: string, content: unknown): Promise<string> {
  await writeFile(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });

describe('wayfold trip', () => {
  it('plans a trip from one sentence', async () => {
    const { code, stdout } = await trip(
      'plan',
      '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Los Angeles to Chicago\nDay 1 {2}Los Angeles to Flagstaff {2}\d{4}-06-01 {2}about \d+ km\n/,
    );
    expect(stdout.match(/^Day \d/gm)).toHaveLength(6);
  });

  it('asks when it does not know enough', async () => {
    const { code, stdout } = await trip('plan', 'a trip to Rome', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      action: { type: 'ASK_USER', question: 'How many days should the trip take?' },
      itinerary: null,
    });
  });

  it('says what it did not understand, and why it cannot be planned', async () => {
    const { code, stdout } = await trip('plan', 'qwertz, from London to New York by car, 7 days');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^note {3}.*qwertz/m);
    expect(stdout).toContain('There is no road from London to New York City');
  });

  it('checks a trip: 0 when nothing is wrong, 2 when something is', async () => {
    const good = await trip('check', await given('good.json', { itinerary: ROUTE_66 }), '--json');
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toEqual({ issues: [], action: { type: 'CONTINUE_PLAN' } });
    const bad = await trip('check', await given('bad.json', { itinerary: broken }), '--json');
    expect(bad.code).toBe(2);
    expect(JSON.parse(bad.stdout)).toMatchObject({
      issues: [{ id: 'ANCHOR_INVALID:kingman', severity: 'LOCAL' }],
      action: { type: 'SUGGEST_REPAIR' },
    });
    const reported = await trip('check', 'bad.json');
    expect(reported.stdout).toContain('  1. Replace it by Kingman, AZ\n');
  });

  it('reads whatever is in a trip, and refuses a file without one', async () => {
    const nonsense = { itinerary: { anchors: [null, { lat: 'x' }], days: 'no', origin: 7 } };
    expect((await trip('check', await given('nonsense.json', nonsense), '--json')).code).toBe(2);
    expect((await trip('check', await given('empty.json', { itinerary: {} }), '--json')).code).toBe(2);
    for (const text of ['no json', '[]', '{"trip":1}']) {
      const { stderr, stdout } = await trip('check', await given('none.json', text), '--json');
      expect(stdout).toBe('');
      expect(JSON.parse(stderr).error).toMatchObject({ code: 'trip-file-invalid' });
    }
    expect(JSON.parse((await trip('check', 'missing.json', '--json')).stderr).error.code).toBe(
      'file-not-found',
    );
  });

  it('repairs a trip as chosen, and only that stop', async () => {
    await given('bad.json', { itinerary: broken });
    const offered = await trip('repair', 'bad.json');
    expect(offered.stderr).toContain('1. Replace it by Kingman, AZ');
    const [, choice = ''] = /(ANCHOR_INVALID:kingman\/replace\S+)/.exec(offered.stderr) ?? [];
    const mended = await trip('repair', 'bad.json', '--choose', choice, '-o', 'repaired.json');
    expect(mended.code).toBe(0);
    const { itinerary } = JSON.parse(await readFile(join(cwd, 'repaired.json'), 'utf8'));
    expect(itinerary.days).toEqual(ROUTE_66.days);
    expect((await trip('check', 'repaired.json')).code).toBe(0);
    const stale = await trip('repair', 'repaired.json', '--choose', choice);
    expect(stale.stderr).toContain('Nothing was changed.');
    expect(JSON.parse(stale.stdout).itinerary).toEqual(itinerary);
  });

  it('exports and imports', async () => {
    await given('trip.json', { itinerary: ROUTE_66 });
    expect((await trip('export', 'trip.json', '--to', 'gpx', '-o', 'trip.gpx')).code).toBe(0);
    const { stdout } = await trip('import', 'trip.gpx', '--json');
    const { itinerary } = JSON.parse(stdout);
    expect(itinerary.anchors.map(({ name }: { name: string }) => name)).toEqual(
      ROUTE_66.anchors.map(({ name }) => name),
    );
    const undated = await trip('export', 'trip.json', '--to', 'ics', '--json');
    expect(JSON.parse(undated.stderr).error).toMatchObject({ code: 'trip-without-dates' });
    const calendar = await trip('export', 'trip.json', '--to', 'ics', '--start', '2026-06-01');
    expect(calendar.stdout).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect((await trip('export', 'trip.json', '--to', 'md')).stdout).toMatch(/^# Los Angeles to Chicago\n/);
  });

  it('talks, and goes on where it stopped', async () => {
    const first = await runWayfold(['trip'], { cwd, input: 'a road trip from LA to Chicago\n6 days\n' });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('How many days should the trip take?');
    expect(first.stdout.match(/^Day \d/gm)).toHaveLength(6);
    const second = await runWayfold(['trip'], {
      cwd,
      input: 'make it 8 days\n/plan\nundo\n/quit\nnever heard\n',
    });
    expect(second.stdout.match(/^Day 8/gm)).toHaveLength(2);
    expect(second.stdout.match(/^Day 1 /gm)).toHaveLength(3);
    const { stdout } = await runWayfold(['journal', 'show', 'trip:default', '--json'], { cwd });
    expect(stdout).toContain('"type":"trip_undone"');
    expect(stdout).not.toContain('never heard');
  });

  it('takes a choice by its number', async () => {
    const facts = JSON.stringify([
      { type: 'session_created', title: 'Trip', plannerId: 'trip' },
      { type: 'itinerary_imported', itinerary: broken, format: 'json' },
    ]);
    await runWayfold(['journal', 'append', 'trip:mine', facts], { cwd });
    const { stdout } = await runWayfold(['trip', '--trip', 'mine'], { cwd, input: 'hello\n1\n' });
    expect(stdout).toContain('  1. Replace it by Kingman, AZ\n');
    expect(stdout).toContain('Los Angeles to Kingman');
  });
});
