import type { Itinerary } from '../../itinerary/itinerary.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isKnownPlace } from '../places/place-phrases.ts';
import { ORDINALS } from '../text/working-text.ts';
import type { TripEdit } from './trip-edit.ts';

const NAME =
  "\\p{L}[\\p{L}'’-]*(?: (?!on\\b|from\\b|am\\b|le\\b|el\\b|and\\b|hinzu|bitte|please)\\p{L}[\\p{L}'’-]*){0,3}";
const TO =
  "(?:(?:a |one |another )?(?:day[\\s-]?trip|excursion|outing) (?:out )?to|(?:einen? )?(?:tages)?ausflug nach|une excursion (?:d'une journée )?(?:à|au|en)|una excursión (?:de un día )?a)";
const ADD =
  "(?:(?:please |can we |could we |let'?s |we(?:'d| would)? (?:like|want) (?:to )?|bitte |noch )*(?:add|do|make|plan|include|take|squeeze in|fit in|with|also|füge?|mach|mache|ajoute[rz]?|añade|añadir)? ?(?:noch |auch |in )?)";
const DAY_TRIP = new RegExp(
  `(?<=^|[,.;!?] ?|\\band )${ADD}${TO} (?:the )?(?<name>${NAME})(?: from (?<from>${NAME}))?(?: (?:on|am|le|el) (?:the )?(?:day |tag |jour |día )?(?:(?<day>\\d{1,2})|(?<nth>${ORDINALS.join('|')}|last)(?: day)?))?(?: (?:hinzu|please|bitte))?(?=\\s*(?:[,.;!?)]|$|and\\b))`,
  'giu',
);

const NO_DAY_TRIP = new RegExp(
  `(?<=^|[,.;!?] ?|\\band )(?:please )?(?:skip|remove|cancel|drop|delete|forget(?: about)?|leave out|no|without) (?:the |that |our |my )?(?:day[\\s-]?trip|excursion|outing) to (?:the )?(?<name>${NAME})(?=\\s*(?:[,.;!?)]|$|and\\b))`,
  'giu',
);

/** "Add a day trip to Sintra": there and back in a day, which is neither a stop nor the end of the trip. */
export function takeDayTrips(
  text: string,
  { places, itinerary }: { readonly places: PlaceKnowledge; readonly itinerary: Itinerary },
): { readonly edits: readonly TripEdit[]; readonly rest: string } {
  const edits: TripEdit[] = [];
  const kept = text.replaceAll(NO_DAY_TRIP, (_, ...matched) => {
    const { name = '' }: Readonly<Record<string, string | undefined>> = matched.at(-1);
    edits.push({ type: 'activity', what: 'remove', title: `Trip to ${name}` });
    return '';
  });
  const rest = kept.replaceAll(DAY_TRIP, (phrase, ...matched) => {
    const groups: Readonly<Record<string, string | undefined>> = matched.at(-1);
    const { name = '', from, day, nth } = groups;
    const place = name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    if (!isKnownPlace(place, places)) return phrase;
    const at =
      nth === undefined ? Number(day) : nth === 'last' ? -1 : ORDINALS.indexOf(nth.toLowerCase()) + 1;
    edits.push({
      type: 'add',
      place,
      isDayTrip: true,
      ...(from !== undefined && { after: from }),
      ...(at !== 0 && Number.isInteger(at) && at <= itinerary.days.length && { day: at }),
    });
    return '';
  });
  return { edits, rest };
}
