import type { Suite } from '../harness/suite.ts';
import { bytesPerStep } from './bytes-per-step.ts';
import { coldOpen } from './cold-open.ts';
import { concurrentAppends } from './concurrent-appends.ts';
import { durableAppends } from './durable-appends.ts';
import { memory } from './memory.ts';
import { replay } from './replay.ts';

export const journal: Suite = {
  name: 'journal',
  title: 'Journal',
  questions: [durableAppends, concurrentAppends, replay, coldOpen, memory, bytesPerStep],
};
