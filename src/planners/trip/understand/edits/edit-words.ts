/** What a word or phrase does in a message about a trip. */
export type WordRole =
  | 'add'
  | 'visit'
  | 'remove'
  | 'replace'
  | 'swap'
  | 'move'
  | 'end'
  | 'start'
  | 'reverse'
  | 'restore'
  | 'again'
  | 'allBut'
  | 'keepOnly'
  | 'rest'
  | 'meant'
  | 'neg'
  | 'keep'
  | 'set'
  | 'longer'
  | 'shorter'
  | 'insteadOf'
  | 'instead'
  | 'rather'
  | 'than'
  | 'joint'
  | 'from'
  | 'by'
  | 'between'
  | 'before'
  | 'after'
  | 'atStart'
  | 'atEnd'
  | 'atMiddle'
  | 'there'
  | 'it'
  | 'also'
  | 'each'
  | 'total'
  | 'and'
  | 'next'
  | 'so'
  | 'order'
  | 'filler';

/** The words of each role in English, German, French and Spanish, without capitals and accents. */
const WORDS: Readonly<Record<WordRole, string>> = {
  add: `forgot|forgotten|we forgot|i forgot|add|insert|include|put in|put|squeeze in|squeeze|fit in|fit|slot in|slot|throw in|work in|pop in|tack on|append|bring in|add in|stop in|stop at|a stop in|a stop at|stop over in|stopover in|plan in|schedule|pencil in|incorporate|work|weave in|tack|make time for|find time for|make room for|find room for|room for|detour to|detour via|side trip via|hop over to
    |fuge hinzu|fuge ein|fuge|hinzufugen|einfugen|einbauen|baue ein|bau ein|bau|baue|erganze|erganzen|nimm auf|nimm dazu|dazunehmen|dazu|hinzu|rein|mit rein|einplanen|plane ein|aufnehmen|einschieben|schieb ein|einen stopp in|zwischenstopp in
    |ajoute|ajouter|ajoutez|ajoutons|rajoute|rajouter|rajoutez|rajoutons|insere|inserer|inserez|mets|mettre|mettez|glisse|glisser|caler|cale|calez|prevois|prevoir|prevoyez|faire etape a|faire un arret a|un stop a|une halte a|un crochet par|inclus|inclure|integre|integrer|une etape a|un arret a
    |anade|anadir|anada|anadimos|agrega|agregar|incluye|incluir|mete|meter|pon|poner|ponga|suma|sumar|encaja|encajar|colar|inserta|insertar|una parada en`,
  visit: `what about|how about|why not|was ist mit|wie ware es mit|wie ware|et pourquoi pas|pourquoi pas|que tal|que te parece|visit|see|go to|head to|travel to|call at|swing by|drop by|want to see|pass through|check out
    |besuchen|besuche|sehen|fahr nach|fahren nach|gehen nach|geh nach|visiter|voir|aller a|passer par|passons par|visitar|ver|ir a|pasar por|pasamos por`,
  remove: `remove|delete|drop|skip|cut out|cut|leave out|take out|kick out|throw out|get rid of|scrap|cancel|ditch|lose|omit|eliminate|exclude|axe|nix|leave off|strike out|strike|chuck|forget about|forget|dont need|do not need|no need for|without|dont want to go to|dont want to see|dont want|do not want|dont go to|not go to|cross off|cross out|miss out|out|bypass|pass on|scratch|cross|wipe|jettison|eject|erase|lift|ignore|can go|has to go|have to go|must go|needs to go|should go|has got to go|gets the chop|can be dropped|can be cut|dont bother with|kick|chuck out|give up on|rather not go to
    |lass weg|weglassen|weggelassen|streiche|streich|streichen|raus|rauslassen|rausnehmen|rausschmeissen|herausnehmen|entferne|entfernen|losch|losche|loschen|auslassen|ohne|weg|lass aus|uberspringen|uberspring|entfallen|entfallt|rauswerfen|wegfallen|verzichten auf|verzichten|verzichte auf|nicht mehr nach|kann weg|muss weg|fallt weg|fallt aus|brauchen wir nicht|rausfallen|kippen|knicken|sparen wir uns
    |enleve|enlever|enlevez|enlevons|retire|retirer|retirez|supprime|supprimer|supprimez|sans|saute|sauter|sautons|laisse tomber|laissons tomber|oublie|oublions|vire|virer|zappe|zapper|zappons|tant pis pour|evite|eviter|evitons|pas besoin de|annule l etape a|eliminer
    |quita|quitar|quite|quitamos|elimina|eliminar|saca|sacar|sacamos|borra|borrar|sin|omite|omitir|salta|saltar|saltamos|suprime|suprimir|olvida|evita|evitar|fuera|prescindir de|prescindimos de|deja fuera|dejar fuera`,
  replace: `→|replace|substitute|change|trade|sub|ersetze|ersetzen|ersetz|remplace|remplacer|remplacez|remplacons|change|changer|reemplaza|reemplazar|sustituye|sustituir|cambia|cambiar`,
  swap: `swap|switch|exchange|interchange|flip|turn around|tausche|tauschen|tausch|vertausche|vertauschen|vertausch|echange|echanger|echangez|intervertis|inverse|inverser|intervertir|inversez|intercambia|intercambiar|invierte|swap round|swap around|switch round|switch around|swap the order of|switch the order of|reverse the order of`,
  move: `move|shift|bring forward|push back|push|verschiebe|verschieben|verschieb|verlege|verlegen|zieh|ziehe|vorziehen|deplace|deplacer|deplacez|decale|decaler|mueve|mover|mueva|traslada|adelanta`,
  end: `end|end up|finish|finish up|finish off|ending|finishing|conclude|enden|ende|aufhoren|beenden|finir|terminer|finis|termine|terminar|acabar|termina|acaba|end in|ending in`,
  start: `leave from|leaving from|depart from|departing from|set off from|setting off from|start in|start at|start from|starting in|starting at|starting from|start|starting|begin in|begin at|begin|beginning in|beginning at|beginning|starting point|ab|anfangen|anfang|starten|starte|startet|start ist|beginnen|beginne|fangen|fang|losfahren|losgehen|los geht s|los geht es|abfahrt|abfahrt ist|on part|on partirait|nous partons|partons|on commence|commencons|commence|commencer a|commencer|en commencant a|en commencant par|en partant de|debut|depart de|empezar en|empezar|empezamos|empieza|comienza|comenzamos|salimos|salir|salida|empezando en|empezando por|comenzar en|comenzando en|saliendo de|salida de|principio|inicio`,
  reverse: `inverse tout|inversez tout|inverse le voyage|inverse l itineraire|inverse l ordre|inverse le sens|tout a l envers|dreh alles um|dreh es um|dreh die reise um|kehr die reise um|alles umdrehen|invierte todo|invierte el orden|invierte la ruta|dale la vuelta|dale la vuelta a todo|todo al reves|reverse it|reverse|in reverse|in reverse order|reverse the order|reverse the route|reverse the trip|reverse the direction|reverse direction|reverse everything|the other way round|the other way around|other way round|other way around|the other way|backwards|turn it round|turn it around|turn the trip around|turn the route around|flip it|flip it around|flip the trip|flip the route|flip the order|flip the whole trip|flip the whole route|andersrum|anders rum|andersherum|anders herum|umgekehrt|andere richtung|in die andere richtung|in umgekehrter reihenfolge|in umgekehrter richtung|ruckwarts|dans l autre sens|en sens inverse|dans le sens inverse|a l envers|al reves|en sentido contrario|en sentido inverso`,
  restore: `put it back|put it back in|put that back|put them back|bring it back|bring it back in|add it back|add it back in|add it again|take it back in|leave it in after all|keep it after all|wieder rein|doch wieder rein|wieder rein damit|doch wieder rein damit|wieder dazu|wieder aufnehmen|remets-la|remets-le|remets-les|remettez-la|remettez-le|rajoute-la|rajoute-le|vuelve a ponerla|vuelve a ponerlo|ponlo de nuevo|ponla de nuevo|ponlo otra vez|ponla otra vez`,
  allBut: `everything but|everything except|everything except for|everything besides|everything other than|everything apart from|all but|all except|all except for|all stops but|all stops except|all the stops but|all the stops except|every stop but|every stop except|all the others but|alles ausser|alles bis auf|alle ausser|alle bis auf|alle stopps ausser|alle orte ausser|tout sauf|tous sauf|toutes sauf|tout a part|todo menos|todo excepto|todo salvo|todas menos|todos menos`,
  keepOnly: `only keep|keep only|just keep|keep just|keep nothing but|behalte nur|nur behalten|lass nur|garde seulement|ne garde que|garde juste|deja solo|solo deja|quedate solo con`,
  rest: `rest|the rest|the rest of it|the rest of the time|all the rest|the remaining time|the remaining days|the remaining nights|the others|the other two|the other stops|everything else|what s left|what is left|whatever s left|whatever is left|left over|der rest|den rest|die restliche zeit|die restlichen tage|die restlichen nachte|die anderen|alles andere|le reste|le reste du temps|tout le reste|les autres|el resto|lo demas|lo que queda|todo lo demas|los demas`,
  again: `otra vez en|de nuevo en|wieder in|noch mal in|nochmal in|noch einmal in|encore a|de nouveau a|back to|back in|back at|return to|returning to|return in|come back to|coming back to|go back to|going back to|once more in|again in|zuruck nach|zuruck in|wieder nach|wieder zuruck nach|noch einmal nach|noch mal nach|nochmal nach|retour a|retourner a|retournons a|revenir a|revenons a|revient a|de retour a|a nouveau a|volver a|volvemos a|regresar a|regresamos a|regreso a|de vuelta a|vuelta a`,
  neg: `ne veut plus|ne veux plus|ne veulent plus|ne voulons plus|n ira plus|no longer want|wollen nicht mehr|ya no queremos|ya no quiero|not|dont|do not|wont|will not|no longer|never|cant|cannot|isnt|is not|arent|doesnt|no|nicht|nicht mehr|kein|keine|keinen|ne|n|pas|plus de|jamais|nunca|ya no|doch nicht|lieber nicht|doch lieber nicht|lieber doch nicht|bitte nicht|finalement non|finalement pas|al final no|mejor no|not after all`,
  meant: `meant|i meant|we meant|mean|i mean|i was thinking of|meinte|ich meinte|gemeint|ich meine|voulais dire|je voulais dire|quise decir|queria decir|me referia a`,
  keep: `keep|dont touch|do not touch|dont change|dont skip|dont drop|dont remove|lass drin|behalte|behalten|drin lassen|garde|garder|gardez|manten|mantener|conserva`,
  set: `make|give|spend|sleep|stay|have|set|do|get|let it be|overnight|bleibe|bleiben|bleib|mach|mache|machen|gib|geben|verbringen|ubernachten|schlafen|reste|rester|restons|dormir|dormons|fais|faire|faisons|passer|passe|passons|donne|donner|quedarnos|quedar|quedarse|quedamos|dormir|pasar|pasamos|haz|hacer|da|dale|dar|overnight stop|needs|need|deserves|should be|should get|gets|takes|braucht|brauchen|soll|sollen|sein|besoin|necesita|necesitamos|should have|bekommt|kriegt|sean|seran|serian|has|hat|tiene`,
  longer: `longer|more time|extra time|give the time|give the days|give the extra time|give the extra days|give that time|give it to|give them to|spend the time|spend those days|spend the extra|spend these days|spend those nights|use those days|use those nights|put those days|put those nights|both nights|both days|those nights|those days|that night|that day|the freed days|the saved days|give those days|give those nights|add those days|add the time|put the days|spend that time|spend the days|use the time|use that time|use the days|put the time|extend|prolong|lengthen|langer|mehr zeit|die zeit|die tage|verlangere|verlangern|plus longtemps|plus de temps|prolonge|prolonger|rallonge|rallonger|allonge|mas tiempo|alarga|alargar|prolonga|extiende|too short|zu kurz|trop court|trop courte|muy poco|demasiado poco`,
  shorter: `shorter|less time|shorten|reduce|trim|kurzer|weniger zeit|verkurze|verkurzen|kurze|kurzen|moins longtemps|moins de temps|raccourcis|raccourcir|reduis|reduire|menos tiempo|acorta|acortar|reduce|reducir|too long|zu lang|zu lange|trop long|trop longtemps|demasiado tiempo|demasiado largo`,
  insteadOf: `instead of|rather than|in place of|in lieu of|anstatt|statt|anstelle von|an stelle von|au lieu de|au lieu d|a la place de|a la place d|plutot que|en vez de|en lugar de`,
  instead: `instead|in its place|in its stead|there instead|dafur|stattdessen|statt dessen|a la place|en su lugar|en cambio`,
  rather: `rather|prefer|lieber|plutot|mejor|prefiero|preferimos|prefere|preferons`,
  than: `than|als|que`,
  joint: `with|for|to|into|onto|down to|up to|mit|durch|gegen|fur|zu|avec|par|pour|contre|con|por|auf`,
  from: `from|away from|von|weg von`,
  by: `by|um`,
  between: `between|in between|zwischen|entre`,
  before: `before|ahead of|prior to|vor|avant|avant de|avant d|antes de|antes del`,
  after: `after|following|behind|nach|hinter|apres|despues de|despues del|tras|once we leave`,
  atStart: `at the beginning|at the start|at the very start|to the start|to the beginning|to the front|up front|first stop|as the first stop|as first stop|first thing|start with|starting with|begin with|beginning with|kick off with|open with|to begin with|to start with|first|am anfang|zu beginn|an den anfang|zuerst|starte mit|beginne mit|anfangen mit|als erstes|zunachst|au debut|en premier|en premiere|d abord|commence par|commencer par|commencons par|pour commencer|al principio|al comienzo|primero|empieza por|empezar por|para empezar`,
  atEnd: `at the end|at the very end|to the end|to the very end|on the end|onto the end|onto the very end|right at the end|at the tail end|as the last stop|as last stop|last stop|to finish|to finish with|to end with|to round it off|in the end|lastly|finally|last|letzten|derniers|dernieres|ultimos|ultimas|am ende|ans ende|zum schluss|zum abschluss|als letztes|zuletzt|a la fin|en dernier|en derniere|pour finir|pour terminer|al final|para terminar|por ultimo|de ultimo`,
  atMiddle: `in the middle|halfway|midway|half way|in der mitte|au milieu|a mi chemin|en medio|a medio camino`,
  there: `there|in there|dort|da|la bas|alli|ahi|that place|that stop|that town|that city`,
  it: `it|that|this|the trip|the whole trip|the whole thing|the tour|everything|es|das|die reise|das ganze|die ganze reise|le voyage|tout|el viaje|todo`,
  also: `also|too|as well|on top|in addition|additionally|auch|ausserdem|zusatzlich|obendrein|aussi|en plus|egalement|tambien|ademas`,
  each: `each|apiece|respectively|jeweils|je|chacun|chacune|cada uno|cada una|in each|everywhere|every stop|each stop|every place|each place|all stops|all the stops|jeder stopp|jedem stopp|jeder ort|jedem ort|uberall|chaque etape|chaque ville|partout|cada parada|cada ciudad|en todas partes`,
  total: `total|in total|overall|altogether|in all|all in all|insgesamt|au total|en tout|en total`,
  and: `and|&|plus|und|sowie|et|y|e|but|aber|mais|pero|sondern|sino`,
  next: `then|and then|after that|afterwards|followed by|dann|danach|und dann|anschliessend|puis|ensuite|et puis|luego|despues|entonces|y luego`,
  so: `so|so that|therefore|hence|thus|that s why|deshalb|daher|darum|deswegen|donc|alors|du coup|asi que|por eso|por lo tanto`,
  order: `reorder|new order|in this order|in that order|in the order|the order|order should be|order is|order|sequence|neue reihenfolge|reihenfolge|in dieser reihenfolge|nouvel ordre|dans cet ordre|l ordre|ordre|nuevo orden|en este orden|el orden|orden`,
  filler: `u|ya|its gonna be|please|would you mind|do you mind|pls|plz|pleas|thx|thanks|can|could|would|will|shall|should|may|might|must|you|we|i|us|me|they|the|a|an|our|my|your|some|just|only|maybe|perhaps|possibly|ok|okay|actually|well|oh|ah|hmm|hm|um|hey|hi|hello|sorry|oops|wait|yes|yeah|want|wanted|like|wish|love|fancy|id|wed|ill|i d|we d|i ll|we ll|i am|we are|to|in|at|of|on|the stop in|stops|stop|place|places|city|town|lets|let s|let|leave|is|be|it s|its possible|possible|able|think|guess|btw|right|directly|straight|immediately|now|again|back|instead please|take|steal|borrow|shave|go|going|visiting|seeing|stopping|spending|staying|us to|all|both|trip|route|plan|itinerary|time|one|as|after all|on the way|along the way|en route|if possible|somewhere|quickly|bit|little|whole|total of|of course|really|very|definitely|kindly|add to it|want to|would like to|like to|need to|have to|got to|gotta|gonna|wanna|into it|in it|stay in|stay at|sleep in|sleep at|a night stop|being|with us|up|ins|come|comes|coming|around|round|enough|plenty|will do|is plenty|suffices|if so|ideally|preferably|hopefully|end up|those|these|that extra|extra|worth|rest of it|hire|rent|book|use|catch|via|off the list|from the list|from the trip|off the trip|from the plan|from the route|from the itinerary|to the list|to the trip|to the plan|to the route|to the itinerary|onto the list
    |bitte|mal|doch|also|reicht|reichen|genugt|genug|damit|wir|ich|uns|mir|mochten|mochte|wollen|will|konnen|konnten|kann|kannst|konntest|du|sie|ihr|den|die|das|der|dem|des|ein|eine|einen|einer|einem|im|in|am|an|ans|noch|gern|gerne|nur|ja|nein|ok|vielleicht|stopp|halt|ort|stadt|reise|route|bei|um|es|ware|waere|schon|eigentlich|lass|lasst|lassen|nimm|nehmen|fahren|gehen|unterwegs|auf dem weg|direkt|gleich|zu|wieder|haben|hatten|hatte|aus der reise|von der liste
    |s|il|te|plait|suffit|suffisent|pardon|vous|svp|stp|on|nous|je|j|laisse|laisser|voudrait|voudrais|voudrions|aimerais|aimerait|aimerions|peut|peux|pouvez|pourrait|pourrais|pourriez|tu|le|la|les|l|un|une|du|de|d|des|a|au|aux|est|ce|qu|que|en|bien|oui|non|peut-etre|juste|seulement|ville|etape|etapes|voyage|veut|veux|finalement|aller|va|vais|allons|aussi|dans|sur la route|en chemin|y|merci|possible|serait|soit|si possible
    |por|favor|porfa|basta|bastan|perdon|deja|dejar|queremos|quiero|quisiera|quisieramos|querriamos|podemos|puedes|podrias|podriamos|puede|el|la|los|las|lo|un|una|unos|de|del|al|nos|me|gustaria|que|en|ciudad|parada|viaje|si|solo|vamos|por el camino|de camino|tal vez|quizas|es|posible|sea|estar|ir|mas bien|gracias|a`,
};

