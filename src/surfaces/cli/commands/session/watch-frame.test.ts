import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesModule } from '../../../../../test/minutes-module.ts';
import type { StepItem } from '../../../../harness/module/view-block.ts';
import { columnWidth } from '../../terminal/text/column-width.ts';
import { type ShownSession, timeOf, watchFrame } from './watch-frame.ts';

const text = fc.string({ unit: fc.constantFrom(...'abc de-.'), maxLength: 158 }).map((words) => `a${words}b`);

const steps: fc.Arbitrary<readonly StepItem[]> = fc
  .array(
    fc.record({
      title: text,
      details: text,
      status: fc.constantFrom('pending', 'running', 'blocked', 'done'),
      notes: fc.array(text, { maxLength: 8 }),
    }),
    { maxLength: 60 },
  )
  .map((items) => items.map((step, i) => ({ ...step, id: `S${String(i + 1).padStart(3, '0')}` })));

const watched: fc.Arbitrary<ShownSession> = fc
  .record({
    title: text,
    items: steps,
    messages: fc.integer({ min: 0, max: 20 }),
    waiting: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ title, items, messages, waiting }) => shown(title, items, { messages, waiting }));

function shown(
  title: string,
  items: readonly StepItem[],
  { messages = 0, waiting = 0, details = '' } = {},
): ShownSession {
  const message = { seq: 1, ts: '2026-11-15T08:00:00.000Z', type: 'planner_said', text: 'Changed' } as const;
  return {
    id: 'minutes:k3x9f2',
    title,
    // What is drawn of a planner is in these fields.
    module: minutesModule as unknown as ShownSession['module'],
    standing: 'idle',
    head: 1,
    blocks: [
      { type: 'progress', label: 'Steps done', value: 1, max: items.length },
      { type: 'steps', title, items },
    ],
    waiting: Array.from({ length: waiting }, (_, i) => ({ id: `w${i}`, seq: 1, text: 'Go on?', details })),
    messages: Array.from({ length: messages }, () => message),
  };
}

const WIDE = { width: 80, colors: false, unicode: true, now: 0 };

describe('the screen of show --watch', () => {
  it('is never larger than the terminal, and always has the current step in it', () => {
    const size = { width: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 6, max: 60 }) };
    fc.assert(
      fc.property(watched, fc.record(size), fc.boolean(), (view, { width, rows }, unicode) => {
        const frame = watchFrame({ view, missing: [] }, { ...WIDE, width, rows, unicode });
        expect(frame.length).toBeLessThanOrEqual(rows);
        for (const line of frame) expect(columnWidth(line)).toBeLessThanOrEqual(width);
        const items = view.blocks.flatMap((block) => (block.type === 'steps' ? block.items : []));
        const first = (wanted: string) => items.find(({ status }) => status === wanted);
        const current = first('running') ?? first('pending') ?? first('blocked');
        if (current) expect(frame.join('\n')).toMatch(new RegExp(` ${current.id}(?:  |$)`, 'm'));
      }),
    );
  });

  it('tells all of every step where there is room, else of the current one only', () => {
    const items: readonly StepItem[] = [
      { id: 'S001', title: 'Write', status: 'done', notes: ['34 entries'] },
      { id: 'S002', title: 'Tag', status: 'running', notes: ['No key'] },
      ...Array.from({ length: 9 }, (_, i): StepItem => ({ id: `T${i}`, title: 'More', status: 'pending' })),
    ];
    const frame = (rows: number) =>
      watchFrame({ view: shown('Ship', items), missing: [] }, { ...WIDE, rows });
    expect(frame(24).join('\n')).toMatch(/34 entries[\s\S]*No key/);
    const short = frame(14).join('\n');
    expect(short).toContain('No key');
    expect(short).not.toContain('34 entries');
    expect(short).toMatch(/↓ \d+ more below/);
  });

  it('shows what needs somebody and what happened last beside a long plan', () => {
    const items = Array.from(
      { length: 60 },
      (_, i): StepItem => ({ id: `S${i}`, title: 'Step', status: 'pending' }),
    );
    const view = shown('Ship', items, { messages: 3, waiting: 1 });
    const frame = watchFrame({ view, missing: [] }, { ...WIDE, rows: 24 }).join('\n');
    expect(frame).toContain('? Go on?');
    expect(frame.match(/^2026-11-15 {2}Changed$/gm)).toHaveLength(3);
  });

  it('says what it waits for, and why it may be out of date', () => {
    const frame = watchFrame(
      { view: undefined, missing: ['Waiting for it', 'Begin it'], trouble: 'No store' },
      { ...WIDE, rows: 6 },
    );
    expect(frame).toEqual(['Waiting for it', '', 'Begin it', '', '', 'No store']);
  });

  it('tells the time of today, and the date of another day', () => {
    const morning = new Date(2026, 10, 15, 8, 5, 9);
    expect(timeOf(morning.toISOString(), morning.getTime() + 3_600_000)).toBe('08:05:09');
    expect(timeOf(morning.toISOString(), morning.getTime() + 48 * 3_600_000)).toBe('2026-11-15');
  });
});
