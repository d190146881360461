import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_SESSION } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** A server on this machine that answers everything with the same JSON. */
async function serving(answer: unknown, status = 200): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  servers.push(server);
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const now = '2026-02-18T12:00:00.000Z';

it('finds places that only the server knows', async () => {
  const placeUrl = await serving({
    features: [
      {
        geometry: { coordinates: [-110.5, 35.3] },
        properties: { name: 'Qwxyzburg', state: 'Arizona', countrycode: 'US' },
      },
    ],
  });
  const config = { ...DEFAULT_TRIP_CONFIG, placeService: 'photon' as const, placeUrl };
  const conversation = new TripConversation(EMPTY_SESSION, { config, now });
  expect(await conversation.hear({ text: '2 days from Phoenix to Qwxyzburg by car' })).toEqual({
    type: 'CONTINUE_PLAN',
  });
  expect(conversation.session.itinerary?.anchors.at(-1)).toMatchObject({ name: 'Qwxyzburg', lat: 35.3 });
});

it('offers activities that the server knows', async () => {
  const activityUrl = await serving({
    elements: [
      { type: 'node', id: 1, lat: 35.19, lon: -111.65, tags: { name: 'Small Museum', tourism: 'museum' } },
    ],
  });
  const config = { ...DEFAULT_TRIP_CONFIG, activityService: 'overpass' as const, activityUrl };
  const conversation = new TripConversation(EMPTY_SESSION, { config, now });
  await conversation.hear({ text: '2 days from Phoenix to Flagstaff by car' });
  const titles = conversation.session.itinerary?.days.flatMap(({ activities }) =>
    activities.map(({ title }) => title),
  );
  expect(titles).toContain('Small Museum');
});

it('continues without a server that does not answer, with a remark', async () => {
  const placeUrl = await serving({}, 500);
  const reported: string[] = [];
  const config = { ...DEFAULT_TRIP_CONFIG, placeService: 'nominatim' as const, placeUrl };
  const conversation = new TripConversation(EMPTY_SESSION, {
    config,
    now,
    tell: (what) => reported.push(what),
  });
  expect(await conversation.hear({ text: '2 days from Phoenix to Qwxyzburg by car' })).toMatchObject({
    type: 'ASK_USER',
  });
  expect(reported).toEqual([expect.any(String)]);
});

it('asks the server about every stop of the trip, also unnamed ones', async () => {
  const activityUrl = await serving({
    elements: [
      { type: 'node', id: 1, lat: 35, lon: -110, tags: { name: 'Small Museum', tourism: 'museum' } },
    ],
  });
  const config = { ...DEFAULT_TRIP_CONFIG, activityService: 'overpass' as const, activityUrl };
  const conversation = new TripConversation(EMPTY_SESSION, { config, now });
  await conversation.hear({ text: '4 days from Los Angeles to Albuquerque by car' });
  const { anchors = [], days = [] } = conversation.session.itinerary ?? {};
  const [between] = anchors.slice(1, -1);
  expect(between).toBeDefined();
  const titles = days
    .filter(({ anchorId }) => anchorId === between?.id)
    .flatMap(({ activities }) => activities.map(({ title }) => title));
  expect(titles).toContain('Small Museum');
});

it('uses the road distances of the server to find long days', async () => {
  const leg = { distance: 900_000, duration: 36_000 };
  const geometry = {
    coordinates: [
      [-112, 33.4],
      [-111.6, 35.2],
    ],
  };
  const routeUrl = await serving({ code: 'Ok', routes: [{ legs: [leg], geometry }] });
  const config = { ...DEFAULT_TRIP_CONFIG, routeService: 'osrm' as const, routeUrl };
  const conversation = new TripConversation(EMPTY_SESSION, { config, now });
  await conversation.hear({ text: '1 day from Phoenix to Flagstaff by car' });
  expect(conversation.session.state.advisories).toMatchObject([
    { type: 'LONG_DRIVE', description: expect.stringContaining('about 900 km') },
  ]);
});
