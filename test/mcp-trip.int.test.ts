import { readdir } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../src/journal/index.ts';
import { runWayfold } from './cli-process.ts';
import {
  answered,
  answerOf,
  callerOver,
  type Input,
  NEWEST,
  nextUpdate,
  ONE_BEFORE,
  Project,
  TWO_WAYS,
} from './mcp-client.ts';
import { expectPlainSchemas, outputCheck, toolAnnotations } from './mcp-tools.ts';

const ROAD_TRIP = '3 day road trip from LA to Flagstaff via Las Vegas';

async function factsOf(project: Project, tripId: string) {
  return await openJournal(project.store, `trip:${tripId}`).facts();
}

/** Moves a stop off the globe, as a person could by hand elsewhere. */
async function breakStop(project: Project, tripId: string, anchorId: string): Promise<void> {
  const mutation = { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { lat: 95 } } };
  await openJournal(project.store, `trip:${tripId}`).append([
    { type: 'itinerary_mutated', mutation, by: 'person' },
  ]);
}

describe.each(TWO_WAYS)('trips over $over with protocol $protocol', (way) => {
  let project: Project;
  let client: Client;
  let trip_id: string;
  let tests = 0;

  beforeAll(async () => {
    project = await Project.create();
    client = await project.connectWith('trip', way);
  });

  beforeEach(() => {
    trip_id = `t-${++tests}`;
  });

  afterAll(() => project.end());

  const say = (text: string, more: Input = {}) => answered(client, 'trip_say', { trip_id, text, ...more });

  it('are offered alone, with correct annotations and instructions', async () => {
    expect(await toolAnnotations(client)).toEqual([
      ['trip_say', false, false, false, true],
      ['trip_choose', false, false, false, true],
      ['trip_show', true, false, true, false],
      ['trip_export', true, false, true, false],
    ]);
    expect(client.getInstructions()).toContain('trip_say');
  });

  it('have schemas that are valid, plain objects, and closed', () => expectPlainSchemas(client));

  it('are planned from messages, with the same facts as on every surface', async () => {
    const asked = await say('A trip to Flagstaff');
    expect(asked).toMatchObject({ trip_id, action: { type: 'ask_user', options: [] } });
    expect(asked.trip).toBeUndefined();
    const planned = await say('3 day road trip from LA via Las Vegas');
    expect(planned).toMatchObject({
      action: { type: 'continue_plan' },
      trip: {
        mode: 'road',
        round_trip: false,
        origin: { name: 'Los Angeles' },
        destination: { name: 'Flagstaff' },
      },
      issues: [],
    });
    const { days } = Object(planned.trip);
    expect(days).toHaveLength(3);
    const facts = await factsOf(project, trip_id);
    const by = callerOver(way);
    expect(facts.slice(0, 3)).toMatchObject([
      { type: 'session_created', plannerId: 'trip', by },
      { type: 'planner_configured', plannerId: 'trip', ready: true },
      { type: 'user_input', text: 'A trip to Flagstaff', by },
    ]);
    const types = facts.map(({ type }) => type);
    expect(types.filter((type) => type === 'user_input')).toHaveLength(2);
    expect(types.filter((type) => type === 'pass_settled')).toHaveLength(2);
    expect(types.slice(-3)).toEqual(['itinerary_generated', 'planner_action', 'pass_settled']);
    expect(planned.version).toBe(facts.length);
  });

  it('answer within their schemas', async () => {
    const expectWithinSchema = await outputCheck(client);
    const calls: [string, Input][] = [
      ['trip_say', { text: ROAD_TRIP }],
      ['trip_show', {}],
      ['trip_export', { format: 'gpx' }],
      ['trip_export', { format: 'ics' }],
    ];
    for (const [name, input] of calls) {
      expectWithinSchema(name, (await answerOf(client, name, { trip_id, ...input })).answer);
    }
  });

  it('are changed and reverted by messages', async () => {
    await say(ROAD_TRIP);
    const longer = await say('make it 5 days');
    expect(Object(longer.trip).days).toHaveLength(5);
    const back = await say('undo');
    expect(Object(back.trip).days).toHaveLength(3);
  });

  it('offer repairs, and apply the chosen one', async () => {
    await say(ROAD_TRIP);
    await breakStop(project, trip_id, 'las-vegas');
    const offered = await say('check it');
    expect(offered).toMatchObject({
      action: { type: 'suggest_repair' },
      issues: [{ type: 'anchor_invalid', anchor_id: 'las-vegas' }],
    });
    const [first] = Object(offered.action).options;
    const chosen = await answered(client, 'trip_choose', { trip_id, option_id: first.option_id });
    expect(chosen).toMatchObject({ issues: [], action: { type: 'continue_plan' } });
    const stop = Object(chosen.trip).anchors.find(({ name }: { name: string }) => name === 'Las Vegas');
    expect(stop.lat).toBeCloseTo(36.17, 1);
    const facts = await factsOf(project, trip_id);
    expect(facts).toContainEqual(expect.objectContaining({ type: 'user_input', choose: first.option_id }));
    const { isError, answer } = await answerOf(client, 'trip_choose', {
      trip_id,
      option_id: first.option_id,
    });
    expect({ isError, ...answer }).toMatchObject({ isError: true, field: 'option_id' });
    expect(await factsOf(project, trip_id)).toHaveLength(facts.length);
  });

  it('are exported to other programs', async () => {
    await say(ROAD_TRIP);
    const files = new Map<string, string>();
    for (const format of ['ics', 'gpx', 'kml', 'geojson', 'md', 'html']) {
      const input = { trip_id, format, ...(format === 'ics' && { start_date: '2027-06-01' }) };
      const { content, mime_type } = await answered(client, 'trip_export', input);
      expect(mime_type).toMatch(/^\w+\/\S+$/);
      files.set(format, String(content));
    }
    expect(files.get('ics')).toContain('BEGIN:VCALENDAR');
    expect(files.get('gpx')).toContain('<gpx');
    expect(JSON.parse(files.get('geojson') ?? '')).toMatchObject({ type: 'FeatureCollection' });
    expect(files.get('md')).toContain('## Day 1');
  });

  it.each<[string, string, Input, string, string?]>([
    ['nothing said', 'trip_say', {}, 'invalid-tool-input', 'text'],
    ['blank words', 'trip_say', { text: ' \n' }, 'invalid-tool-input', 'text'],
    ['endless words', 'trip_say', { text: 'x'.repeat(10_001) }, 'invalid-tool-input', 'text'],
    ['a list for words', 'trip_say', { text: ['LA'] }, 'invalid-tool-input', 'text'],
    ['an argument there is not', 'trip_say', { text: 'a', days: 3 }, 'invalid-tool-input', 'days'],
    ['an id in capitals', 'trip_say', { text: 'a', trip_id: 'Rome' }, 'invalid-tool-input', 'trip_id'],
    ['an empty id', 'trip_show', { trip_id: '' }, 'invalid-tool-input', 'trip_id'],
    ['null for an id', 'trip_show', { trip_id: null }, 'invalid-tool-input', 'trip_id'],
    ['a trip there is not', 'trip_show', { trip_id: 'nowhere' }, 'journal-not-found', 'trip_id'],
    [
      'a choice in a trip there is not',
      'trip_choose',
      { trip_id: 'nowhere', option_id: 'x' },
      'journal-not-found',
      'trip_id',
    ],
    [
      'an option that was not offered',
      'trip_choose',
      { option_id: 'keep' },
      'invalid-tool-input',
      'option_id',
    ],
    ['no option', 'trip_choose', {}, 'invalid-tool-input', 'option_id'],
    ['a format there is not', 'trip_export', { format: 'pdf' }, 'invalid-tool-input', 'format'],
    [
      'a day there is not',
      'trip_export',
      { format: 'ics', start_date: '2026-02-30' },
      'invalid-tool-input',
      'start_date',
    ],
    ['a calendar without dates', 'trip_export', { format: 'ics' }, 'trip-without-dates', 'start_date'],
    [
      'a version that is no number',
      'trip_say',
      { text: 'a', expected_version: 'x' },
      'invalid-tool-input',
      'expected_version',
    ],
    ['a version that never was', 'trip_say', { text: 'a', expected_version: 999 }, 'conflict'],
  ])('refuse %s with a code, and record nothing', async (_, tool, input, code, field) => {
    await say(ROAD_TRIP);
    const before = await factsOf(project, trip_id);
    const { isError, answer, text } = await answerOf(client, tool, { trip_id, ...input });
    expect({ isError, ...answer }).toMatchObject({ isError: true, code });
    expect(answer.field).toBe(field);
    expect(text).toContain(String(answer.message));
    expect(await factsOf(project, trip_id)).toEqual(before);
  });

  it('cannot be exported before they are planned', async () => {
    await say('A trip to Flagstaff');
    const { isError, answer } = await answerOf(client, 'trip_export', { trip_id, format: 'md' });
    expect({ isError, ...answer }).toMatchObject({ isError: true, code: 'no-plan', field: 'trip_id' });
  });

  it('are resources, which report changes by other processes', async () => {
    await say(ROAD_TRIP);
    const uri = `trip://${trip_id}`;
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: trip_id }));
    const { contents } = await client.readResource({ uri });
    const [json, markdown] = contents.map((part) => ('text' in part ? part.text : ''));
    expect(JSON.parse(json ?? '')).toMatchObject({ trip_id, trip: { mode: 'road' } });
    expect(markdown).toContain('# Los Angeles to Flagstaff');
    if (way.over === 'http' && way.protocol === ONE_BEFORE) return;
    if (way.protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    const updated = nextUpdate(client);
    await breakStop(project, trip_id, 'barstow');
    expect(await updated).toBe(uri);
  });
});

