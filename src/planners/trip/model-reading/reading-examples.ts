import type { EditReading, RequestReading } from './trip-reading.ts';

const REQUESTS: readonly (readonly [text: string, read: RequestReading])[] = [
  [
    "I've got 2 weeks and 3000 euros for New Zealand, South Island only. Renting a campervan in Christchurch and returning it there.",
    {
      origin: { name: 'Christchurch' },
      roundTrip: true,
      region: 'South Island',
      days: 14,
      budget: { amount: 3000, currency: 'EUR', per: 'trip' },
      travelBy: ['car'],
    },
  ],
  [
    'Rail Europe: start London, end Rome, 15 days, at least Paris, Lyon, Turin, Florence; not more than 4 hrs on a train per day',
    {
      origin: { name: 'London' },
      destination: { name: 'Rome' },
      stops: [{ name: 'Paris' }, { name: 'Lyon' }, { name: 'Turin' }, { name: 'Florence' }],
      days: 15,
      travelBy: ['train'],
      driving: { hours: 4 },
    },
  ],
  [
    'Two-centre holiday, Prague and the Bohemian Switzerland, 3 nights each, train only, from Dresden',
    {
      origin: { name: 'Dresden' },
      stops: [
        { name: 'Prague', nights: 3 },
        { name: 'Bohemian Switzerland', nights: 3 },
      ],
      travelBy: ['train'],
    },
  ],
  [
    'Wir (2 Erw., Kinder 7 und 10) möchten im August 12 Tage mit dem Wohnmobil von Köln in die Bretagne und zurück, höchstens 4 Std. Fahrt am Tag, Hund fährt mit',
    {
      origin: { name: 'Köln' },
      roundTrip: true,
      region: 'Bretagne',
      days: 12,
      travelBy: ['car'],
      driving: { hours: 4 },
      party: { adults: 2, children: [7, 10], pets: 1 },
      notes: ['im August'],
    },
  ],
  [
    'Dallas to Santa Fe, 5 days, stop in Amarillo for Cadillac Ranch and the 72 oz steak place',
    {
      origin: { name: 'Dallas' },
      destination: { name: 'Santa Fe' },
      stops: [{ name: 'Amarillo' }],
      days: 5,
      mustSee: ['Cadillac Ranch'],
      notes: ['the 72 oz steak place'],
    },
  ],
  [
    'me and 7 mates, stag do, prague or budapest? 3 nights, fri 16 april',
    {
      nights: 3,
      startDate: '2027-04-16',
      party: { adults: 8 },
      notes: ['stag do'],
      ask: 'Prague or Budapest?',
    },
  ],
];

const EDITS: readonly (readonly [trip: string, text: string, read: EditReading])[] = [
  [
    'Lisbon, Coimbra, Porto by train, 8 days',
    'could we squeeze in Obidos for a night?',
    { kind: 'change', changes: [{ type: 'add', place: 'Obidos', stay: { nights: 1 } }] },
  ],
  [
    'Vienna, Bratislava, Budapest, 8 days',
    "We don't need Bratislava after all, give the time to Budapest",
    { kind: 'change', changes: [{ type: 'remove', place: 'Bratislava', to: 'Budapest' }] },
  ],
  [
    'Casablanca, Rabat, Fes, Chefchaouen, 9 days train and bus',
    'move Fes to the end, then add Meknes before it',
    {
      kind: 'change',
      changes: [
        { type: 'move', place: 'Fes', at: 'end' },
        { type: 'add', place: 'Meknes', before: 'Fes' },
      ],
    },
  ],
  [
    'Seoul, Gyeongju, Busan, 11 days starting 2 April',
    'push everything back a week',
    { kind: 'change', shiftDays: 7 },
  ],
  [
    'Asheville to Charlottesville on the Blue Ridge Parkway, 5 days by car',
    'lets stay an extra day in asheville before we set off, so 6 days',
    { kind: 'change', changes: [{ type: 'stay', place: 'Asheville', stay: { change: 1 } }], days: 6 },
  ],
  [
    'Tokyo, Nikko, Sendai, 8 days by train',
    'we hate crowds and love ramen',
    { kind: 'change', dislikes: ['crowds'], interests: ['ramen'] },
  ],
  [
    'Naples, Salerno, Matera, Lecce, 10 days by train',
    'back to Naples for the last night, a quiet day more in Matera, and no more churches',
    {
      kind: 'change',
      changes: [
        { type: 'add', place: 'Naples', again: true, stay: { nights: 1 }, at: 'end' },
        { type: 'stay', place: 'Matera', stay: { change: 1, keepsLength: true } },
      ],
      dislikes: ['churches'],
    },
  ],
  [
    'Bilbao, San Sebastián, Biarritz, 7 days by bus, kept in mind: dislikes museums, budget 900 EUR. You asked: It is far to Biarritz. Option 1: Stay a night in Irun. Option 2: Keep the long way',
    "leave the way as it is. We don't care about money any more, museums are ok now, and a day from Bilbao to San Sebastián pls. does it rain there?",
    {
      kind: 'change',
      choose: 2,
      lift: ['budget'],
      noLonger: ['museums'],
      changes: [
        { type: 'stay', place: 'Bilbao', stay: { change: -1, keepsLength: true } },
        { type: 'stay', place: 'San Sebastián', stay: { change: 1, keepsLength: true } },
      ],
      question: 'Does it rain in San Sebastián?',
    },
  ],
  [
    'Athens, Delphi, Meteora, 6 days by car. Changed last: Added Volos on day 5. Delphi: 1 day instead of 2',
    'no no, I meant Ioannina. and Delphi should have kept its nights',
    {
      kind: 'change',
      changes: [
        { type: 'replace', place: 'Volos', by: 'Ioannina' },
        { type: 'stay', place: 'Delphi', stay: { days: 2 } },
      ],
    },
  ],
  ['Cologne to Paris with Brussels, 5 days', 'Is two nights in Brussels too much?', { kind: 'question' }],
];

/** Example requests with their readings, for the prompt. */
export const REQUEST_EXAMPLES = REQUESTS.map(([text, read]) => `${text}\n${JSON.stringify(read)}`).join(
  '\n\n',
);

/** Example messages about trips with their readings, for the prompt. */
export const EDIT_EXAMPLES = EDITS.map(
  ([trip, text, read]) => `Trip: ${trip}. Message: ${text}\n${JSON.stringify(read)}`,
).join('\n\n');
