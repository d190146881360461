import { describe, expect, it } from 'vitest';
import { firstCommand, locationName, openStore, storeLocation } from './store-location.ts';

describe('storeLocation', () => {
  it('is a file in the data directory', () => {
    expect(storeLocation({ data: '.wayfold' })).toEqual({
      type: 'sqlite',
      data: '.wayfold',
      file: '.wayfold/wayfold.db',
    });
    expect(storeLocation({ data: 'x', store: '' })).toMatchObject({ type: 'sqlite' });
  });

  it.each(['postgres://me@db/x', 'postgresql://db/x'])('is the PostgreSQL at %s', (store) => {
    expect(storeLocation({ data: 'x', store })).toEqual({ type: 'postgres', url: store });
  });

  it.each(['mysql://secret@db/x', 'wayfold.db', 'postgres:'])(
    'is not %s, which may hold a secret',
    (store) => {
      expect(() => storeLocation({ data: 'x', store })).toThrow(
        expect.objectContaining({ code: 'usage', message: expect.not.stringContaining('secret') }),
      );
    },
  );
});

describe('locationName', () => {
  it('has no password in it', () => {
    expect(locationName({ type: 'postgres', url: 'postgres://me:secret@db:5432/x?sslpassword=secret' })).toBe(
      'postgres://me@db:5432/x',
    );
  });
});

describe('firstCommand', () => {
  it.each([
    ['.wayfold', /'$/],
    ['other', / --data other$/],
    ["it's here", / --data 'it'\\''s here'$/],
  ])('in %s can be pasted into a shell', (data, end) => {
    expect(firstCommand(storeLocation({ data }))).toMatch(end);
  });

  it('names no secret', () => {
    const command = firstCommand({ type: 'postgres', url: 'postgres://me:secret@db/x' });
    expect(command).toMatch(/ --store "\$WAYFOLD_STORE"$/);
  });
});

describe('openStore', () => {
  it('creates nothing for who only reads', async () => {
    const location = storeLocation({ data: 'no-such-directory' });
    await expect(openStore(location, { create: false })).rejects.toMatchObject({ code: 'no-data' });
  });
});
