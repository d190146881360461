import { describe, expect, it } from 'vitest';
import { nested } from './settings.ts';

describe('values by dotted keys', () => {
  it('become nested objects', () => {
    expect(
      nested([
        ['limits.total.usd', 1.5],
        ['limits.total.tokens', 10],
        ['port', 4180],
      ]),
    ).toEqual({
      limits: { total: { usd: 1.5, tokens: 10 } },
      port: 4180,
    });
  });

  it.each(['__proto__.polluted', '__proto__.', 'constructor.prototype.polluted', 'toString.polluted'])(
    'change no object but their own: %s',
    (key) => {
      const shared = [Object.prototype, Object, Object.prototype.toString];
      const names = () => shared.map((each) => Reflect.ownKeys(each));
      const before = names();
      nested([[key, true]]);
      expect(names()).toEqual(before);
    },
  );
});
