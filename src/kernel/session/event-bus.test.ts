import { describe, expect, it, vi } from 'vitest';
import { InProcessEventBus } from './event-bus.ts';

describe('an event bus', () => {
  it('calls the listeners of a type in subscription order, and no others', () => {
    const bus = new InProcessEventBus();
    const received: string[] = [];
    bus.subscribe('rang', () => received.push('first'));
    bus.subscribe('rang', () => received.push('second'));
    bus.subscribe('knocked', () => received.push('third'));
    bus.publish({ type: 'rang' });
    expect(received).toEqual(['first', 'second']);
  });

  it('calls a listener that subscribed twice twice, and stops each on its own', () => {
    const bus = new InProcessEventBus();
    let received = 0;
    const listener = () => {
      received += 1;
    };
    const stop = bus.subscribe('rang', listener);
    bus.subscribe('rang', listener);
    bus.publish({ type: 'rang' });
    stop();
    stop();
    bus.publish({ type: 'rang' });
    expect(received).toBe(3);
  });

  it('continues with the other listeners if one throws, and reports the error', () => {
    const errors: unknown[] = [];
    const bus = new InProcessEventBus({ onError: (error) => errors.push(error) });
    const received: string[] = [];
    const broken = new Error('broken');
    bus.subscribe('rang', () => {
      throw broken;
    });
    bus.subscribe('rang', () => received.push('second'));
    bus.publish({ type: 'rang' });
    expect(received).toEqual(['second']);
    expect(errors).toEqual([broken]);
  });

  it('lets a listener subscribe and leave while an event is published', () => {
    const bus = new InProcessEventBus();
    const received: string[] = [];
    const stop = bus.subscribe('rang', () => {
      stop();
      bus.subscribe('rang', () => received.push('late'));
      received.push('early');
    });
    bus.publish({ type: 'rang' });
    bus.publish({ type: 'rang' });
    expect(received).toEqual(['early', 'late']);
  });

  it('throws a listener’s error as uncaught after calling all listeners', () => {
    const queued = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
    const bus = new InProcessEventBus();
    const broken = new Error('broken');
    bus.subscribe('rang', () => {
      throw broken;
    });
    bus.publish({ type: 'rang' });
    bus.publish({ type: 'knocked' });
    const later = queued.mock.calls.map(([run]) => run);
    queued.mockRestore();
    expect(later).toHaveLength(1);
    expect(later[0]).toThrow(broken);
  });
});
