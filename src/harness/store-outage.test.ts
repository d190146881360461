import { expect, it } from 'vitest';
import { draft, inputRequired, received, talk } from '../../test/conversation-fixture.ts';
import { JournalError } from '../journal/error.ts';

const away = new JournalError('store-unreachable', { expected: 'a store', actual: 'none', fix: 'Wait.' });

it('a store outage during a planner call settles nothing, and the trigger is planned for later', async () => {
  const { append, harness, clock, story } = talk();
  const failures: unknown[] = [];
  let calls = 0;
  const running = harness(
    async () => {
      calls += 1;
      if (calls === 1) throw away;
      return [draft('c1')];
    },
    { hooks: { onError: (error) => failures.push(error) } },
  );
  await append(inputRequired, received('m1'));
  running.schedulePlan();
  await running.idle();
  expect(await story()).toEqual(['status_changed', 'remote_received']);
  clock.advance(1000);
  await running.idle();
  expect(await story()).toEqual(['status_changed', 'remote_received', 'compose_intent']);
  expect([calls, failures]).toEqual([2, [away]]);
  await running.close();
});
