import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../../generate/generate-itinerary.ts';
import { embeddedPlaces } from '../../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE, type RecentEdit } from '../../planner-state.ts';
import { buildPlannerRequest } from '../../requirements/planner-request.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import { type Understanding, understand } from '../understand.ts';
import type { StayChange, TripEdit } from './trip-edit.ts';

const today = new Date('2026-11-16T09:00:00Z');
/** Five stops: the one in the middle is Arles. */
const requirements: TripRequirements = {
  via: [{ name: 'Lyon' }, { name: 'Orange' }, { name: 'Arles' }, { name: 'Aix-en-Provence' }],
  destination: { name: 'Nice' },
  days: 11,
};
const itinerary = generateItinerary(buildPlannerRequest({ requirements }));

function understandingOf(text: string, recent: readonly RecentEdit[] = []): Understanding {
  const state = { ...EMPTY_STATE, requirements, recent };
  return understand(text, { state, itinerary, places: embeddedPlaces, today });
}

const remove = (place: string): TripEdit => ({ type: 'remove', place });
const replace = (place: string, by: string): TripEdit => ({ type: 'replace', place, by });
const stay = (place: string, length: StayChange): TripEdit => ({ type: 'stay', place, stay: length });

describe('a stop named by its position', () => {
  it.each([
    'drop the middle one',
    'skip the middle stop please',
    'remove the stop in the middle',
    'take out the stop after Orange',
    'cancel the stop right before Aix-en-Provence',
    'delete the one after Orange',
    'drop that third stop',
    'streiche den mittleren Stopp',
    'lass den Stopp nach Orange weg',
    "enlève l'étape après Orange",
    'quita la parada después de Orange',
    'quita la tercera parada',
  ])('is removed: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([remove('Arles')]);
  });

  it.each([
    '2 nights in the first one, 3 in the second',
    'two nights in the first, three in the second',
    '2 noches en la primera ciudad y 3 en la segunda',
    'zwei Nächte im ersten Ort, drei im zweiten',
    '2 nuits dans la première ville, 3 dans la deuxième',
  ])('gets its nights: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([stay('Lyon', { nights: 2 }), stay('Orange', { nights: 3 })]);
  });

  it.each(['add a stop after Lyon', 'we start on the second', 'the last day is for shopping'])(
    'is not read from: %s',
    (text) => {
      expect(understandingOf(text).edits.filter(({ type }) => type !== 'suggest')).toEqual([]);
    },
  );
});

describe('an unwanted stop', () => {
  it.each([
    'Arles doch nicht',
    'Arles lieber nicht',
    'Arles wollen wir nicht mehr',
    'Arles finalement non',
    'Arles al final no',
    'Arles mejor no',
    'cross Arles off',
    'take Arles off the list',
    'Arles not after all',
    "let's not do Arles",
  ])('is removed: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([remove('Arles')]);
  });

  it.each([
    'I meant Nîmes, not Arles',
    'not Arles, I meant Nîmes',
    'Nîmes, not Arles',
    'sorry, Nîmes and not Arles',
    'je voulais dire Nîmes, pas Arles',
    'pardon, pas Arles, Nîmes',
    'ich meinte Nîmes, nicht Arles',
    'nicht Arles, sondern Nîmes',
    'quería decir Nîmes, no Arles',
    'no Arles sino Nîmes',
    'drop Arles and use the time for Nîmes',
  ])('is replaced by another: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([replace('Arles', 'Nîmes')]);
  });

  it.each([
    'replace Arles by Nîmes and Orange by Avignon',
    'replace Arles with Nîmes, Orange with Avignon',
    'swap Arles for Nîmes and Orange for Avignon',
    'ersetze Arles durch Nîmes und Orange durch Avignon',
    'remplace Arles par Nîmes et Orange par Avignon',
    'cambia Arles por Nîmes y Orange por Avignon',
  ])('is replaced in a list of replacements: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([replace('Arles', 'Nîmes'), replace('Orange', 'Avignon')]);
  });
});

describe('a removed stop', () => {
  it.each([
    'put it back and remove Lyon instead',
    'no sorry, put it back in and drop Lyon',
    'bring it back please, remove Lyon instead',
    'add it again and skip Lyon',
    'doch wieder rein damit, und Lyon raus',
    'nimm es wieder rein und streiche Lyon',
    'remets-la et enlève Lyon',
    'vuelve a ponerla y quita Lyon',
  ])('is restored: %s', (text) => {
    const { edits, notUnderstood } = understandingOf(text, [{ type: 'remove', place: 'Avignon' }]);
    expect(edits).toEqual([{ type: 'add', place: 'Avignon' }, remove('Lyon')]);
    expect(notUnderstood).toEqual([]);
  });
});

