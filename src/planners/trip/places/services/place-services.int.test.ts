import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import { overpass } from '../../activities/overpass.ts';
import { wikivoyage } from '../../activities/wikivoyage.ts';
import { osrm } from '../../routes/osrm.ts';
import { GeoServiceError } from '../error.ts';
import { embeddedGazetteer } from '../gazetteer/gazetteer-file.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => (server === undefined ? closed(undefined) : server.close(closed)));
  server = undefined;
});

/** A server on this machine that answers in the format of the service. */
async function serving(
  answer: Answer,
): Promise<{ url: string; asked: URL[]; agents: string[]; bodies: string[] }> {
  const [asked, agents, bodies]: [URL[], string[], string[]] = [[], [], []];
  server = createServer(async (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost'));
    agents.push(request.headers['user-agent'] ?? '');
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    answer(request, response, body);
  });
  const listening = server;
  await new Promise((ready) => listening.listen(0, '127.0.0.1', () => ready(undefined)));
  // A server that listens on a port has an address of this kind.
  const { port } = listening.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, agents, bodies };
}

function json(value: unknown, status = 200): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

const KINGMAN_OF_NOMINATIM = {
  place_id: 1,
  lat: '35.1894',
  lon: '-114.0530',
  category: 'boundary',
  type: 'administrative',
  addresstype: 'city',
  name: 'Kingman',
  display_name: 'Kingman, Mohave County, Arizona, United States',
  address: {
    city: 'Kingman',
    state: 'Arizona',
    'ISO3166-2-lvl4': 'US-AZ',
    country: 'United States',
    country_code: 'us',
  },
  extratags: { population: '32,689' },
};

describe('Nominatim', () => {
  it('returns candidates with GeoNames codes', async () => {
    const { url, asked, agents } = await serving(json([KINGMAN_OF_NOMINATIM]));
    const found = await nominatim({ url, gazetteer: embeddedGazetteer() }).resolve('Kingman, AZ', {
      near: { lat: 35, lng: -114 },
      country: 'US',
      limit: 5,
    });
    expect(found).toEqual([
      {
        name: 'Kingman',
        admin1: 'AZ',
        region: 'Arizona',
        country: 'US',
        lat: 35.1894,
        lng: -114.053,
        population: 32_689,
        match: 'name',
        reason: 'Nominatim: Kingman, Mohave County, Arizona, United States',
      },
    ]);
    expect(asked[0]?.pathname).toBe('/search');
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      q: 'Kingman, AZ',
      format: 'jsonv2',
      limit: '5',
      countrycodes: 'us',
      viewbox: '-116,37,-112,33',
    });
    expect(agents[0]).toContain('wayfold');
  });

  it('replaces the name of a division with its GeoNames code', async () => {
    const munich = {
      ...KINGMAN_OF_NOMINATIM,
      lat: '48.137',
      lon: '11.575',
      name: 'Munich',
      address: { state: 'Bavaria', 'ISO3166-2-lvl4': 'DE-BY', country_code: 'de' },
      extratags: null,
    };
    const { url } = await serving(json([munich]));
    const [found] = await nominatim({ url, gazetteer: embeddedGazetteer() }).resolve('München');
    expect(found).toMatchObject({ admin1: '02', country: 'DE', population: 0, match: 'alternate' });
  });

  it('finds the place at a point, or none', async () => {
    const { url, asked } = await serving(json(KINGMAN_OF_NOMINATIM));
    const found = await nominatim({ url }).nearest({ lat: 35.19, lng: -114.05 });
    expect(found).toMatchObject({ name: 'Kingman', admin1: 'AZ' });
    expect(found?.km).toBeLessThan(1);
    expect(asked[0]?.pathname).toBe('/reverse');
    await new Promise((closed) => server?.close(closed));
    const sea = await serving(json({ error: 'Unable to geocode' }));
    expect(await nominatim({ url: sea.url }).nearest({ lat: 0, lng: -150 })).toBeUndefined();
  });

  it('sends no request for an empty query or a point that is not on the globe', async () => {
    const { url, asked } = await serving(json([]));
    expect(await nominatim({ url }).resolve('  ')).toEqual([]);
    expect(await nominatim({ url }).nearest({ lat: Number.NaN, lng: 0 })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

const KINGMAN_OF_PHOTON = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-114.053, 35.1894] },
  properties: {
    osm_key: 'place',
    osm_value: 'city',
    type: 'city',
    name: 'Kingman',
    state: 'Arizona',
    country: 'United States',
    countrycode: 'US',
  },
};

