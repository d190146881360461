import { describe, expect, it } from 'vitest';
import { SimulatedClock } from './simulated-clock.ts';

describe('a simulated clock', () => {
  it('stands still until it is moved', () => {
    const clock = new SimulatedClock('2026-03-01T00:00:00.000Z');
    expect(clock.now()).toBe(Date.parse('2026-03-01T00:00:00.000Z'));
    clock.advance(1500);
    expect(new Date(clock.now()).toISOString()).toBe('2026-03-01T00:00:01.500Z');
    clock.set(5);
    expect(clock.now()).toBe(5);
  });

  it('runs due timers in order, at their time', () => {
    const clock = new SimulatedClock(0);
    const ran: string[] = [];
    clock.after(30, () => ran.push(`c at ${clock.now()}`));
    clock.after(10, () => {
      ran.push(`a at ${clock.now()}`);
      clock.after(10, () => ran.push(`b at ${clock.now()}`));
    });
    clock.advance(29);
    expect(ran).toEqual(['a at 10', 'b at 20']);
    clock.advance(1);
    expect(ran).toEqual(['a at 10', 'b at 20', 'c at 30']);
    expect(clock.now()).toBe(30);
  });

  it('keeps the order of timers due at the same time', () => {
    const clock = new SimulatedClock(0);
    const ran: number[] = [];
    for (const n of [1, 2, 3]) clock.after(5, () => ran.push(n));
    clock.advance(5);
    expect(ran).toEqual([1, 2, 3]);
  });

  it('does not run cancelled timers', () => {
    const clock = new SimulatedClock(0);
    const ran: string[] = [];
    const callOff = clock.after(5, () => ran.push('called off'));
    callOff();
    callOff();
    clock.advance(10);
    expect(ran).toEqual([]);
  });

  it('lets no time pass when it is set', () => {
    const clock = new SimulatedClock(0);
    const ran: number[] = [];
    clock.after(100, () => ran.push(clock.now()));
    clock.set(1_000_000);
    expect(ran).toEqual([]);
    clock.set(-50);
    clock.advance(100);
    expect(ran).toEqual([50]);
  });
});
