import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openModel } from '../../model/open-model.ts';
import { CONFIGURATION_FILE } from './file.ts';
import { limitsFrom } from './limits.ts';
import { resolveConfiguration } from './resolve.ts';
import { configurationSchema } from './schema.ts';
import { SETTINGS } from './settings.ts';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'wayfold-config-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A directory with this configuration in it. */
function project(configuration: unknown): { root: string; file: string } {
  const root = directory();
  const file = join(root, CONFIGURATION_FILE);
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(file, text, { mode: 0o600 });
  return { root, file };
}

async function settingsOf(sources: Parameters<typeof resolveConfiguration>[0]) {
  const { settings } = await resolveConfiguration(sources);
  return Object.fromEntries(settings.map(({ key, value, from }) => [key, { value, from }]));
}

describe('a configuration', () => {
  it('is the file, then the environment, then the flags, and says where each value came from', async () => {
    const { root, file } = project({ host: '10.0.0.1', port: 1, model: 'fast', models: { fast: 'offline' } });
    const env = { WAYFOLD_PORT: '2', WAYFOLD_HOST: '10.0.0.2', WAYFOLD_MODEL: ' ' };
    const settings = await settingsOf({ from: root, env, flags: { host: '10.0.0.3' } });
    expect(settings).toMatchObject({
      host: { value: '10.0.0.3', from: { type: 'flag', flag: '--host' } },
      port: { value: 2, from: { type: 'environment', variable: 'WAYFOLD_PORT' } },
      model: { value: 'fast', from: { type: 'file', path: file } },
      logLevel: { value: 'info', from: { type: 'default' } },
      'map.tiles': { value: undefined, from: { type: 'default' } },
      'map.attribution': { value: undefined, from: { type: 'default' } },
      'webhook.url': { value: undefined, from: { type: 'default' } },
    });
    expect(Object.keys(settings)).toEqual(SETTINGS.map(({ key }) => key));
  });

  it('is found in the nearest directory upwards, and its data directory is beside it', async () => {
    const { root, file } = project({ data: 'plans' });
    const inner = join(root, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    const { data } = await settingsOf({ from: inner, env: {} });
    expect(data).toEqual({ value: join(root, 'plans'), from: { type: 'file', path: file } });
    expect((await settingsOf({ from: directory(), env: {} })).data?.from).toEqual({ type: 'default' });
  });

  it('can be named, and must then be there', async () => {
    const { file } = project({ port: 7 });
    const from = directory();
    expect((await settingsOf({ from, named: file, env: {} })).port?.value).toBe(7);
    await expect(resolveConfiguration({ from, named: 'none.json', env: {} })).rejects.toMatchObject({
      code: 'configuration-unreadable',
    });
  });

  it('is for every command as the environment is', async () => {
    const { root } = project({
      models: { fast: 'offline' },
      limits: { session: { usd: 2 }, total: { tokens: 1000 } },
      webhook: { url: 'https://hooks.example.org/wayfold' },
      telemetry: { endpoint: 'http://localhost:4318' },
    });
    const { environment } = await resolveConfiguration({
      from: root,
      env: { WAYFOLD_LIMIT_SESSION_USD: '3' },
    });
    expect(environment).toMatchObject({
      WAYFOLD_MODELS: '{"fast":"offline"}',
      WAYFOLD_WEBHOOK_URL: 'https://hooks.example.org/wayfold',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    });
    expect(limitsFrom(environment)).toEqual({ session: { usd: 3 }, total: { tokens: 1000 } });
    expect(openModel('fast', { env: environment })).toMatchObject({ id: 'offline', demo: true });
    expect(() => openModel('slow', { env: environment })).toThrow(/one of fast, or offline, openai/);
  });

  it('leaves the store of the file alone when a data directory is named', async () => {
    const { root } = project({ store: 'postgres://db/wayfold' });
    expect((await settingsOf({ from: root, env: {} })).store?.value).toBe('postgres://db/wayfold');
    expect((await settingsOf({ from: root, env: {}, flags: { data: 'x' } })).store?.value).toBeUndefined();
  });

  it.each([
    [{ prt: 1 }, /keys out of data, store, host, port/, 'an unknown key "prt"'],
    [
      { limits: { session: { toknes: 1 } } },
      /limits.session to have keys out of tokens, usd, seconds/,
      'an unknown key "limits.session.toknes"',
    ],
    [{ port: '80' }, 'port to be a number', '"80"'],
    [{ limits: { total: { usd: 'much' } } }, 'limits.total.usd to be a number', '"much"'],
    [{ logLevel: 'loud' }, /logLevel to be one of trace, debug, info/, '"loud"'],
    [{ models: { 'my model': 'offline' } }, /each name in models to be 1 to 64 letters/, '"my model"'],
    [{ models: { fast: 'slow' } }, /models.fast to be a model such as anthropic/, '"slow"'],
    [{ webhook: { url: 'ftp://x' } }, 'webhook.url to be an http or https URL', '"ftp://x"'],
    [{ trustedProxies: 'proxy' }, /trustedProxies to be addresses like 127\.0\.0\.1/, '"proxy"'],
    [[], /the whole/, '[]'],
  ])('that is wrong says what was expected and what was there: %j', async (values, expected, actual) => {
    const { root, file } = project(values);
    const error = await resolveConfiguration({ from: root, env: {} }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'configuration-invalid', actual });
    expect(error).toHaveProperty('expected', expect.stringMatching(expected));
    expect(error).toHaveProperty('fix', expect.stringContaining(file));
  });

  it.each([
    [{ WAYFOLD_PORT: 'eighty' }, 'WAYFOLD_PORT to be a number', '"eighty"'],
    [{ WAYFOLD_MODELS: 'fast=offline' }, 'WAYFOLD_MODELS to be an object', '"fast=offline"'],
    [{ WAYFOLD_LIMIT_TOTAL_USD: '-1' }, /WAYFOLD_LIMIT_TOTAL_USD .*>0/, '-1'],
  ])('names the variable that is wrong: %j', async (env, expected, actual) => {
    const error = await resolveConfiguration({ from: directory(), env }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'configuration-invalid', actual });
    expect(error).toHaveProperty('expected', expect.stringMatching(expected));
  });

  it.each([
    [{ apiKey: 'x' }, 'the key apiKey'],
    [{ webhook: { url: 'https://a.example', secret: 'x' } }, 'the key webhook.secret'],
    [{ model: 'sk-abcdefghijklmnop' }, 'a value at model'],
    [{ store: 'postgres://me:secret@db/wayfold' }, 'a password in the address at store'],
  ])('with a secret in it is refused: %j', async (values, found) => {
    const { root } = project(values);
    const error = await resolveConfiguration({ from: root, env: {} }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'configuration-invalid', summary: expect.stringContaining(found) });
    expect(String(error)).not.toContain('abcdefghijklmnop');
  });

  it('that is no JSON is told as such', async () => {
    const { root } = project('{"port": 1,}');
    await expect(resolveConfiguration({ from: root, env: {} })).rejects.toMatchObject({
      code: 'configuration-unreadable',
      summary: expect.stringContaining('JSON'),
    });
  });

  const exposed = (root: string) =>
    expect(resolveConfiguration({ from: root, env: {} })).rejects.toMatchObject({
      code: 'configuration-exposed',
    });

  it.each([0o666, 0o660, 0o620, 0o602])('of mode %o is not followed, unless it is named', async (mode) => {
    const { root, file } = project({ port: 1 });
    chmodSync(file, mode);
    await exposed(root);
    expect((await settingsOf({ from: root, named: file, env: {} })).port?.value).toBe(1);
  });

  it.each([0o777, 0o770, 0o722])('in a directory of mode %o is not followed', async (mode) => {
    const { root } = project({ port: 1 });
    const inner = join(root, 'inner');
    mkdirSync(inner);
    chmodSync(root, mode);
    await exposed(root);
    await exposed(inner);
  });

  it('in a directory like /tmp, where nobody can replace it, is followed', async () => {
    const { root } = project({ port: 1 });
    chmodSync(root, 0o1777);
    expect((await settingsOf({ from: root, env: {} })).port?.value).toBe(1);
  });

  it.skipIf(process.getuid?.() !== 0)('of another user is not followed, nor a link of theirs', async () => {
    const { root, file } = project({ port: 1 });
    chownSync(file, 65_534, 65_534);
    await exposed(root);
    const { root: other, file: link } = project({});
    rmSync(link);
    symlinkSync(project({ port: 1 }).file, link);
    expect((await settingsOf({ from: other, env: {} })).port?.value).toBe(1);
    lchownSync(link, 65_534, 65_534);
    await exposed(other);
    const { root: theirs } = project({ port: 1 });
    chownSync(theirs, 65_534, 65_534);
    await exposed(theirs);
  });
});

it('the schema has every key that is documented', () => {
  expect(Object.keys(Object(configurationSchema().properties)).toSorted()).toEqual(
    ['$schema', ...new Set(SETTINGS.map(({ key }) => key.split('.')[0] ?? ''))].toSorted(),
  );
});