describe('the length of a stay', () => {
  it.each([
    'less time in Lyon, 1 night is enough',
    'shorten Lyon, one night will do',
    'Lyon is too long, 1 night is plenty',
    'weniger Zeit in Lyon, eine Nacht reicht',
    'moins de temps à Lyon, une nuit suffit',
    'menos tiempo en Lyon, una noche basta',
    'only 1 in Lyon',
    'and just 1 in Lyon',
  ])('is the number that follows: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([stay('Lyon', { nights: 1 })]);
  });

  it.each([
    'the two nights in Orange, can it be four?',
    'the 2 nights in Orange, make it 4',
    'instead of 2 nights in Orange, 4',
    'Orange has 2 nights, make that 4',
    'die zwei Nächte in Orange, können das vier sein?',
  ])('is the new of two numbers: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([stay('Orange', { nights: 4 })]);
  });

  it.each([
    'my boss gave me one more day off so we can stay a day longer in Orange',
    'we got an extra day, so one more day in Orange',
    'Mein Chef gibt mir frei, deshalb einen Tag länger in Orange',
    'on a un jour de congé en plus donc un jour de plus à Orange',
    'tengo un día libre más, así que un día más en Orange',
  ])('is read from the request and not from its reason: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([stay('Orange', { change: 1, grows: true })]);
  });

  it.each([
    'drop Arles and make it a day shorter',
    'Arles raus und dafür einen Tag kürzer',
    'skip Arles, one day less',
    'enlève Arles et un jour de moins',
  ])('may be meant as the length of the trip: %s', (text) => {
    const { edits, requirements: after } = understandingOf(text);
    expect(edits).toEqual([remove('Arles')]);
    expect(after.days).toBe(10);
  });
});

describe('the position of a stop', () => {
  it.each([
    'the last night in Cannes please',
    'die letzte Nacht bitte in Cannes',
    'la dernière nuit à Cannes',
    'la última noche en Cannes',
    'our last night should be in Cannes',
    'spend the last night in Cannes, we fly home from there',
    'die letzte Nacht bitte in Cannes, von da fliegen wir heim',
  ])('is the end for the last night: %s', (text) => {
    const { edits, requirements: after } = understandingOf(text);
    expect(edits).toEqual([{ type: 'add', place: 'Cannes', stay: { nights: 1 }, at: 'end' }]);
    expect(after.mode).toBeUndefined();
  });

  it.each([
    'make Nice the start and Lyon the end',
    'make Nice the first stop and Lyon the last stop',
    'Nice at the start and Lyon at the end',
    'Nice an den Anfang und Lyon ans Ende',
    'Nice au début et Lyon à la fin',
  ])('may be the start or the end of the trip: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([
      { type: 'move', place: 'Nice', at: 'start' },
      { type: 'move', place: 'Lyon', at: 'end' },
    ]);
  });
});

describe('reversing the whole trip', () => {
  it.each([
    'do it the other way round, starting in Nice',
    'reverse it, so that we start in Nice',
    'the other way around please, beginning in Nice',
    'andersrum bitte, also in Nice anfangen',
    'bitte umgekehrt, Start in Nice',
    "dans l'autre sens, en partant de Nice",
    'al revés, empezando en Nice',
    'start in Nice and go backwards',
    'flip the whole route, end in Lyon',
    'in umgekehrter Reihenfolge bitte',
  ])('%s', (text) => {
    const { command, edits, requirements: after } = understandingOf(text);
    expect(command).toBe('reverse');
    expect(edits).toEqual([]);
    expect(after).toEqual(requirements);
  });

  it('can be combined with another change', () => {
    expect(understandingOf('not Arles, Nîmes. and reverse it')).toMatchObject({
      command: 'reverse',
      edits: [replace('Arles', 'Nîmes')],
    });
  });
});

describe('the start of the trip', () => {
  it.each([
    'start in Dijon instead',
    'we are leaving from Dijon',
    'wir starten doch in Dijon',
    'Abfahrt ist in Dijon',
    'wir fangen in Dijon an',
    'on part plutôt de Dijon',
    'on commence à Dijon',
    'salimos de Dijon',
    'empezamos en Dijon',
    'can we set off from Dijon?',
  ])('changes: %s', (text) => {
    const { edits, requirements: after } = understandingOf(text);
    expect(after.origin).toEqual({ name: 'Dijon' });
    expect(edits).toEqual([]);
  });

  it.each(['wir wollen erst am 3. Juli anfangen', 'we start on 3 July', 'on commence le 3 juillet'])(
    'does not change with the date: %s',
    (text) => {
      expect(understandingOf(text).requirements).toMatchObject({ startDate: '2027-07-03' });
      expect(understandingOf(text).requirements.origin).toBeUndefined();
    },
  );
});

