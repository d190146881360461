import { decodeDeepLink, encodeDeepLink } from '../../src/harness/links/deep-link.ts';
import { checkedConfiguration, refuseSecrets } from '../../src/host/config/check.ts';
import { nested, readVariable, SETTINGS, valueAt } from '../../src/host/config/settings.ts';
import { restateAddress } from '../../src/host/engine/restate/address.ts';
import { importJournal, memoryStore } from '../../src/journal/index.ts';
import { Session } from '../../src/kernel/session/session.ts';
import { addressOf } from '../../src/model/providers/model-spec.ts';
import { type IMPORT_FORMATS, importPlan } from '../../src/plan-tools/formats/plan-files.ts';
import { PlanningToolsSection } from '../../src/plan-tools/prompt/planning-tools-section.ts';
import { readSharedFile } from '../../src/plan-tools/share/shared-change.ts';
import { foldShared } from '../../src/plan-tools/share/shared-fold.ts';
import { cardsIn } from '../../src/planners/commits/cards/git-log.ts';
import { cardsFromJsonLines, indexCardsFrom } from '../../src/planners/commits/cards/json-lines.ts';
import { readEvaluation } from '../../src/planners/commits/history/evaluation-shape.ts';
import { settingsFromEnv } from '../../src/planners/commits/settings.ts';
import { patternProblem } from '../../src/planners/scenario/file/safe-pattern.ts';
import { parseScenario } from '../../src/planners/scenario/file/validate-scenario.ts';
import { readableText } from '../../src/planners/tasks/executors/material/readable-text.ts';
import { splitCommandLine } from '../../src/planners/tasks/executors/shell/command-line.ts';
import { parseTasks } from '../../src/planners/tasks/parse/parse-tasks.ts';
import { listingsOf } from '../../src/planners/trip/activities/wikitext-listings.ts';
import { importTrip, TRIP_IMPORT_FORMATS } from '../../src/planners/trip/exchange/import-trip.ts';
import { embeddedPlaces } from '../../src/planners/trip/knowledge/embedded-knowledge.ts';
import { EMPTY_STATE, readState } from '../../src/planners/trip/planner-state.ts';
import { solveTrip } from '../../src/planners/trip/solve/solve-trip.ts';
import { readTripFile } from '../../src/planners/trip/trip-file.ts';
import { plannerTurn } from '../../src/planners/trip/turn/turn.ts';
import { understand } from '../../src/planners/trip/understand/understand.ts';
import { promptCommand } from '../../src/surfaces/acp/aliases/plan-slash-commands.ts';
import { factMatcher } from '../../src/surfaces/http/api/facts/fact-filter.ts';
import { parsedOr } from './hostile-json.ts';
import { EXPORTED_JOURNAL, SCENARIO, TRIP } from './samples.ts';

/** Something that makes sense of a text from outside. */
export interface Reader {
  readonly name: string;
  /** Texts that it can read. */
  readonly samples: readonly string[];
  /** Values whose JSON it can read. */
  readonly values?: readonly unknown[];
  read(text: string): unknown;
}

const text = (name: string, read: Reader['read'], ...samples: readonly string[]): Reader => ({
  name,
  samples,
  read,
});
const json = (name: string, read: Reader['read'], ...values: readonly unknown[]): Reader => ({
  name,
  values,
  samples: values.map((value) => JSON.stringify(value)),
  read,
});

const plans = (format: (typeof IMPORT_FORMATS)[number]) => async (file: string) => {
  const session = new Session();
  await importPlan(new PlanningToolsSection({ session }), file, format);
  return session.version;
};

const MAPS = {
  gpx: '<?xml version="1.0"?><gpx><wpt lat="41.15" lon="-8.61"><name>Porto &amp; sea</name></wpt><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
  kml: '<kml><Folder><name>Stops</name><Placemark><name>Porto</name><Point><coordinates>-8.6,41.1,0</coordinates></Point></Placemark></Folder></kml>',
  geojson:
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-8.6,41.1]},"properties":{"name":"Porto","nights":2,"days":[{"number":1,"anchorId":"porto","activities":[]}]}}]}',
} as const;

