import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/kernel/session/session.ts';
import { exportPlan, importPlan } from '../../src/plan-tools/formats/plan-files.ts';
import { PlanningToolsSection } from '../../src/plan-tools/prompt/planning-tools-section.ts';
import { exportTrip, TRIP_EXPORT_FORMATS } from '../../src/planners/trip/exchange/export-trip.ts';
import { importTrip } from '../../src/planners/trip/exchange/import-trip.ts';
import { readableItinerary } from '../../src/planners/trip/itinerary/parse-itinerary.ts';
import { embeddedPlaces } from '../../src/planners/trip/knowledge/embedded-knowledge.ts';
import { printable } from '../../src/surfaces/cli/terminal/text/printable.ts';
import { errorPage } from '../../src/surfaces/http/pages/error-document.ts';
import { mutatedJson, parsedOr } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { answerOrRefusal, holdsFor, runs } from './law.ts';
import { TRIP } from './samples.ts';

const DATED = { ...TRIP, days: TRIP.days.map((day, at) => ({ ...day, date: `2026-06-0${at + 1}` })) };

/** Texts that mean something to who reads an export. */
const MEANT = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  ']]><Placemark/>',
  '&lt;script&gt;',
  'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:other',
  'x\nATTACH:http://127.0.0.1/',
  '# Heading\n\n- [x] S001: done by somebody else',
  '[click](javascript:alert(1))',
  '![x](http://127.0.0.1/)',
  '\u0000\u0008\u001b[31m',
  '=cmd|calc',
];

/** A trip that says one of these wherever it can say something. */
function tripSaying(words: string): typeof TRIP {
  const everywhere = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => everywhere(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, everywhere(inner, name)]),
      );
    return ['lat', 'lng', 'nights', 'mode', 'roundTrip', 'anchorId'].includes(key) ? value : words;
  };
  const hostile = everywhere({ ...DATED, anchors: [], days: DATED.days }) as typeof TRIP;
  // What stops are called, but not how days find them.
  const anchors = DATED.anchors.map((anchor) => ({ ...anchor, name: words, admin1: words, country: words }));
  return { ...hostile, anchors };
}

const elements = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
const PAGE_ELEMENTS = new Set(elements(exportTrip(DATED, 'html')));

function xml(text: string) {
  const problems: string[] = [];
  const document = new DOMParser({ onError: (_, problem) => problems.push(problem) }).parseFromString(
    text,
    'text/xml',
  );
  expect(problems).toEqual([]);
  return document;
}

describe('an exported trip', () => {
  const trips = fc.oneof(
    fc.constantFrom(...MEANT).map(tripSaying),
    hostileText.map(tripSaying),
    mutatedJson(DATED)
      .map((json) => readableItinerary(parsedOr(json)))
      .filter((trip) => trip !== null),
  );

  it('adds no element or attribute of its own to the printable page', async () => {
    await holdsFor(trips, (trip) => exportTrip(trip, 'html'), {
      check: (outcome) => {
        if (outcome.type === 'refused') return;
        const html = String(outcome.result);
        for (const tag of elements(html)) expect([...PAGE_ELEMENTS, 'p', 'li', 'ul', 'time']).toContain(tag);
        expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\son\w+\s*=/i);
      },
    });
  });

  it.each(['gpx', 'kml'] as const)('is well-formed %s with the elements it always has', async (format) => {
    const usual = new Set(elements(exportTrip(DATED, format)));
    await holdsFor(trips, (trip) => exportTrip(trip, format), {
      check: (outcome) => {
        if (outcome.type === 'refused') return;
        const text = String(outcome.result);
        xml(text);
        for (const tag of elements(text)) expect([...usual, 'desc', 'name', 'time', 'type']).toContain(tag);
      },
    });
  });

  it('is a calendar with one event a day and no property that nobody wrote', async () => {
    await holdsFor(
      trips,
      (trip) => [exportTrip(trip, 'ics', { startDate: '2026-06-01' }), trip.days.length],
      {
        check: (outcome) => {
          if (outcome.type === 'refused') return;
          const [text, days] = outcome.result as [string, number];
          const calendar = new ICAL.Component(ICAL.parse(text));
          const events = calendar.getAllSubcomponents('vevent');
          expect(events).toHaveLength(days);
          for (const event of events) {
            expect(event.getAllProperties('attach')).toEqual([]);
            expect(event.getAllProperties('uid')).toHaveLength(1);
          }
        },
      },
    );
  });

  it('has as many headings and points in Markdown as it has days and things to do', async () => {
    await holdsFor(trips, (trip) => [exportTrip(trip, 'md'), trip], {
      check: (outcome) => {
        if (outcome.type === 'refused') return;
        const [text, { days }] = outcome.result as [string, typeof TRIP];
        const lines = text.split(/[\r\n\u2028\u2029]/);
        expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(days.length + 1);
        expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(
          days.reduce((sum, day) => sum + day.activities.length, 0),
        );
        expect(text.replaceAll(/\\./g, '')).not.toMatch(/[<[]/);
      },
    });
  });

  it("never fails because of a file's content", async () => {
    const formats = fc.constantFrom(...TRIP_EXPORT_FORMATS);
    await holdsFor(fc.tuple(trips, formats), ([trip, format]) => exportTrip(trip, format), { share: 2 });
  });
});

