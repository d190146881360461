import type { Suite } from '../harness/suite.ts';
import { indexing } from './card-index.ts';
import { evolution } from './evolution.ts';
import { longAnswers } from './long-answers.ts';
import { prompts } from './prompt.ts';
import { rollups } from './rollup.ts';

export const commits: Suite = {
  name: 'commits',
  title: 'Commit planner',
  questions: [rollups, indexing, prompts, longAnswers, evolution],
};
