import type { Suite } from '../harness/suite.ts';
import { dispatching } from './dispatching.ts';
import { folding } from './folding.ts';
import { parsing } from './parsing.ts';
import { running } from './running.ts';
import { texts } from './texts.ts';

export const tasks: Suite = {
  name: 'tasks',
  title: 'Task planner',
  questions: [texts, parsing, folding, dispatching, running],
};