const ROLES: ReadonlyMap<string, WordRole> = new Map(
  // What is listed first wins: a word of courtesy is nothing else.
  (Object.entries(WORDS) as [WordRole, string][])
    .flatMap(([role, list]) => list.split('|').map((phrase) => [phrase.trim(), role] as const))
    .toReversed(),
);

/** The most words of a phrase in the lists. */
export const MAX_PHRASE_WORDS = 5;

/** What a phrase does; it is given without capitals and accents, its words with one space between them. */
export function roleOf(phrase: string): WordRole | undefined {
  return ROLES.get(phrase) ?? roleOfGerund(phrase);
}

/** "would you mind dropping Pisa": "drop", "remove", "add". */
function roleOfGerund(word: string): WordRole | undefined {
  const [, stem = '', last = ''] = /^([a-z]{2,}?([a-z]))ing$/.exec(word) ?? [];
  const bare = stem.endsWith(last + last) ? stem.slice(0, -1) : stem;
  const role =
    stem === '' ? undefined : [stem, `${stem}e`, bare].map((each) => ROLES.get(each)).find(Boolean);
  return role !== undefined && GERUNDS.has(role) ? role : undefined;
}

const GERUNDS: ReadonlySet<WordRole> = new Set(['add', 'remove', 'replace', 'swap', 'move']);

