import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../error.ts';
import { configFromSeed, seedOf } from './config-seed.ts';

const Config = z.strictObject({
  model: z.string().max(10).default(''),
  lines: z.array(z.string()).default([]),
  words: z.int().min(0).default(100),
});
type Config = z.output<typeof Config>;
const DEFAULTS: Config = Config.parse({});

describe('the seed of a config', () => {
  it('is what differs from the defaults, lists compared by what is in them', () => {
    expect(seedOf<Config>({ ...DEFAULTS, lines: [] }, DEFAULTS)).toEqual({});
    expect(seedOf({ model: 'x', lines: ['a'], words: 100 }, DEFAULTS)).toEqual({ model: 'x', lines: ['a'] });
  });

  it('keeps what is set to nothing where the default is something', () => {
    expect(seedOf({ ...DEFAULTS, words: 0 }, DEFAULTS)).toEqual({ words: 0 });
  });

  it('stands for the config that it was taken from', () => {
    const config = { model: 'x', lines: ['a', 'b'], words: 0 };
    expect(configFromSeed(Config, seedOf(config, DEFAULTS), 'Test')).toEqual(config);
  });

  it('is refused with the reason for each field', () => {
    const refused = refusalOf({ model: 'much too long', words: -1 });
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused.code).toBe('config-invalid');
    expect(Object.keys(refused.reasons)).toEqual(['model', 'words']);
  });

  it('is refused as a whole when it is no object', () => {
    expect(Object.keys(refusalOf('x').reasons)).toEqual(['']);
  });
});

function refusalOf(seed: unknown): ConfigError {
  try {
    configFromSeed(Config, seed, 'Test');
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return expect.fail('expected it to be refused');
}
