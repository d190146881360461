import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { activityText } from '../exchange/trip-outline.ts';
import { enoughToDo } from '../knowledge/things-to-do.ts';
import { EMPTY_SESSION } from '../trip-fold.ts';
import { TripConversation } from '../turn/conversation.ts';
import { embeddedThingsToDo } from './known-things-to-do.ts';
import { withModelIdeas } from './model-ideas.ts';

const ELKO = { name: 'Elko', admin1: 'NV', country: 'US', lat: 40.83, lng: -115.76 };
const KINGMAN = { name: 'Kingman', admin1: 'AZ', country: 'US', lat: 35.19, lng: -114.05 };

function suggesting(
  ...stops: readonly { stop: number; ideas: readonly { title: string; kind: string }[] }[]
) {
  return scriptedModel([{ json: { stops } }]);
}

describe('ideas of a model', () => {
  it('come after real sights and before general suggestions, marked as unchecked', async () => {
    const llm = suggesting({ stop: 1, ideas: [{ title: 'Cowboy\u001b[31m Gear Museum', kind: 'MUSEUM' }] });
    const source = await withModelIdeas(embeddedThingsToDo, [ELKO], { llm, interests: ['history'] });
    const [idea, anywhere] = enoughToDo(source, ELKO, { name: 'Elko', limit: 2 });
    expect(idea).toEqual({ title: 'Cowboy [31m Gear Museum', kind: 'MUSEUM', generic: true, by: 'model' });
    expect(idea && activityText({ id: 'x', ...idea })).toContain('(idea of a model, not checked)');
    expect(anywhere).toMatchObject({ title: 'Walk through the centre of Elko', generic: true });
    expect(source.near(ELKO, { name: 'Elko', limit: 5 })).toEqual([]);
  });

  it('are dropped if the data has the same sight', async () => {
    const llm = suggesting({ stop: 1, ideas: [{ title: 'ARIZONA ROUTE 66 MUSEUM', kind: 'MUSEUM' }] });
    const source = await withModelIdeas(embeddedThingsToDo, [KINGMAN], { llm, interests: [] });
    expect(source.ideas?.(KINGMAN, { name: 'Kingman', limit: 5 })).toEqual([]);
    expect(enoughToDo(source, KINGMAN, { name: 'Kingman', limit: 1 })[0]?.generic).toBeUndefined();
  });

  it('are dropped for stops that were not in the query', async () => {
    const llm = suggesting({ stop: 7, ideas: [{ title: 'Somewhere else', kind: 'PARK' }] });
    const source = await withModelIdeas(embeddedThingsToDo, [ELKO], { llm, interests: [] });
    expect(source.ideas?.(ELKO, { name: 'Elko', limit: 5 })).toEqual([]);
  });
});

describe('a conversation with a model', () => {
  const now = '2026-02-18T12:00:00.000Z';
  const READ = {
    origin: { name: 'Salt Lake City' },
    destination: { name: 'Elko' },
    days: 2,
    travelBy: ['car'],
  };

  it('fills thin days with its ideas, marked, and keeps the stops', async () => {
    const text = '2 days from Salt Lake City to Elko by car';
    const plain = new TripConversation(EMPTY_SESSION, { config: DEFAULT_TRIP_CONFIG, now });
    await plain.hear({ text });
    const ideas = [
      { title: 'Some Museum', kind: 'MUSEUM' },
      { title: 'Some Canyon', kind: 'NATURE' },
    ];
    const llm = scriptedModel([
      { json: READ },
      ({ messages }) => {
        const stop = Number(/(\d+)\. Elko/.exec(messages[0]?.text ?? '')?.[1]);
        return { json: { stops: [{ stop, ideas }] } };
      },
    ]);
    const helped = new TripConversation(EMPTY_SESSION, { config: DEFAULT_TRIP_CONFIG, now, llm });
    await helped.hear({ text });
    const trip = helped.session.itinerary;
    expect(trip?.anchors.map(({ name }) => name)).toEqual(
      plain.session.itinerary?.anchors.map(({ name }) => name),
    );
    expect(trip?.days.flatMap(({ activities }) => activities)).toContainEqual(
      expect.objectContaining({ title: 'Some Museum', generic: true, by: 'model' }),
    );
  });

  it('continues without the model when it fails, and says so', async () => {
    const reported: string[] = [];
    const llm = scriptedModel([{ json: READ }, 'no json', 'no json']);
    const conversation = new TripConversation(EMPTY_SESSION, {
      config: DEFAULT_TRIP_CONFIG,
      now,
      llm,
      tell: (what) => reported.push(what),
    });
    expect(await conversation.hear({ text: '2 days from Salt Lake City to Elko by car' })).toEqual({
      type: 'CONTINUE_PLAN',
    });
    expect(reported.at(-1)).toContain('model-bad-output');
  });
});
