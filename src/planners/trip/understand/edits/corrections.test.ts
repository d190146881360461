import { describe, expect, it } from 'vitest';
import { corrected, selfCorrected } from './corrections.ts';

describe('a message that puts a number right', () => {
  it.each([
    ['hmm no, 9', 'make it 10 days', 'make it 9 days'],
    ['naja, 4 Stunden sind auch in Ordnung', 'höchstens 3 Stunden am Tag', 'höchstens 4 Stunden am Tag'],
    ['perdón, el 29', 'que acabe el 30', 'que acabe el 29'],
    ['better 3 nights there', 'Mostar for 1 night', 'Mostar for 3 night'],
    ['sorry two nights', 'add Nara for a night', 'add Nara for two night'],
  ])('is the message before with that number: %s', (text, before, whole) => {
    expect(corrected(text, before)).toBe(whole);
  });

  it.each([
    ['no', 'make it 10 days'],
    ['actually 3 nights in Rome', 'make it 10 days'],
    ['no, 9', 'Rome 3 nights, Naples 4 nights'],
    ['no, 9', 'drop Naples'],
    ['9 days', 'make it 10 days'],
  ])('is not read from "%s" after "%s"', (text, before) => {
    expect(corrected(text, before)).toBeUndefined();
  });

  it('says how long the trip takes when the message before asked for all of it', () => {
    expect(corrected('mejor solo 4', '5 días en Lisboa', { isRequest: true })).toBe('4 días');
    expect(corrected('no, 9', 'Rome for 4 adults', { isRequest: true })).toBeUndefined();
  });

  it('may put itself right', () => {
    expect(selfCorrected('make it 8 days, hm no 7')).toBe('make it 7 days');
    expect(selfCorrected('no, make it 8 days')).toBe('no, make it 8 days');
  });

  it.each(['sorry ', 'bueno, ', 'naja '])('is told at once from many "%s"', { timeout: 2000 }, (word) => {
    expect(corrected(`${word.repeat(28)}Rome`, 'make it 10 days')).toBeUndefined();
  });
});
