import { NUMBER, numberOf, type WorkingText } from './working-text.ts';

/** Something a user wants done that is no wish about the trip. */
export type TripCommand = 'undo' | 'redo' | 'start-over' | 'reverse';

const COMMANDS: readonly (readonly [RegExp, TripCommand])[] = [
  [/^(?:undo(?: (?:that|it|this|the last (?:change|one)))?|take (?:that|it) back|revert(?: that)?)$/, 'undo'],
  [/^(?:redo(?: (?:that|it))?|do it again after all)$/, 'redo'],
  [
    /^(?:start (?:over|again|from scratch)|(?:plan )?(?:a )?new (?:one|trip)|forget (?:it|everything))$/,
    'start-over',
  ],
  [/^(?:reverse(?: it| the (?:route|trip|direction))?|turn it around|(?:go )?in reverse)$/, 'reverse'],
  [/^the other way(?: round| around)?$/, 'reverse'],
];

/** The command that a text is, if it is one as a whole. */
export function commandOf(text: string): TripCommand | undefined {
  const said = text
    .trim()
    .toLowerCase()
    // Only from where the signs begin: tried at each of a million in a row, it would not come to an end.
    .replace(/(?<![.!])[.!]+$/, '');
  return COMMANDS.find(([pattern]) => pattern.test(said))?.[1];
}

/** "two stops between Flagstaff and Amarillo". */
export interface StopsBetween {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

const PLACE = '[^|.;!?]+?';
const BETWEEN = new RegExp(
  `\\b(?:(?:add|insert|put|make|need|want)\\s+)?(?:(?<n>${NUMBER})\\s+)?(?:more\\s+|extra\\s+)?` +
    `(?:stops?|stopovers?|breaks?|nights?)\\s+(?:somewhere\\s+)?between\\s+` +
    `(?<from>${PLACE})\\s+and\\s+(?<to>${PLACE})\\s*(?=[|.;!?]|$)`,
  'i',
);

/** Takes the wish for stops between two others out of a text. */
export function takeStopsBetween(working: WorkingText): StopsBetween | undefined {
  let between: StopsBetween | undefined;
  working.take(BETWEEN, ({ groups = {} }) => {
    const { n = 'a', from = '', to = '' } = groups;
    between = { from, to, count: numberOf(n) };
  });
  return between;
}
