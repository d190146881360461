import type { Suite } from '../harness/suite.ts';
import { firstLoad } from './first-load.ts';
import { freshness } from './freshness.ts';
import { opening } from './opening.ts';
import { streaming } from './streaming.ts';

export const web: Suite = {
  name: 'web',
  title: 'The workbench',
  questions: [firstLoad, opening, freshness, streaming],
};
