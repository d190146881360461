import { expect, test } from 'vitest';
import { impliedNumbers, numbersInText } from './numbers-in-text.ts';

test.each([
  ['Pas plus de 4h30 de route', 4.5],
  ['2h30 de voiture par jour', 2.5],
  ['max 2:30 h a day', 2.5],
  ['2 hours 15 minutes', 2.25],
  ['3 Stunden und 20 Minuten', 3.33],
  ['höchstens 4½ Std.', 4.5],
  ['4 1/2 hours', 4.5],
  ['90 minutes', 1.5],
  ['three and a half hours', 3.5],
  ['dreieinhalb Stunden', 3.5],
  ['anderthalb Stunden', 1.5],
  ['trois heures et demie', 3.5],
  ['tres horas y media', 3.5],
])('"%s" says %d', (text, hours) => {
  expect(impliedNumbers(numbersInText(text)).has(hours)).toBe(true);
});

test.each(['max 4 hours', '4h30', 'at 14:30'])('"%s" does not say 6.5', (text) => {
  expect(impliedNumbers(numbersInText(text)).has(6.5)).toBe(false);
});
