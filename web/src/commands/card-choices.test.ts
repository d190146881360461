import { expect, it } from 'vitest';
import { cardChoices, cardOffering } from './card-choices.ts';

const choices = cardChoices([
  {
    id: 'plan',
    options: [{ label: 'Accept', command: { type: 'accept-plan', requestId: 'r', digest: 'd' } }],
  },
  { id: 'asked' },
]);

it('finds the card that offers a command, however its fields are ordered', () => {
  expect(cardOffering(choices, { digest: 'd', requestId: 'r', type: 'accept-plan' })).toBe('plan');
});

it.each([
  { type: 'accept-plan', requestId: 'other', digest: 'd' },
  { type: 'plan-again', requestId: 'r' },
])('leaves %j where it is', (command) => {
  expect(cardOffering(choices, command)).toBeUndefined();
});