describe('trips of several processes', () => {
  let project: Project;

  beforeEach(async () => {
    project = await Project.create();
  });

  afterEach(() => project.end());

  it('are shared with the command line', async () => {
    await runWayfold(['trip'], { cwd: project.directory, input: `${ROAD_TRIP}\n` });
    const { client } = await project.spawn(NEWEST, '--tools', 'trip');
    expect(await answered(client, 'trip_show')).toMatchObject({
      trip: { destination: { name: 'Flagstaff' } },
    });
    const { trip } = await answered(client, 'trip_say', { text: 'make it 4 days' });
    expect(Object(trip).days).toHaveLength(4);
    const { stdout } = await runWayfold(['trip'], { cwd: project.directory, input: '/plan\n' });
    expect(stdout).toContain('Day 4');
  });

  it('respect the limits of the server, over HTTP', async () => {
    const env = { WAYFOLD_LIMIT_TOTAL_SECONDS: '0.0001' };
    const url = await project.serve({ sessions: { env } });
    const client = await project.connectTo(url, NEWEST, undefined, '/mcp?tools=trip');
    await answered(client, 'trip_say', { text: ROAD_TRIP });
    const { message } = await answered(client, 'trip_say', { trip_id: 'other', text: ROAD_TRIP });
    expect(message).toMatch(/^Paused: [\d.]+ of 0\.0001 seconds are spent\. .* `wayfold resume`\.$/);
  });

  it('with --ephemeral are gone with the connection', async () => {
    const { client } = await project.spawn(NEWEST, '--tools', 'trip', '--ephemeral');
    await answered(client, 'trip_say', { text: ROAD_TRIP });
    await answered(client, 'trip_show');
    expect(await readdir(project.directory)).toEqual([]);
  });
});
