import { nameKey } from '../../src/planners/trip/places/gazetteer/name-key.ts';

const GENERIC =
  /\b(?:national park|state park|np|islands?|isle of|lake|lago|mount|mt|city|the|parc de la|parc|county|valley|coast|costa|l?ile de|isla de|insel|presquile de|halbinsel|peninsula)\b/g;

/** Whether a name is one of the spellings that are right: "München|Munich". */
export function isNamed(name: string, spellings: string): boolean {
  const key = plain(name);
  return spellings.split('|').some((spelling) => {
    const wanted = plain(spelling);
    return key === wanted || key.startsWith(`${wanted} `) || wanted.startsWith(`${key} `);
  });
}

function plain(name: string): string {
  const key = nameKey(name.split(',')[0] ?? '');
  const bare = key.replaceAll(GENERIC, ' ').replaceAll(/\s+/g, ' ').trim();
  return bare === '' ? key : bare;
}

/** Whether some of the spellings stands in a text, in any case. */
export function isIn(text: string, spellings: string): boolean {
  const key = folded(text);
  return spellings.split('|').some((spelling) => key.includes(folded(spelling)));
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
