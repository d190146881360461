import type { WirePlan } from '../calls/wire.ts';

/** The initial plan of the examples. */
export const EXAMPLE_PLAN: WirePlan = {
  objective: 'Triage the open bug reports',
  status: 'active',
  steps: [
    { step_id: 'S001', title: 'List the open reports', details: null, status: 'pending', notes: [] },
    {
      step_id: 'S002',
      title: 'Label each report',
      details: 'Use the labels in CONTRIBUTING.md.',
      status: 'pending',
      notes: [],
    },
  ],
};
