import type { Suite } from '../harness/suite.ts';
import { coldStart } from './cold-start.ts';
import { hookTime } from './hook-time.ts';
import { startUp } from './start-up.ts';
import { addStep, markStepDone } from './tool-calls.ts';
import { writersAtOnce } from './writers-at-once.ts';

export const planTools: Suite = {
  name: 'plan-tools',
  title: 'Plan tools',
  questions: [writersAtOnce, startUp, coldStart, hookTime, markStepDone, addStep],
};
