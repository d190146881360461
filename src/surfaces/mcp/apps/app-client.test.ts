import { describe, expect, it } from 'vitest';
import { APP_MIME_TYPE, showsApps } from './app-client.ts';

const withMimeTypes = (mimeTypes: unknown) => ({
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes } },
});
const request = (capabilities: unknown) => ({
  method: 'tools/list',
  params: { _meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } },
});

describe('whether a client shows apps', () => {
  it('is said in the first message of older protocols, and in every one of the newest', () => {
    expect(
      showsApps({ method: 'initialize', params: { capabilities: withMimeTypes([APP_MIME_TYPE]) } }),
    ).toBe(true);
    expect(showsApps(request(withMimeTypes(['image/png', APP_MIME_TYPE])))).toBe(true);
  });

  it.each([
    [{}],
    [null],
    [withMimeTypes([])],
    [withMimeTypes(['text/html'])],
    [withMimeTypes('text/html;profile=mcp-app')],
    [withMimeTypes(undefined)],
  ])('is not taken from %j', (capabilities) => {
    expect(showsApps(request(capabilities)) ?? false).toBe(false);
    expect(showsApps({ method: 'initialize', params: { capabilities } }) ?? false).toBe(false);
  });

  it.each([[undefined], [null], ['initialize'], [{ method: 'tools/list' }], [{ params: 3 }], [[]]])(
    'is unknown after %j',
    (message) => {
      expect(showsApps(message)).toBeUndefined();
    },
  );
});
