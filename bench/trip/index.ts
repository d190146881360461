import type { Suite } from '../harness/suite.ts';
import { evaluating } from './evaluating.ts';
import { lookUp } from './look-up.ts';
import { nearest } from './nearest.ts';
import { opening } from './opening.ts';
import { solving } from './solving.ts';
import { travellers } from './travellers.ts';

export const trip: Suite = {
  name: 'trip',
  title: 'Trips',
  questions: [lookUp, nearest, opening, evaluating, solving, travellers],
};