describe('an excluded interest', () => {
  const dated = { ...requirements, constraints: { dislikes: ['museums', 'churches'] } };
  it.each([
    'museums are fine after all',
    'we do want museums after all',
    "we don't mind museums",
    'museums are ok again',
    'museums would be great',
    'some museums after all please',
    'Museen sind doch ok',
    'Museen sind wieder erlaubt',
    'les musées sont possibles finalement',
    'los museos están bien',
  ])('is allowed again: %s', (text) => {
    const state = { ...EMPTY_STATE, requirements: dated };
    const after = understand(text, { state, itinerary, places: embeddedPlaces, today });
    expect(after.requirements.constraints?.dislikes).toEqual(['churches']);
  });
});

describe('a message without a request', () => {
  it.each([
    "ok perfect, I'll show it to my wife tonight",
    'great, let me talk to my friends tomorrow',
    "I'll think about it over the weekend",
    'we will discuss it on Sunday and let you know',
    'ich zeige es heute Abend meiner Frau',
    'super, je le montre à ma femme ce soir',
    'perfecto, se lo enseño a mi mujer mañana',
  ])('%s', (text) => {
    const { edits, requirements: after, command } = understandingOf(text);
    expect(edits).toEqual([]);
    expect(command).toBeUndefined();
    expect(after).toEqual(requirements);
  });
});

it.each([
  'no, déjalo como estaba',
  'leave it as it was',
  'no, keep it the way it was',
  'make it like it was before',
  'lass es so wie es war',
  'doch lieber wie vorher',
  "laisse comme c'était",
  'non, remets comme avant',
  'vuelve a como estaba',
])('undoes the last change: %s', (text) => {
  expect(understandingOf(text).command).toBe('undo');
});

describe('nights that are taken off a stop', () => {
  const taken = stay('Arles', { change: -1, grows: true });

  it.each(['take a night off Arles', 'take one night off Arles please'])('%s', (text) => {
    expect(understandingOf(text).edits).toEqual([taken]);
  });

  it('a number alone counts nights beside another', () => {
    const text = 'make Orange 3 nights and take one off Arles';
    expect(understandingOf(text).edits).toEqual([stay('Orange', { nights: 3 }), taken]);
  });
});

describe('a stay of a place that nobody named', () => {
  it('is not how long the trip takes', () => {
    const { edits, requirements: after } = understandingOf('actually do add it, but 4 nights');
    expect({ edits, days: after.days }).toEqual({ edits: [], days: 11 });
  });
});

describe('an edit in other words', () => {
  it.each<[string, TripEdit[]]>([
    ['for Arles read Avignon', [replace('Arles', 'Avignon')]],
    ['where you have Arles put Avignon', [replace('Arles', 'Avignon')]],
    ['Arles out, Avignon in', [replace('Arles', 'Avignon')]],
    ['I wrote Arles but it is Avignon we want', [replace('Arles', 'Avignon')]],
    ['we decided against Arles', [remove('Arles')]],
    ['the third stop looks dull kick it out', [remove('Arles')]],
    ['take one off Orange', [stay('Orange', { change: -1, grows: true })]],
    ['Arles und Orange tauschen', [{ type: 'swap', places: ['Arles', 'Orange'] }]],
    ['swap the first two', [{ type: 'swap', places: ['Lyon', 'Orange'] }]],
    ['back to Lyon at the end', [{ type: 'add', place: 'Lyon', again: true, at: 'end' }]],
    [
      'end with one more night in Lyon',
      [{ type: 'add', place: 'Lyon', stay: { nights: 1 }, again: true, at: 'end' }],
    ],
    ['avoid going back to Lyon', [{ type: 'remove', place: 'Lyon', again: true }]],
    ['fly from Orange', [{ type: 'leg', by: 'flight', from: 'Orange', to: 'Arles' }]],
    [
      'Arles first, then Lyon, then Orange',
      [
        { type: 'move', place: 'Arles', at: 'start' },
        { type: 'move', place: 'Lyon', after: 'Arles' },
        { type: 'move', place: 'Orange', after: 'Lyon' },
      ],
    ],
  ])('%s', (text, edits) => {
    expect(understandingOf(text).edits).toEqual(edits);
  });

  it.each([
    'we might add Avignon but I need to check with the others',
    'a friend did the same and loved Avignon',
  ])('is not read from: %s', (text) => {
    expect(understandingOf(text).edits).toEqual([]);
  });
});

describe('a sentence that goes on', () => {
  it.each([
    ['Not Arles. Dijon.', [replace('Arles', 'Dijon')]],
    ['no Arles. Dijon!', [replace('Arles', 'Dijon')]],
    ['no Arles. Thanks!', [remove('Arles')]],
    ['add Dijon (instead of Arles)', [replace('Arles', 'Dijon')]],
    ["ajoute Dijon (au lieu d'Arles)", [replace('Arles', 'Dijon')]],
    ['drop Arles (too touristy)', [remove('Arles')]],
  ])('is read whole: %s', (text, edits) => {
    expect(understandingOf(text).edits).toEqual(edits);
  });

  it('is read at once, however often its words are repeated', { timeout: 2000 }, () => {
    expect(understandingOf('back on the '.repeat(28)).edits).toEqual([]);
  });
});
