import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { resultText } from './mcp-result-text.ts';

const PICTURE = Buffer.from('not a picture').toString('base64');
const text = (text: string): ContentBlock => ({ type: 'text', text: text });
const textOf = (content: ContentBlock[], structured: Pick<CallToolResult, 'structuredContent'> = {}) =>
  resultText({ content, ...structured });
const SUM = { structuredContent: { sum: 5 } };

it.each<[string, ContentBlock, string]>([
  ['text as it is', text('5'), '5'],
  [
    'a picture by its type and size',
    { type: 'image', mimeType: 'image/png', data: PICTURE },
    '[image: image/png, 13 bytes]',
  ],
  [
    'a sound by its type and size',
    { type: 'audio', mimeType: 'audio/wav', data: PICTURE },
    '[audio: audio/wav, 13 bytes]',
  ],
  [
    'a link by its name and address',
    { type: 'resource_link', name: 'report', uri: 'file:///report.pdf' },
    '[resource: report, file:///report.pdf]',
  ],
  [
    'a resource of text by its text',
    { type: 'resource', resource: { uri: 'file:///note.txt', text: 'a note' } },
    'a note',
  ],
  [
    'a resource of bytes by its address, type and size',
    { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: PICTURE } },
    '[resource: file:///a.zip, application/zip, 13 bytes]',
  ],
  [
    'a resource of bytes without a type',
    { type: 'resource', resource: { uri: 'file:///a', blob: PICTURE } },
    '[resource: file:///a, no type, 13 bytes]',
  ],
])('returns %s', (_, block, expected) => {
  expect(textOf([block])).toBe(expected);
});

it('puts each block on a separate line', () => {
  expect(textOf([text('  one'), text('two\n')])).toBe('one\ntwo');
  expect(textOf([])).toBe('');
});

describe('structured content', () => {
  it('follows the text, as JSON', () => {
    expect(textOf([text('The sum:')], SUM)).toBe('The sum:\n{"sum":5}');
    expect(textOf([], SUM)).toBe('{"sum":5}');
  });

  it.each(['{"sum":5}', ' [5]'])('is not repeated if the tool has written JSON itself: %j', (json) => {
    expect(textOf([text('The sum:'), text(json)], SUM)).toBe(`The sum:\n${json}`);
  });

  it.each(['5', '{sum}', 'see {"sum":5}'])('is written if the text only looks like it: %j', (written) => {
    expect(textOf([text(written)], SUM)).toBe(`${written}\n{"sum":5}`);
  });

  it('is written if the JSON is not in a text block of the tool', () => {
    const resource: ContentBlock = {
      type: 'resource',
      resource: { uri: 'file:///a.json', text: '{"sum":5}' },
    };
    expect(textOf([resource], SUM)).toBe('{"sum":5}\n{"sum":5}');
  });
});
