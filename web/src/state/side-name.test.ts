import { expect, it } from 'vitest';
import { sideName } from './side-name.ts';

it.each([
  ['A year of flour: the mill', 'A year of flour: the bakery', 'the mill'],
  ['Settle the rent: Mara Lindqvist', 'Settle the rent', 'Mara Lindqvist'],
  ['Settle the rent', 'Settle the rent: Mara Lindqvist', 'Settle the rent'],
  ['Re: the rent', 'Re: the garden', 'the rent'],
  ['Rent: 2026', 'Flour', 'Rent: 2026'],
])('calls %j beside %j %j', (title, other, name) => {
  expect(sideName(title, other)).toBe(name);
});
