import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { LoginThrottle, type Verdict } from './login-throttle.ts';

const right = () => true;
const wrong = () => false;

function given() {
  const clock = new SimulatedClock();
  const tries = new LoginThrottle({ clock, timer: clock });
  /** What came of a try within no time at all. */
  const atOnce = async (client: string, isRight: () => boolean): Promise<Verdict['type'] | 'waits'> => {
    const verdict = tries.judge(client, isRight);
    const first = await Promise.race([verdict, soon()]);
    return first?.type ?? 'waits';
  };
  return { clock, tries, atOnce };
}

/** After whatever is settled already. */
async function soon(): Promise<undefined> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return undefined;
}

async function exhaust(tries: LoginThrottle, client: string): Promise<void> {
  for (let count = 0; count < 10; count++)
    expect(await tries.judge(client, wrong)).toEqual({ type: 'wrong' });
}

/** Until all have spent what they may spend together. */
async function exhaustAll(tries: LoginThrottle): Promise<void> {
  for (let client = 0; client < 20; client++) {
    for (let count = 0; count < 5; count++) {
      expect(await tries.judge(`attacker-${client}`, wrong)).toEqual({ type: 'wrong' });
    }
  }
}

describe('an address that has shown ten wrong tokens', () => {
  it('waits for the next check, and gets a Retry-After', async () => {
    const { clock, tries, atOnce } = given();
    await exhaust(tries, 'a');
    const next = tries.judge('a', wrong);
    clock.advance(1999);
    expect(await Promise.race([next, soon()])).toBeUndefined();
    clock.advance(1);
    expect(await next).toEqual({ type: 'slowed', seconds: 10 });
    expect(await atOnce('b', wrong)).toBe('wrong');
  });

  it('accepts the right token after the same wait', async () => {
    const { clock, tries, atOnce } = given();
    await exhaust(tries, 'a');
    const holder = tries.judge('a', right);
    expect(await Promise.race([holder, soon()])).toBeUndefined();
    clock.advance(2000);
    expect(await holder).toEqual({ type: 'right' });
    expect(await atOnce('a', right)).toBe('right');
  });

  it('gets only a few checked, however many it sends and however early it gives up', async () => {
    const { clock, tries } = given();
    await exhaust(tries, 'a');
    let looks = 0;
    const guess = () => {
      looks += 1;
      return false;
    };
    const guesses: Promise<Verdict>[] = [];
    for (let second = 0; second < 60; second++) {
      for (let count = 0; count < 100; count++) guesses.push(tries.judge('a', guess));
      clock.advance(1000);
      await soon();
    }
    clock.advance(2000);
    await Promise.all(guesses);
    expect(looks).toBeLessThanOrEqual((60 / 2) * 4);
  });

  it('is checked at once again after a while', async () => {
    const { clock, tries, atOnce } = given();
    await exhaust(tries, 'a');
    clock.advance(10_000);
    expect(await atOnce('a', wrong)).toBe('wrong');
    expect(await atOnce('a', wrong)).toBe('waits');
    clock.advance(2000);
    await soon();
    clock.advance(100_000);
    await exhaust(tries, 'a');
  });

  it('does not wait longer because the clock was set back', async () => {
    const { clock, tries, atOnce } = given();
    await exhaust(tries, 'a');
    clock.set('2020-01-01T00:00:00.000Z');
    expect(await atOnce('a', wrong)).toBe('waits');
    clock.advance(2000);
    await soon();
    clock.advance(10_000);
    expect(await atOnce('a', wrong)).toBe('wrong');
  });
});

describe('many addresses together', () => {
  it('are throttled after a hundred wrong tokens', async () => {
    const { clock, tries, atOnce } = given();
    await exhaustAll(tries);
    expect(await atOnce('attacker-0', wrong)).toBe('waits');
    clock.advance(2000);
    await soon();
    expect(await atOnce('attacker-1', wrong)).toBe('wrong');
  });

  it('do not delay the holder at another address', async () => {
    const { tries, atOnce } = given();
    await exhaustAll(tries);
    expect(await atOnce('holder', right)).toBe('right');
  });

  it('get no free first attempt once there are more than are remembered', async () => {
    const { tries, atOnce } = given();
    for (let client = 0; client < 10_000; client++) await tries.judge(`attacker-${client}`, wrong);
    expect(await atOnce('one-more', wrong)).toBe('waits');
  });

  it('cannot fill the queue for everybody', async () => {
    const { clock, tries } = given();
    await exhaustAll(tries);
    const guesses = Array.from({ length: 20 }, (_, client) =>
      Array.from({ length: 4 }, () => tries.judge(`attacker-${client}`, wrong)),
    ).flat();
    const [refused] = await Promise.all(guesses.slice(32));
    expect(refused).toEqual({ type: 'slowed', seconds: 1 });
    expect(await tries.judge('holder', right)).toEqual({ type: 'right' });
    clock.advance(2000);
    await Promise.all(guesses);
  });
});

describe('an address that has shown the right token', () => {
  it('never waits with it, whatever wrong ones come from there', async () => {
    const { tries, atOnce } = given();
    expect(await atOnce('office', right)).toBe('right');
    await exhaust(tries, 'office');
    for (let count = 0; count < 100; count++) expect(await atOnce('office', wrong)).toBe('slowed');
    expect(await atOnce('office', right)).toBe('right');
  });

  it('is forgotten when a thousand others have shown it since', async () => {
    const { tries, atOnce } = given();
    await tries.judge('office', right);
    for (let other = 0; other < 1000; other++) await tries.judge(`home-${other}`, right);
    await exhaust(tries, 'office');
    expect(await atOnce('office', right)).toBe('waits');
  });
});
