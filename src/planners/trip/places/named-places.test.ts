import { expect, test } from 'vitest';
import { resolvePlace } from './embedded.ts';

const NAMED = `
ZA Gqeberha, Makhanda, Kariega, Komani, Qonce, Sodwana Bay, Swartberg Pass
EC Baeza
ID Bunaken, Lembeh, Raja Ampat, Misool, Banda Neira
TH Koh Kradan, Koh Mak, Koh Yao Yai, Surin Islands
AU Coonawarra, Naarm, Tamar Valley
NZ Whanganui, Tāmaki Makaurau, Whakaari, Takapō, Aotea
IN Gurugram, Chhatrapati Sambhajinagar, Dharashiv, Sri Vijaya Puram, Agatti
CH Furkapass, Sustenpass, Grimselpass, Oberalp Pass, Klausenpass
AT Timmelsjoch, Hahntennjoch, Kühtai
IT Passo Gavia, Sellajoch, Grödner Joch, Passo Pordoi, Mortirolo, Bolgheri
FR Galibier, Col de l'Iseran, Tourmalet, Alpe d'Huez, Gigondas
MA Tizi n'Tichka, Tizi n'Test
JP Taketomi, Shodoshima, Zamami
`;

const cases = NAMED.trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(3)
      .split(', ')
      .map((name) => [name, line.slice(0, 2)] as const),
  );

test.each(cases)('%s is in %s', (name, country) => {
  const options = name === 'Baeza' ? { country } : {};
  expect(resolvePlace(name, { ...options, limit: 1, typos: false })[0]).toMatchObject({ country });
});
