import { describe, expect, it } from 'vitest';
import type { FetchResult } from '../../../../machine/guarded-fetch.ts';
import { resourceText } from './resource-text.ts';

function textOf(body: string | Buffer, contentType = 'text/plain', given: Partial<FetchResult> = {}): string {
  return resourceText({
    url: 'https://example.com/',
    status: 200,
    statusText: 'OK',
    contentType,
    body: new Uint8Array(Buffer.from(body)),
    truncated: false,
    ...given,
  });
}

/** What comes after the head, undefined when the content is not shown. */
const shown = (...given: Parameters<typeof textOf>) => textOf(...given).split('\n\n')[1];

const HEX = (bytes: string) => Buffer.from(bytes, 'hex');

describe('a fetched resource is introduced', () => {
  it('with its address, status, type and size', () => {
    expect(textOf(' hello \n', 'Text/Plain ; charset=utf-8')).toBe(
      'https://example.com/\n200 OK, text/plain, 8 bytes\n\nhello',
    );
  });

  it('without what the server omits', () => {
    expect(textOf('', '', { statusText: '' })).toBe('https://example.com/\n200, no content type, 0 bytes');
  });

  it('with a note before and after if it is only a part', () => {
    expect(textOf('abc', 'text/plain', { truncated: true })).toBe(
      'https://example.com/\n200 OK, text/plain, more than 3 bytes\n\nabc\n\n[cut off after 3 bytes]',
    );
  });

  it('and not shown if it is empty but incomplete', () => {
    expect(textOf('', 'text/plain', { truncated: true })).toBe(
      'https://example.com/\n200 OK, text/plain, more than 0 bytes',
    );
  });
});

describe('content is shown', () => {
  it.each([
    'text/plain',
    'text/x-own',
    'application/json',
    'application/ld+json',
    'application/rss+xml',
    'application/yaml',
    'application/x-yaml',
    'application/javascript',
    'application/x-sh',
    'application/x-www-form-urlencoded',
    'image/svg+xml',
    'application/octet-stream',
    '',
  ])('if its type is %j', (type) => {
    expect(shown('a', type)).toBe('a');
  });

  it.each(['image/png', 'application/pdf', 'application/zip', 'video/mp4', 'application/jsonp'])(
    'but not if its type is %s',
    (type) => {
      expect(shown('a', type)).toBeUndefined();
    },
  );

  it.each([
    ['has a zero byte', 'text/plain', HEX('610062')],
    ['is no UTF-8 and has no type', '', HEX('61ff62')],
    ['is no UTF-8 and could be anything', 'application/octet-stream', HEX('61ff62')],
    ['begins with half a mark of UTF-16 little endian', 'text/plain', HEX('ff006100')],
    ['begins with half a mark of UTF-16 big endian', 'text/plain', HEX('fe000061')],
    ['has the second half of a mark alone', 'text/plain', HEX('00fe6100')],
    ['has the other second half alone', 'text/plain', HEX('00ff0061')],
  ])('but not if it %s', (_, type, body) => {
    expect(shown(body, type)).toBeUndefined();
  });

  it('although its last character was split', () => {
    expect(shown(Buffer.from('aü').subarray(0, 2), '')).toBe('a');
    expect(shown(Buffer.from('aü').subarray(0, 2), 'text/plain')).toBe('a');
  });
});

describe('HTML is shown without its markup', () => {
  const PAGE = '<HTML><p>One<p>two';

  it.each(['text/html', 'text/html; charset=utf-8', 'application/xhtml+xml', ''])(
    'if its type is %j',
    (type) => {
      expect(shown(PAGE, type)).toBe('One\ntwo');
    },
  );

  it('if it has no type and starts like a document', () => {
    expect(shown('\n <!DOCTYPE html>\n<p>One', '')).toBe('One');
    expect(shown('<p>One', '')).toBe('<p>One');
    expect(shown('see <html>', '')).toBe('see <html>');
  });

  it('but unchanged if its type is plain text', () => {
    expect(shown(PAGE, 'text/plain')).toBe(PAGE);
  });
});

describe('characters are decoded', () => {
  it.each([
    ['as UTF-8 when nothing is said', 'text/plain', Buffer.from('grüße')],
    ['as the server says', 'text/plain; charset=iso-8859-1', Buffer.from('grüße', 'latin1')],
    ['as the server says in quotes', 'text/plain; Charset = "iso-8859-1"', Buffer.from('grüße', 'latin1')],
    ['as UTF-8 when nobody knows what the server says', 'text/plain; charset=own', Buffer.from('grüße')],
    ['as UTF-16 by its mark', 'text/plain; charset=utf-8', HEX('fffe67007200fc00df006500')],
    ['as the other UTF-16 by its mark', 'text/plain', HEX('feff0067007200fc00df0065')],
  ])('%s', (_, type, body) => {
    expect(shown(body, type)).toBe('grüße');
  });

  it.each([
    '<meta charset="latin1">',
    `<META http-equiv='content-type' content='text/html; charset=ISO-8859-1'>`,
    '<meta charset = latin1>',
  ])('as declared by the page: %s', (meta) => {
    expect(shown(Buffer.from(`${meta}<p>grüße`, 'latin1'), 'text/html')).toBe('grüße');
  });

  it('as declared by the server, although the page declares something else', () => {
    const page = Buffer.from('<meta charset="latin1"><p>grüße');
    expect(shown(page, 'text/html; charset=utf-8')).toBe('grüße');
  });

  it('as declared by the page only within its first 1024 bytes', () => {
    const page = (before: number) =>
      Buffer.from(`${' '.repeat(before)}<meta charset=latin1><p>grüße`, 'latin1');
    expect(shown(page(1004), 'text/html')).toBe('grüße');
    expect(shown(page(1024), 'text/html')).toBe('gr\ufffd\ufffde');
  });
});
