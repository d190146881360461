import type { Suite } from '../harness/suite.ts';
import { longHistory } from './long-history.ts';
import { passRate } from './pass-rate.ts';
import { wakeUps } from './wake-ups.ts';

export const harness: Suite = {
  name: 'harness',
  title: 'Harness',
  questions: [longHistory, wakeUps, passRate],
};
