import type { Suite } from '../harness/suite.ts';
import { commands } from './commands.ts';
import { streams } from './streams.ts';

export const surfaces: Suite = {
  name: 'surfaces',
  title: 'Surfaces',
  questions: [commands, streams],
};