describe('Photon', () => {
  it('returns candidates with GeoNames codes', async () => {
    const nameless = { ...KINGMAN_OF_PHOTON, properties: { countrycode: 'US' } };
    const abroad = {
      ...KINGMAN_OF_PHOTON,
      properties: { ...KINGMAN_OF_PHOTON.properties, countrycode: 'CA' },
    };
    const { url, asked } = await serving(json({ features: [nameless, KINGMAN_OF_PHOTON, abroad] }));
    const found = await photon({ url: `${url}/`, gazetteer: embeddedGazetteer() }).resolve('Kingman', {
      near: { lat: 35, lng: -114 },
      country: 'us',
    });
    expect(found).toEqual([
      {
        name: 'Kingman',
        admin1: 'AZ',
        region: 'Arizona',
        country: 'US',
        lat: 35.1894,
        lng: -114.053,
        population: 0,
        match: 'name',
        reason: 'Photon: Kingman, Arizona, United States',
      },
    ]);
    expect(asked[0]?.pathname).toBe('/api');
    expect(asked[0]?.searchParams.get('lat')).toBe('35');
  });

  it('finds the place at a point', async () => {
    const { url } = await serving(json({ features: [KINGMAN_OF_PHOTON] }));
    expect(await photon({ url }).nearest({ lat: 35.19, lng: -114.05 })).toMatchObject({ name: 'Kingman' });
  });
});

describe('OSRM', () => {
  const points = [
    { lat: 34.05, lng: -118.24 },
    { lat: 35.19, lng: -114.05 },
    { lat: 35.2, lng: -111.65 },
  ];

  it('returns the route by road', async () => {
    const { url, asked } = await serving(
      json({
        code: 'Ok',
        routes: [
          {
            distance: 752_000,
            duration: 27_000,
            legs: [
              { distance: 515_000, duration: 18_000 },
              { distance: 237_000, duration: 9_000 },
            ],
            geometry: {
              type: 'LineString',
              coordinates: [
                [-118.24, 34.05],
                [-111.65, 35.2],
              ],
            },
          },
        ],
      }),
    );
    expect(await osrm({ url }).route(points)).toEqual({
      km: 752,
      hours: 7.5,
      legs: [
        { km: 515, hours: 5 },
        { km: 237, hours: 2.5 },
      ],
      line: [points[0], points[2]],
      basis: 'roads',
    });
    expect(asked[0]?.pathname).toBe('/route/v1/driving/-118.24,34.05;-114.05,35.19;-111.65,35.2');
  });

  it('returns no route if there is no road', async () => {
    const { url } = await serving(json({ code: 'NoRoute', message: 'Impossible route' }, 400));
    expect(await osrm({ url }).route(points)).toBeUndefined();
  });

  it('sends no request for a single point', async () => {
    const { url, asked } = await serving(json({}));
    expect(await osrm({ url }).route(points.slice(0, 1))).toMatchObject({ km: 0, legs: [] });
    expect(asked).toEqual([]);
  });
});

describe('Overpass', () => {
  it('returns named sights, the nearest first', async () => {
    const { url, bodies } = await serving(
      json({
        elements: [
          {
            type: 'way',
            id: 1,
            center: { lat: 35.36, lon: -111.5 },
            tags: { name: 'Sunset Crater', tourism: 'attraction' },
          },
          {
            type: 'node',
            id: 2,
            lat: 35.2,
            lon: -111.66,
            tags: { name: 'Lowell Observatory', tourism: 'museum' },
          },
          {
            type: 'node',
            id: 3,
            lat: 35.2,
            lon: -111.66,
            tags: { name: 'Lowell Observatory', tourism: 'museum' },
          },
          { type: 'node', id: 4, lat: 35.2, lon: -111.66, tags: { tourism: 'museum' } },
          { type: 'relation', id: 5, tags: { name: 'Nowhere' } },
        ],
      }),
    );
    const found = await overpass({ url }).near({ lat: 35.2, lng: -111.65 }, { withinKm: 30 });
    expect(found.map(({ title, kind }) => `${kind} ${title}`)).toEqual([
      'MUSEUM Lowell Observatory',
      'LANDMARK Sunset Crater',
    ]);
    expect(new URLSearchParams(bodies[0]).get('data')).toContain('(around:30000,35.2,-111.65)');
  });
});

