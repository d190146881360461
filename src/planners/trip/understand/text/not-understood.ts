import { isFiller, isSign, isVerb } from '../places/place-phrases.ts';

/** Words of politeness and of talking about a trip in general. */
const SMALL_TALK = new Set(
  `thank you your good great nice really very much quite also only still already if am was were been being did does done
than as such both any every each these those them they he she morning evening afternoon today now then dear cheers sorry wow cool seen already tent tents obviously lol kindly regards namaste ciao moin hola bonjour
journey travels itinerary route roadtrip getaway break adventure wish need love loving liked hope hoping think thinking guess looking wanting
staying spending spend going come coming time whole lot bit kind season musts must part way ways perhaps preferably ideally possible possibly help bring brings tell show
give idea ideas suggestion suggestions something anything everything nothing it's that's there's id ill i'll we'll you'll im ive i've we've
bringing bring cut what's where's how's best prefer myself ourselves he's she's people person friends family again once twice off up down onto near nearby within total trip's it'd don't hate arriving arrive departing return returning`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words at the edges of a phrase that carry no meaning of their own. */
const EDGE = /^(?:and|the|an?|of|to|in|at|on|for|with|we|i|it|is|are|please|then|but|so|also|by)$/i;

/** The meaningful phrases that no rule has read, without the names that were read. */
export function notUnderstood(unread: readonly string[], used: readonly string[]): string[] {
  const names = used.toSorted((a, b) => b.length - a.length).map((name) => name.toLowerCase());
  const phrases = unread.flatMap((phrase) => withoutNames(phrase, names)).map(withoutEdges);
  return [...new Set(phrases.filter((phrase) => phrase.split(' ').some(saysSomething)))];
}

/** Words that describe the style of a trip rather than its sights. */
const NO_THING =
  /^(?:doing|going|planning|looking|thinking|half board|board|quick|short|cheap|cheaper|nice|close|near|far|own|back|van|house|hotel|room|flat|place|thing|stuff|way|plan|budget|people|person|week|day|night|month|year|time|date|start|end|first|last|only|max|min|long|big|small|good|best|great|much|many|ok|overland|possible|possibly|afterwards|definitely|maybe|else|everything|anything|somewhere|something|everywhere|meeting|business|work|conference|female|male|old|new|hand|side|middle|down|up|inside|outside|country|coast|region|area|apartment|cottage|villa|cabin|crossing|fear|stopover|transfer|grandma|holiday|prefer|range|inclusive|charge|car|e-car|road|vacation|option|preference|weather|money|season|group|couple|class|style|level|one|airport|direct|lover|grandparent|parent|generation|nach|von|quiet|base|student|river|stroller|hate|hates|warm|cold|lad|fine|require|covering|cover|including|spanning|starting|wedding|sleeping|sleep|never|before|fast|excursion|round|lazy|seen|transport|hired|booked|rented|again|soon|later|\p{L}+ed)s?$/iu;
const MAX_WORDS = 4;
/** Words before and after an interest. */
const LEADING =
  /^(?:(?:we |i )?(?:want|would like|hope|like|love|need)(?: to)? |to |(?:see|try|do|watch|spot|ride|taste|experience|enjoy) |(?:some|lots of|plenty of|maybe|ideally|a bit of|great|good|nice) )+/i;
const TRAILING = / (?:every day|each day|please|too|if possible|at night|as well|every evening|for sure)$/i;

/** The unread phrases that look like interests: "ice skating", "baobabs and lemurs". */
export function likedParts(phrase: string): string[] {
  const parts = phrase.split(/ (?:and|or|&) /).map(likedPart);
  return parts.every(looksLikeInterest) ? parts : [];
}

function looksLikeInterest(phrase: string): boolean {
  const words = phrase.split(' ');
  if (words.length > MAX_WORDS || !words.every((word) => /^\p{Ll}[\p{L}'’-]*$/u.test(word))) return false;
  const last = words.at(-1) ?? '';
  return (
    last.length > 3 &&
    words.every(
      (word, at) => !isFillerAt(words, at) && !isVerb(word) && !SMALL_TALK.has(word) && !/ly$/.test(word),
    ) &&
    !NO_THING.test(last)
  );
}

/** "see penguins every day" is about penguins. */
function likedPart(phrase: string): string {
  return phrase.replace(LEADING, '').replace(TRAILING, '');
}

/** A town is nothing one likes, a medieval town is. */
function isFillerAt(words: readonly string[], at: number): boolean {
  const isKind =
    at > 0 &&
    at === words.length - 1 &&
    /^(?:towns|villages|cities|places|drives|rides|trips)$/.test(words[at] ?? '');
  return isFiller(words[at] ?? '') && !isKind;
}

function withoutNames(phrase: string, names: readonly string[]): string[] {
  const padded = ` ${phrase} `;
  const name = names.find((each) => padded.toLowerCase().includes(` ${each} `));
  if (name === undefined) return [phrase];
  const at = padded.toLowerCase().indexOf(` ${name} `);
  const around = [padded.slice(0, at), padded.slice(at + name.length + 2)];
  return around.flatMap((part) => (part.trim() === '' ? [] : withoutNames(part.trim(), names)));
}

function withoutEdges(phrase: string): string {
  const words = phrase.split(' ');
  const isKept = (word: string) => !EDGE.test(word);
  const [from, to] = [words.findIndex(isKept), words.findLastIndex(isKept)];
  return from < 0 ? '' : words.slice(from, to + 1).join(' ');
}

function saysSomething(word: string): boolean {
  const bare = word.replaceAll(/[^\p{L}\p{N}'-]/gu, '').toLowerCase();
  return /[\p{L}\p{N}]/u.test(bare) && !isFiller(bare) && !isVerb(bare) && !SMALL_TALK.has(bare);
}

/** What stands together between two signs. */
export function phrasesOf(tokens: readonly string[]): string[] {
  const phrases: string[][] = [[]];
  for (const token of tokens) {
    if (isSign(token)) phrases.push([]);
    else phrases.at(-1)?.push(token);
  }
  return phrases.filter((words) => words.length > 0).map((words) => words.join(' '));
}
