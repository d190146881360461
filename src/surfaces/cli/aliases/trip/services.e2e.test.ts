import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWayfold } from '../../../../../test/cli-process.ts';
import { ROUTE_66, withAnchor } from '../../../../../test/trip-fixture.ts';

let cwd: string;
let server: Server | undefined;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-services-'));
});

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => (server === undefined ? closed(undefined) : server.close(closed)));
  server = undefined;
  await rm(cwd, { recursive: true });
});

/** A server on this machine that answers each path in the format of its service. */
async function serving(answer: (url: URL) => unknown): Promise<string> {
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(new URL(request.url ?? '', 'http://localhost'))));
  });
  const listening = server;
  await new Promise((ready) => listening.listen(0, '127.0.0.1', () => ready(undefined)));
  // A server that listens on a port has an address of this kind.
  const { port } = listening.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Every leg is 100 km long, and the line goes through its points and one more. */
function osrmAnswer({ pathname }: URL): unknown {
  const points = pathname.split('/').at(-1)?.split(';') ?? [];
  const coordinates = [...points.map((point) => point.split(',').map(Number)), [-99.5, 39.5]];
  const legs = points.slice(1).map(() => ({ distance: 100_000, duration: 3600 }));
  return { code: 'Ok', routes: [{ legs, geometry: { coordinates } }] };
}

describe('servers by their addresses', () => {
  it('an OSRM server tells the distances of a plan', async () => {
    const url = await serving(osrmAnswer);
    const { stdout, code } = await runWayfold(
      ['trip', 'plan', '3 days from Phoenix to Albuquerque by car', '--osrm', url],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('about 100 km');
  });

  it('an OSRM server from the environment tells the line of an export', async () => {
    const url = await serving(osrmAnswer);
    await writeFile(join(cwd, 'trip.json'), JSON.stringify({ itinerary: ROUTE_66 }));
    const { stdout } = await runWayfold(['trip', 'export', 'trip.json', '--to', 'geojson'], {
      cwd,
      env: { WAYFOLD_OSRM_URL: url },
    });
    const { features } = JSON.parse(stdout);
    const route = features.find(
      ({ properties }: { properties: { type: string } }) => properties.type === 'route',
    );
    expect(route.geometry.coordinates[0]).toContainEqual([-99.5, 39.5]);
  });

  it('a Photon server knows places that the embedded data does not', async () => {
    const url = await serving(() => ({
      features: [
        {
          geometry: { coordinates: [-110.5, 35.3] },
          properties: { name: 'Qwxyzburg', state: 'Arizona', countrycode: 'US' },
        },
      ],
    }));
    const itinerary = { ...ROUTE_66, destination: { name: 'Qwxyzburg' } };
    await writeFile(join(cwd, 'trip.json'), JSON.stringify({ itinerary }));
    const alone = await runWayfold(['trip', 'check', 'trip.json', '--json'], { cwd });
    expect(alone.stdout).toContain('DESTINATION_INVALID');
    const asked = await runWayfold(['trip', 'check', 'trip.json', '--json', '--photon', url], { cwd });
    expect(asked.stdout).not.toContain('DESTINATION_INVALID');
  });

  it('an Overpass server fills a thin day', async () => {
    const url = await serving(() => ({
      elements: [
        { type: 'node', id: 1, lat: 35.19, lon: -111.65, tags: { name: 'Tiny Museum', tourism: 'museum' } },
      ],
    }));
    const days = ROUTE_66.days.map((day) =>
      day.anchorId === 'flagstaff' ? { ...day, activities: [] } : day,
    );
    await writeFile(join(cwd, 'thin.json'), JSON.stringify({ itinerary: { ...ROUTE_66, days } }));
    const { stdout } = await runWayfold(['trip', 'repair', 'thin.json', '--overpass', url], { cwd });
    expect(stdout).toContain('Tiny Museum');
  });

  it('two servers for one thing, and an address that is none, are refused', async () => {
    for (const args of [
      ['--photon', 'http://a.example', '--nominatim', 'http://b.example'],
      ['--osrm', 'ftp://a.example'],
    ]) {
      const { stderr, code } = await runWayfold(['trip', 'plan', 'to Rome', ...args, '--json'], { cwd });
      expect(code).toBe(2);
      expect(JSON.parse(stderr).error.code).toBe('usage');
    }
  });
});

describe('trip repair', () => {
  it('changes nothing but the broken stop, to the byte', async () => {
    const broken = withAnchor(ROUTE_66, 'kingman', { lat: 95 });
    await writeFile(join(cwd, 'broken.json'), JSON.stringify({ itinerary: broken }));
    const offered = await runWayfold(['trip', 'check', 'broken.json', '--json'], { cwd });
    const [best] = JSON.parse(offered.stdout).action.options;
    const { stdout } = await runWayfold(['trip', 'repair', 'broken.json', '--choose', best.id], { cwd });
    const { itinerary } = JSON.parse(stdout);
    const plain = ({ validity: _, issues: __, ...stop }: Record<string, unknown>) => JSON.stringify(stop);
    const others = (anchors: readonly object[]) =>
      anchors.map((stop) => plain({ ...stop })).filter((text) => !text.includes('"kingman"'));
    expect(others(itinerary.anchors)).toEqual(others(broken.anchors));
    expect(JSON.stringify(itinerary.days)).toBe(JSON.stringify(broken.days));
    expect(JSON.stringify([itinerary.origin, itinerary.destination])).toBe(
      JSON.stringify([broken.origin, broken.destination]),
    );
  });
});