describe('Wikivoyage', () => {
  const WIKITEXT = `==See==
* {{see
| name=[[Lowell Observatory]] | alt= | url=https://lowell.example
| address=1400 W Mars Hill Rd | lat=35.2029 | long=-111.6646
| content=Where {{convert|13|in}} of glass found Pluto.
}}
* {{see | name=A place without coordinates | content=Somewhere. }}
==Do==
* {{Do|name=''Snowbowl''|lat=35.33|long=-111.71|content=Skiing.}}
==Sleep==
* {{sleep|name=A hotel|lat=35.2|long=-111.65}}`;

  it('returns the listings of the nearest article', async () => {
    const { url, asked } = await serving((request, response) => {
      const isSearch = request.url?.includes('geosearch') ?? false;
      response.end(
        JSON.stringify(
          isSearch
            ? { query: { geosearch: [{ title: 'Flagstaff', dist: 120 }] } }
            : { parse: { title: 'Flagstaff', wikitext: WIKITEXT } },
        ),
      );
    });
    const found = await wikivoyage({ url }).near({ lat: 35.2, lng: -111.65 });
    expect(found.map(({ title, kind }) => `${kind} ${title}`)).toEqual([
      'LANDMARK Lowell Observatory',
      'ENTERTAINMENT Snowbowl',
    ]);
    expect(asked[1]?.searchParams.get('page')).toBe('Flagstaff');
  });

  it('returns nothing if there is no article', async () => {
    const { url } = await serving(json({ query: { geosearch: [] } }));
    expect(await wikivoyage({ url }).near({ lat: 0, lng: -150 })).toEqual([]);
  });
});

describe('a service that misbehaves', () => {
  const search = (url: string, options = {}) => photon({ url, ...options }).resolve('Kingman');

  test.each([
    ['another status', json({ message: 'too many requests' }, 429), 'geo-service-failed'],
    [
      'text',
      ((_, response) => response.end('<html>Welcome</html>')) satisfies Answer,
      'geo-service-unreadable',
    ],
    ['other JSON', json({ hello: 'world' }), 'geo-service-unreadable'],
    [
      'coordinates that are text',
      json({ features: [{ ...KINGMAN_OF_PHOTON, geometry: { coordinates: ['a', 'b'] } }] }),
      'geo-service-unreadable',
    ],
    ['a broken connection', ((request) => request.socket.destroy()) satisfies Answer, 'geo-service-failed'],
  ])('is reported with its code: %s', async (_, answer, code) => {
    const { url } = await serving(answer);
    await expect(search(url)).rejects.toMatchObject({ name: 'GeoServiceError', code });
  });

  it('is abandoned after its timeout', async () => {
    const { url } = await serving(() => {});
    await expect(search(url, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'geo-service-failed',
      summary: expect.stringContaining('50 ms'),
    });
  });

  it('is abandoned after its timeout in the middle of a response', async () => {
    const { url } = await serving((_, response) => response.write('{"features":['));
    await expect(search(url, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'geo-service-failed' });
  });

  it('is not read beyond the size limit', async () => {
    const { url } = await serving(json({ features: Array.from({ length: 1000 }, () => KINGMAN_OF_PHOTON) }));
    await expect(search(url, { maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'geo-service-unreadable',
    });
  });

  it('has places dropped that are not on the globe', async () => {
    const beyond = { ...KINGMAN_OF_PHOTON, geometry: { coordinates: [35, 95] } };
    const { url } = await serving(json({ features: [beyond, KINGMAN_OF_PHOTON] }));
    expect(await search(url)).toHaveLength(1);
  });

  it('is not called at an invalid address', async () => {
    await expect(search('not a url')).rejects.toThrow(GeoServiceError);
  });
});
