import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../../test/eventually.ts';
import { SessionsServer } from '../../../../../test/sessions-server.ts';
import { TRIP_EXPORT_FORMATS } from '../../../../planners/trip/exchange/export-trip.ts';

let server: SessionsServer;
afterEach(() => server.stop());

const Turn = z.looseObject({ label: z.string(), from: z.number(), to: z.number(), mends: z.boolean() });
const Turns = z.looseObject({ undoes: Turn.nullable(), redoes: Turn.nullable(), mended: Turn.nullable() });
const turns = async (id: string) => Turns.parse((await server.session(id)).planner);

async function plannedTrip(): Promise<string> {
  server = await SessionsServer.start();
  const id = await server.begin('trip');
  await server.does(id, { type: 'say', text: 'A road trip from Los Angeles to Chicago in 8 days' });
  await eventually(async () => (await server.made(id)).itinerary?.days.length).toBe(8);
  return id;
}

const file = async (id: string, rest: string) => await fetch(`${server.url}/api/sessions/${id}/trip/${rest}`);

it('gives a trip out as a file in every format, to be saved and never shown', async () => {
  const id = await plannedTrip();
  for (const format of TRIP_EXPORT_FORMATS) {
    const answer = await file(id, `${format}?startDate=2027-06-01`);
    expect(answer.status, format).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${id.replaceAll(':', '-')}.${format}"`,
    );
    expect(await answer.text()).toContain('Chicago');
  }
});

it('gives out the trip as it was, says when a calendar has no dates, and refuses what is no trip', async () => {
  const id = await plannedTrip();
  const { head } = await server.session(id);
  await server.does(id, {
    type: 'change',
    mutation: {
      op: 'REMOVE_ANCHOR',
      payload: { anchorId: (await server.made(id)).itinerary?.anchors[2]?.id },
    },
  });
  const [then, now] = [await (await file(id, `md?at=${head}`)).text(), await (await file(id, 'md')).text()];
  expect(then).not.toBe(now);
  expect(await (await file(id, 'ics')).json()).toMatchObject({ status: 422, code: 'trip-without-dates' });
  expect((await file(id, 'docx')).status).toBe(400);

  const empty = await server.begin('trip');
  expect(await (await file(empty, 'gpx')).json()).toMatchObject({ status: 409, code: 'refused' });
  const tasks = await server.begin('tasks');
  expect(await (await file(tasks, 'gpx')).json()).toMatchObject({ status: 400, code: 'invalid-request' });
});

it('says what an undo and a redo are about, and where the last repair stands', async () => {
  const id = await plannedTrip();
  // The first plan is no change to take back.
  expect((await turns(id)).undoes).toBeNull();

  const [, , stop] = (await server.made(id)).itinerary?.anchors ?? [];
  const set = { name: 'Kingman', admin1: 'AZ', lat: 37.6458, lng: -98.1137 };
  await server.does(id, {
    type: 'change',
    mutation: { op: 'UPDATE_ANCHOR', payload: { anchorId: stop?.id, set } },
  });
  const { options } = await server.waitsFor(id, 'trip-repair');
  expect((await turns(id)).undoes?.label).toBe(`Change ${stop?.name}`);
  expect((await turns(id)).mended).toBeNull();

  const [first] = options;
  await server.does(id, { type: 'choose', optionId: first?.id });
  await eventually(async () => (await turns(id)).undoes?.label).toBe('Replace it by Kingman, AZ');
  expect((await server.session(id)).said).toContainEqual(
    expect.objectContaining({ type: 'user_input', chosen: 'Replace it by Kingman, AZ' }),
  );
  const { mended } = await turns(id);
  expect(mended).toMatchObject({ label: 'Replace it by Kingman, AZ', mends: true });
  const stops = async (at = 0) => JSON.stringify((await server.session(id, `?at=${at}`)).planner);
  expect(await stops((mended?.from ?? 0) - 1)).toContain('37.6458');
  expect(await stops(mended?.to)).toContain('35.18944');

  await server.does(id, { type: 'undo' });
  await eventually(async () => (await turns(id)).redoes?.label).toBe('Replace it by Kingman, AZ');
  expect(await turns(id)).toMatchObject({ undoes: { label: `Change ${stop?.name}` }, mended: null });
  await server.does(id, { type: 'redo' });
  await eventually(async () => (await turns(id)).undoes?.label).toBe('Replace it by Kingman, AZ');
  expect((await turns(id)).redoes).toBeNull();
});
