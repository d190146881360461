import { NUMBER, numberOf, type WorkingText } from '../text/working-text.ts';
import { isReason } from './asides.ts';

/** A command of the user that states no requirement of the trip. */
export type TripCommand = 'undo' | 'redo' | 'start-over' | 'reverse';

const THAT =
  '(?: (?:that|it|this|those|them|everything|all|(?:the |my |that )?(?:last|latest|previous) (?:change|changes|edit|step|one|thing|turn)|(?:that|the) change|that one)(?: (?:too|as well))?)?';

/** Each matches a sentence without its courtesies, in English, German, French or Spanish. */
const COMMANDS: readonly (readonly [RegExp, TripCommand])[] = [
  [
    new RegExp(
      `^(?:undo|revert|roll back|take back|cancel|scrap)(?: (?:that|it|this|(?:the |my |that )?(?:last|latest|previous) (?:change|changes|edit|step|one|thing)|(?:that|the) change|that one))(?: (?:too|as well))?$|^(?:undo|revert|roll back)${THAT}$`,
    ),
    'undo',
  ],
  [
    /^(?:take|put|change|turn|switch) (?:that|it|this|everything) back(?: (?:again|as it was|the way it was|how it was))?$/,
    'undo',
  ],
  [
    /^(?:skip|forget|drop) that$|^(?:lieber )?doch nicht$|^finalement non$|^mejor no$|^on second thoughts?(?: no)?$/,
    'undo',
  ],
  [
    /^(?:(?:actually|oh|wait|sorry|hm+|ok(?:ay)?) )*no (?:wait )?(?:leave|keep|put) [\p{L}' -]{2,40} (?:back )?in(?: please| after all)?$/u,
    'undo',
  ],
  [/^(?:go|step|one step|back)(?: a step| one step)? ?back(?: (?:a|one) step| again)?$|^back$/, 'undo'],
  [
    /^(?:go |change it |put it |revert )?back to (?:how|what|the way) (?:it|that|the trip) was(?: before)?$|^(?:restore|back to|go back to|revert to) (?:the )?(?:previous|last|old|earlier|former)(?: (?:version|plan|trip|state|one))?$/,
    'undo',
  ],
  [
    /^(?:(?:i|we) )?(?:liked|preferred) (?:it|the trip) (?:better )?(?:before|as it was)(?: better)?$|^as it was(?: before)?$/,
    'undo',
  ],
  // "leave it as it was", "lass es, wie es war", "laisse comme c'était", "déjalo como estaba"
  [
    /^(?:(?:leave|keep|make|have|put|turn) (?:it|everything|that|the trip) |(?:lass|lassen|mach|mache) (?:es |das |alles )?(?:bitte )?|(?:laisse|laissez|remets|remettez)(?:-le)? (?:tout |ça )?|(?:d[ée]jalo|d[ée]jala|deja|d[ée]jalo todo|vuelve a|volver a|ponlo) |doch |lieber )*(?:so )?(?:as|like|how|the way|wie|comme|como) (?:(?:it|everything|that) (?:was|used to be|had been)|es war|vorher|zuvor|davor|c'[ée]tait|avant|estaba|era|antes)(?: (?:before|vorher|zuvor|avant|antes))?$/,
    'undo',
  ],
  [
    /^(?:mach(?:e)? )?(?:das |es |die letzte änderung |alles )?(?:wieder )?(?:rückgängig|zurücknehmen)(?: machen)?$|^nimm (?:das|es) (?:wieder )?zurück$|^(?:wieder )?zurück$/,
    'undo',
  ],
  [
    /^(?:annule[rz]?|défais|défaire|défaites)(?: (?:ça|cela|la dernière modification|le dernier changement))?$|^(?:supprime[rz]?|enlève[rz]?|retire[rz]?) (?:la dernière modification|le dernier changement)$|^(?:reviens|revenir|revenez|retour) en arrière$|^retour$/,
    'undo',
  ],
  [
    /^(?:deshacer|deshaz|deshaga|deshazlo|revertir|revierte|anular?|anúlalo)(?: (?:eso|esto|lo último|el último cambio))?$|^(?:quita[r]?|borra[r]?|elimina[r]?) (?:lo último|el último cambio)$|^(?:vuelve|volver) atrás$/,
    'undo',
  ],
  [
    /^(?:redo(?: (?:that|it|this|the (?:last )?change))?|do it again(?: after all)?|(?:undo|revert) the undo|wiederholen|wiederherstellen|refaire|refais(?:-le)?|rehacer|rehaz(?:lo)?)$/,
    'redo',
  ],
  [
    /^(?:start (?:over|again|afresh|from scratch|from the beginning)|begin again|(?:plan )?(?:a )?(?:completely )?new (?:one|trip)|forget (?:it|everything|all (?:of )?(?:that|this))|(?:delete|discard|scrap|clear|erase|remove|wipe|get rid of) (?:everything|all of it|the (?:whole )?(?:trip|thing|plan)|it all|all)|(?:lösch|lösche) (?:alles|die (?:ganze )?reise)|alles (?:löschen|weg)|(?:efface|supprime)[rz]? tout|bórralo todo|borra[r]? todo|elimina[r]? todo|reset(?: (?:it|everything|the trip))?|von vorn(?:e)?(?: anfangen)?|neu anfangen|recommence[rz]?(?: à zéro)?|empezar de (?:nuevo|cero))$/,
    'start-over',
  ],
  [
    /^(?:reverse(?: (?:it|the (?:route|trip|direction|order)))|reverse|turn (?:it|the trip) around|(?:(?:go|do it|do the trip|run it|plan it) )?in reverse(?: order)?|turn (?:it|everything|the (?:trip|route|order)) (?:a?round|upside down)|flip (?:it|the (?:trip|route|order))(?: a?round)?|backwards)$/,
    'reverse',
  ],
  [
    /^(?:(?:go |do it |plan it )?the other way(?: round| around)?|andersherum|dans l'autre sens|al revés)$/,
    'reverse',
  ],
];

/** Words around a command that are not part of it. */
const COURTESY =
  /^(?:(?:please|pls|plz|can|could|would|will|you|we|i|let's|lets|let|us|hm+|oh|ah|uh|um|ok|okay|no|nope|nah|wait|sorry|oops|actually|just|then|want|wanna|i'd|we'd|like|rather|to|better|never|changed|my|mind|nevermind|thanks|bitte|kannst|können|könntest|du|sie|wir|nein|doch|mal|attends|attendez|ach|nee|naja|ugh|s'il|te|vous|plaît|plait|peux-tu|pouvez-vous|peux|tu|non|por|favor|puedes|podrías|no,)\s+)+/;
const COURTESY_AFTER =
  /\s+(?:please|pls|plz|again|now|then|thanks|thank you|after all|bitte|wieder|s'il te plaît|s'il vous plaît|stp|svp|por favor|for me|instead)$/;

/** The command that a text is, if it is one as a whole: courtesies around it do not count. */
export function commandOf(text: string): TripCommand | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, first = '', reason = ''] =
    /^(.{4,40}?)(?:\s*[,;.–-]\s+|\s+(?=because|since|weil|car|parce|porque))(.+)$/iu.exec(text.trim()) ?? [];
  // "undo please, we found out it's full"
  return wholeCommand(text) ?? (isReason(reason) ? wholeCommand(first) : undefined);
}

function wholeCommand(text: string): TripCommand | undefined {
  const normalized = text
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.,;:!?¡¿…-]+(?=\s|$)|^[¡¿]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const bare = normalized.replace(COURTESY, '').replace(COURTESY_AFTER, '').replace(COURTESY_AFTER, '');
  return COMMANDS.find(([pattern]) => pattern.test(normalized) || pattern.test(bare))?.[1];
}

/** A command is short: a longer text also says something else. */
const MAX_CHARACTERS = 120;

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

/** Takes the request for stops between two others out of a text. */
export function takeStopsBetween(working: WorkingText): StopsBetween | undefined {
  let between: StopsBetween | undefined;
  working.take(BETWEEN, ({ groups = {} }) => {
    const { n = 'a', from = '', to = '' } = groups;
    between = { from, to, count: numberOf(n) };
  });
  return between;
}