describe('an imported map file', () => {
  it('ignores names of built-in object properties', async () => {
    const gpx = '<gpx><wpt lat="1" lon="2" __proto__="3"><name>A &constructor; B</name></wpt></gpx>';
    const { anchors } = importTrip(gpx, 'gpx', embeddedPlaces);
    expect(anchors[0]?.name).toBe('A &constructor; B');
    await answerOrRefusal(() => undefined);
  });
});

describe('an exported plan', () => {
  it('has its steps, whatever their texts', async () => {
    const words = fc.oneof(fc.constantFrom(...MEANT), hostileText);
    await fc.assert(
      fc.asyncProperty(words, words, words, async (title, details, note) => {
        const section = new PlanningToolsSection({ session: new Session() });
        const steps = [{ title, details }, { title: 'Second' }];
        const { type } = await answerOrRefusal(() =>
          section.tool('planning_setup_plan').call({ objective: 'Ship it', initial_steps: steps }),
        );
        if (type === 'refused') return;
        await answerOrRefusal(() =>
          section.tool('planning_mark_step').call({ step_id: 'S001', status: 'blocked', note }),
        );
        const { plan } = await section.tool('planning_read_plan').call({});
        if (plan === undefined) throw new Error('There is no plan.');
        const text = exportPlan(plan);
        expect(text.split('\n').filter((line) => /^- \[.\] S\d+: /.test(line))).toHaveLength(2);
        const again = new PlanningToolsSection({ session: new Session() });
        expect((await importPlan(again, text, 'markdown')).plan).toEqual(plan);
        for (const format of ['json', 'task-master', 'beads'] as const) {
          const theirs = new PlanningToolsSection({ session: new Session() });
          const { plan: read } = await importPlan(theirs, exportPlan(plan, format), format);
          expect(read?.steps.map((step) => step.title)).toEqual([plan.steps[0]?.title, 'Second']);
        }
      }),
      runs() as fc.Parameters<[string, string, string]>,
    );
  });
});

/** What is around every page, and what its Markdown was made into. */
function errorPageParts(html: string): readonly [frame: string, made: string] {
  const [from, to] = [html.indexOf('<main>'), html.lastIndexOf('</main>')];
  return [html.slice(0, from) + html.slice(to), html.slice(from + '<main>'.length, to)];
}

describe('an error page', () => {
  it('has only elements from its Markdown', async () => {
    await holdsFor(
      fc.oneof(fc.constantFrom(...MEANT), hostileText),
      (words) =>
        errorPage(words, `# ${words}\n\n${words}\n\n| a |\n|---|\n| ${words} |\n\n- [${words}](${words})\n`),
      {
        check: (outcome) => {
          const [frame, made = ''] = errorPageParts(String(Object(outcome).result));
          expect(elements(frame)).toEqual(elements(errorPageParts(errorPage('x', ''))[0]));
          for (const tag of elements(made))
            expect(
              'h1 h2 h3 h4 h5 h6 p pre code a ul ol li table thead tbody tr th td strong em del blockquote hr br'.split(
                ' ',
              ),
            ).toContain(tag);
          expect(made).not.toMatch(/href="(?!https:\/\/|\/errors\/[A-Za-z-]+")/);
        },
      },
    );
  });
});

describe('terminal output', () => {
  it('has no character that the terminal would interpret', async () => {
    await holdsFor(hostileText, (words) => printable(words), {
      check: (outcome) =>
        expect(String(Object(outcome).result)).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e]/u),
    });
  });
});