const bytesOf = (latin1: string) => Uint8Array.from(Buffer.from(latin1, 'latin1'));

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

/** Reads a whole configuration as the file, the environment and the flags come to it. */
function configuration(file: string): unknown {
  const values = parsedOr(file);
  refuseSecrets(values, 'the file');
  const checked = checkedConfiguration(values, { source: 'the file' });
  return SETTINGS.map(({ key }) => valueAt(checked, key));
}

/** Everything that makes sense of what a file, a person, a link, a page or a repository says. */
export const READERS: readonly Reader[] = [
  {
    name: 'a journal export',
    samples: [EXPORTED_JOURNAL],
    read: async (file) => {
      const store = memoryStore();
      try {
        await importJournal(store, file.split('\n'));
      } catch (error) {
        // What is refused leaves no journal behind.
        if ((await store.list({ limit: 1 })).length > 0) throw new Error('half an import', { cause: error });
        throw error;
      }
    },
  },
  text('a plan in markdown', plans('markdown'), '# Ship it\n\n- [x] One\n  More.\n- [ ] Two\n1. [ ] Three\n'),
  json('a plan in json', plans('json'), {
    objective: 'Ship it',
    status: 'active',
    steps: [{ step_id: 'S001', title: 'One', details: null, status: 'pending', notes: ['n'] }],
  }),
  json('a plan in task-master', plans('task-master'), {
    master: {
      tasks: [
        {
          id: 1,
          title: 'One',
          description: 'd',
          status: 'pending',
          dependencies: [],
          priority: 'high',
          details: 'x',
          subtasks: [{ id: 1, title: 'a', status: 'done', dependencies: [] }],
        },
      ],
    },
  }),
  text(
    'a plan in beads',
    plans('beads'),
    '{"id":"bd-1","title":"One","status":"open","labels":["a"]}\n{"id":"bd-2","title":"Two","dependencies":[{"depends_on_id":"bd-1","type":"blocks"}]}\n',
  ),
  text(
    'a plan in backlog',
    plans('backlog'),
    '---\nid: task-1\ntitle: \'One: it\'\nstatus: To Do\nlabels: [a, "b"]\ndependencies:\n  - task-2\n---\n\n## Description\n\nMore.\n',
  ),
  text(
    'a file of shared changes',
    (file) => foldShared(readSharedFile(file).changes),
    '{"v":1,"clone":"aaaaaaaaaaaa","n":1,"fact":"f","at":[1,0],"seen":{},"changes":[{"objective":"Ship it"},{"add":"S001","title":"One","details":null}]}\n',
  ),
  ...TRIP_IMPORT_FORMATS.map((format) =>
    text(`a trip in ${format}`, (file) => importTrip(file, format, embeddedPlaces), MAPS[format]),
  ),
  json(
    'a trip file',
    (file) => readTripFile(file, 'trip.json'),
    { itinerary: TRIP, state: EMPTY_STATE },
    TRIP,
  ),
  json(
    'a trip file that is checked and repaired',
    (file) => {
      const { itinerary, state } = readTripFile(file, 'trip.json');
      return plannerTurn({ text: 'Repair it' }, readState(state), itinerary);
    },
    { itinerary: TRIP, state: EMPTY_STATE },
  ),
  json('a trip problem', (file) => solveTrip(parsedOr(file) as Parameters<typeof solveTrip>[0]), {
    totalDays: 6,
    stays: [
      { city: 'Porto', days: 3, window: [1, 2] },
      { city: 'Lisbon', days: 4 },
    ],
    connections: [
      ['Porto', 'Lisbon'],
      ['Lisbon', 'Porto', 2],
    ],
  }),
  json('a scenario', (file) => parseScenario(file), SCENARIO),
  text(
    'a scenario of bytes',
    (latin1) => parseScenario(bytesOf(latin1)),
    JSON.stringify(SCENARIO),
    '\u00ff\u00fe{',
  ),
  text('a pattern in a scenario', (pattern) => patternProblem(pattern), '^[A-Z]{2}-\\d+$', '(a+)+$'),
  text(
    'a text of tasks',
    (words) => parseTasks(words),
    'Read https://example.com/a, then:\n1. run `npm test`\n2. mail report.pdf to Bob?\n- fix it',
  ),
  text(
    'a sentence about a trip',
    (words) =>
      understand(words, {
        state: EMPTY_STATE,
        itinerary: null,
        places: embeddedPlaces,
        today: new Date('2026-11-15'),
      }),
    'Plan a 10 day road trip from Porto to Lisbon for two adults in May, with 2 nights in Coimbra, no flights',
  ),
  text('a command line', (line) => splitCommandLine(line), `git commit -m "it's done" --all 'a b'`),
  text(
    'a prompt of an editor',
    (prompt) => promptCommand(prompt),
    '/plan Ship it\n- one\n- two',
    '/mark S001 done',
  ),
  text(
    'a deep link',
    (hash) => {
      const link = decodeDeepLink(hash);
      // What could be read can be written, and says the same again.
      return link && decodeDeepLink(encodeDeepLink(link));
    },
    '#{"planner":{"id":"trip","mode":"auto"},"planners":{"trip":{"seed":{"phase":"full"}}},"session":"s","llm":"offline","rev":3}',
    '#%7B%22planner%22%3A%7B%22id%22%3A%22tasks%22%7D%7D',
  ),
  text(
    'commit cards',
    async (lines) => (await indexCardsFrom(cardsFromJsonLines(lines.split('\n')))).size,
    '{"commit_hash":"a","parent_commit_hash":null,"subject":"s","change_summary":"c"}\n{"commitHash":"b","parentCommitHash":"a"}',
  ),
  text(
    'what git log writes',
    async (latin1) => {
      for await (const _ of cardsIn(once(Buffer.from(latin1, 'latin1'))));
    },
    `${'a'.repeat(40)}\0${'b'.repeat(40)}\0Subject\0Body\n\0${'b'.repeat(40)}\0\0\0\0`,
  ),
  json('metrics of a commit', (file) => readEvaluation(parsedOr(file), 'a file'), {
    metrics: [{ name: 'speed', value: 1.5, higherIsBetter: true }],
  }),
  text(
    'settings of the environment',
    (words) =>
      settingsFromEnv({
        WORKER_PLANNING_BACKEND: words,
        WORKER_PLANNING_TIMEOUT: words,
        WORKER_PLANNING_MAX_RETRIES: words,
      }),
    'codex',
    '30',
  ),
  json('a configuration', configuration, {
    data: '.wayfold',
    port: 4180,
    model: 'offline',
    webhook: { url: 'https://example.com/hook' },
    models: { fast: 'openai/gpt-5' },
  }),
  text(
    'a variable of the environment',
    (line) => {
      const [key = '', ...rest] = line.split('=');
      const setting = SETTINGS.find((each) => each.key === key) ?? { key, variable: key, reads: 'json' };
      const values = nested([[setting.key, readVariable(setting, rest.join('='))]]);
      return checkedConfiguration(values, { source: 'the environment' });
    },
    'port=4180',
    'models={"fast":"openai/gpt-5"}',
    'limits.total.usd=1.5',
  ),
  text(
    'the name of a model',
    (name) => addressOf(name, {}),
    'openai/gpt-5',
    'http://127.0.0.1:1/v1#x',
    'offline',
  ),
  text(
    'the address of an engine',
    (address) => restateAddress(address),
    'restate://localhost:8080?admin=9070',
  ),
  text(
    'a page of the web',
    (html) => readableText(html),
    '<html><body><h1>A</h1><p>b &amp; c<br><a href="x">d</a><script>e</script></body></html>',
  ),
  text(
    'a page of Wikivoyage',
    (wiki) => listingsOf(wiki),
    '* {{see | name=Tower | alt= | lat=41.1 | long=-8.6 | content=Old {{km|1}}.}}',
  ),
  text(
    'a search among facts',
    (words) => {
      const matches = factMatcher({ text: words });
      return matches({ seq: 1, id: 'f', ts: '2026-11-15T08:00:00.000Z', type: 'note_added', v: 1 });
    },
    'note',
  ),
];
