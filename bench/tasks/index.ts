import type { Suite } from '../harness/suite.ts';
import { dispatching } from './dispatching.ts';
import { folding } from './folding.ts';
import { parsing } from './parsing.ts';
import { running } from './running.ts';

export const tasks: Suite = {
  name: 'tasks',
  title: 'Task planner',
  questions: [parsing, folding, dispatching, running],
};