/** A word or phrase without capitals, accents and apostrophes, as the lists have it. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/(?<=\p{L})['’](?=t\b)/gu, '')
    .replaceAll(/['’]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const KEYWORDS = [...ROLES.keys()].filter((word) => !word.includes(' ') && word.length > 2);

/** The word of the lists that a mistyped one stands for: "addd", "teh", "remvoe", "beetween". */
export function meantWord(word: string): string | undefined {
  const squeezed = (text: string) => text.replaceAll(/(.)\1+/g, '$1');
  return KEYWORDS.find(
    (known) =>
      known[0] === word[0] &&
      (squeezed(known) === squeezed(word) || isTransposed(known, word) || isOneLetterOff(known, word)),
  );
}

function isTransposed(known: string, word: string): boolean {
  if (known.length !== word.length) return false;
  const at = [...known].findIndex((letter, index) => letter !== word[index]);
  return (
    at >= 0 &&
    known[at] === word[at + 1] &&
    known[at + 1] === word[at] &&
    known.slice(at + 2) === word.slice(at + 2)
  );
}

/** In short words one letter makes another word. */
const MIN_LENGTH_WITH_TYPO = 5;

function isOneLetterOff(known: string, word: string): boolean {
  return Math.min(known.length, word.length) >= MIN_LENGTH_WITH_TYPO && lettersApart(known, word, 1) <= 1;
}

/** How many letters two words differ by, as far as that is no more than `most`. */
export function lettersApart(one: string, other: string, most: number): number {
  if (one === other) return 0;
  if (most === 0 || Math.abs(one.length - other.length) > most) return most + 1;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const [a, b] = at < 0 ? ['', other.slice(one.length)] : [one.slice(at), other.slice(at)];
  const rest = most - 1;
  const swapped = a[0] === b[1] && a[1] === b[0] ? lettersApart(a.slice(2), b.slice(2), rest) : most;
  return (
    1 +
    Math.min(
      lettersApart(a.slice(1), b.slice(1), rest),
      lettersApart(a.slice(1), b, rest),
      lettersApart(a, b.slice(1), rest),
      swapped,
    )
  );
}
