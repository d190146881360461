import type { TripMode } from '../itinerary.ts';
import type { TripPreferences } from '../wishes.ts';
import type { WorkingText } from './working-text.ts';

/** How one travels, by what was said. */
export interface SaidTransport {
  readonly mode?: TripMode | undefined;
  readonly roundTrip?: boolean | undefined;
  readonly preferences: TripPreferences;
}

const NEVER =
  "(?:don'?t|do not|doesn'?t|won'?t|can'?t|cannot|never|hate to|rather not|would not|prefer not to|not)(?: want to| like to| like)?";

/** Takes how one travels out of a text. */
export function takeTransport(text: WorkingText): SaidTransport {
  let preferences: TripPreferences = {};
  let roundTrip: boolean | undefined;
  text.take(
    new RegExp(
      `\\b(?:i |we )?(?:${NEVER} (?:fly|flying|take (?:a |any )?(?:plane|flight)s?)|hate flying|(?:no|without|avoid|skip) (?:the |any )?(?:flights?|flying|planes?))\\b`,
      'i',
    ),
    () => {
      preferences = { ...preferences, transport: 'road', avoid: ['flight'] };
    },
  );
  text.take(
    new RegExp(
      `\\b(?:i |we )?(?:${NEVER} drive|hate driving|(?:no|without|avoid) (?:driving|cars?|a car))\\b`,
      'i',
    ),
    () => {
      preferences = { ...preferences, transport: 'flight', avoid: ['road'] };
    },
  );
  text.take(
    /\b(?:i |we )?(?:(?:would )?prefer|like|love|rather)(?: to)? (?<how>drive|driving|fly|flying)\b/i,
    ({ groups = {} }) => {
      preferences = { ...preferences, transport: /^driv/i.test(groups.how ?? '') ? 'road' : 'flight' };
    },
  );
  text.take(
    /\b(?:fix|repair|correct) (?:wrong |misplaced |bad )?(?:places|stops)(?: (?:yourself|for me|automatically|without asking))\b/i,
    () => {
      preferences = { ...preferences, autoRepairPlaces: true };
    },
  );
  text.take(
    /\b(?:a |as a )?(?:round[\s-]?trip|loop|there and back|return (?:trip|journey|flight|ticket))\b|\b(?:and |then )+(?:back|return)(?: again| home)?\b(?! to \p{L})|\b(?:and |then )*(?:(?:driv|fly|com|go|return|head|travel)(?:e|ing)? )?(?:back )?home(?: again)?(?: at the end)?\b(?! (?:town|to \p{L}))/iu,
    () => {
      roundTrip = true;
    },
  );
  text.take(/\b(?:and |then )*(?:driv|fly|com|go|head|travel)(?:e|ing)? back\b(?! (?:to|in) )/i, () => {
    roundTrip = true;
  });
  text.take(/\breturning\b(?! (?:to|in) )/i, () => {
    roundTrip = true;
  });
  text.take(/\bone[\s-]way\b|\bno return\b/i, () => {
    roundTrip = false;
  });
  const modes = new Set<TripMode>();
  text.take(
    /\b(?:fly(?:ing)? and (?:then )?driv(?:e|ing)|driv(?:e|ing) and (?:then )?fly(?:ing)?|mixed(?: mode)?|both(?: ways)?|by (?:train|bus|coach|ferry|boat|ship)|trains?|rail)\b/i,
    () => {
      modes.add('mixed');
    },
  );
  text.take(
    /\b(?:a |our |my )?(?:road[\s-]?trip|car trip|motorcycle trip)\b|\bby (?:car|road|rv|camper(?:van)?|motor(?:bike|cycle))\b|\b(?:in|with) (?:an?|our|my|the) (?:car|rv|camper(?:van)?|van|motorhome)\b|\b(?:rent(?:ing)? a car|(?:rental|hire|hired|rented) car|have a car|self[\s-]drive|motorhome|campervan)\b|\bdriv(?:e|ing)\b(?! (?:at most|no more|less|under))/i,
    () => {
      modes.add('road');
    },
  );
  text.take(/\b(?:by (?:plane|air)|fly(?:ing)?|flights?|plane)\b/i, () => {
    modes.add('flight');
  });
  // A word alone, "5 days, car", says it too.
  text.take(/(?<=[,;|(]\s*)(?<how>car|plane|air)(?=\s*(?:[,;|).]|$))/i, ({ groups = {} }) => {
    modes.add(/^car$/i.test(groups.how ?? '') ? 'road' : 'flight');
  });
  const [mode] = modes;
  return { mode: modes.size > 1 ? 'mixed' : mode, roundTrip, preferences };
}

/** A bare answer to how one travels. */
export function bareMode(text: string): TripMode | undefined {
  if (/\b(?:both|mix(?:ed)?|either|train)\b/i.test(text)) return 'mixed';
  if (/\b(?:car|road|driv\w*|rv|van|motor\w*)\b/i.test(text)) return 'road';
  return /\b(?:fly\w*|flight\w*|plane|air)\b/i.test(text) ? 'flight' : undefined;
}
