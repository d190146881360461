import { afterEach, describe, expect, it } from 'vitest';
import { EngineHeartbeat, type EngineProbe } from './engine-health.ts';

const RUNNING = { hasStore: true, isRunning: true, waiting: 2 };
let heartbeat: EngineHeartbeat;
let now = 0;
afterEach(() => heartbeat.close());

function given(look: () => Promise<EngineProbe>): EngineHeartbeat {
  now = 0;
  heartbeat = new EngineHeartbeat(look, { now: () => now });
  return heartbeat;
}

describe('the health of an engine', () => {
  it('is running, with the age of its heartbeat and what waits', async () => {
    const engine = given(async () => RUNNING);
    expect(engine.health).toEqual({ status: 'starting' });
    await engine.beat();
    now = 4000;
    expect(engine.health).toEqual({ status: 'running', heartbeatAgeMs: 4000, waiting: 2 });
  });

  it('says nothing of what waits where others run the sessions', async () => {
    const engine = given(async () => ({ hasStore: true, isRunning: true, waiting: undefined }));
    await engine.beat();
    expect(engine.health).toEqual({ status: 'running', heartbeatAgeMs: 0 });
  });

  it('is none for as long as there is no store', async () => {
    const engine = given(async () => ({ hasStore: false, isRunning: false }));
    await engine.beat();
    expect(engine.health).toMatchObject({ status: 'none' });
  });

  it.each<[string, () => Promise<EngineProbe>]>([
    [
      'cannot read its store',
      () => Promise.reject(Object.assign(new Error('private'), { code: 'store-unreachable' })),
    ],
    ['never came up', async () => ({ hasStore: true, isRunning: false })],
  ])('is dead when it %s for half a minute, and alive again with the next heartbeat', async (_, failing) => {
    let look = failing;
    const engine = given(() => look());
    await engine.beat();
    expect(engine.health.status).toBe('starting');
    now = 31_000;
    await engine.beat();
    expect(engine.health.status).toBe('dead');
    expect(JSON.stringify(engine.health)).not.toContain('private');
    look = async () => RUNNING;
    await engine.beat();
    expect(engine.health.status).toBe('running');
  });

  it('names the code of what failed last', () => {
    const engine = given(async () => RUNNING);
    engine.failed(Object.assign(new Error('private'), { code: 'store-locked' }));
    now = 5;
    expect(engine.health.lastError).toEqual({ code: 'store-locked', ageMs: 5 });
  });
});
