/** Matches the closing of a letter, after which come a name, a telephone number or an advertisement. */
const CLOSING =
  /^(?:(?:with )?(?:kind|best|warm|many)(?:est)? (?:regards|wishes)|regards|best|cheers|yours(?: \w+)?|sincerely|many thanks|thanks(?: so much| a lot| in advance)?|thank you(?: very much| so much| in advance)?|love|sent from my .*|--+|(?:viele|liebe|beste|schöne) grüße.*|mit freundlichen grüßen|lg|mfg|gruß|(?:bien )?cordialement|merci(?: d'avance| beaucoup)?|bises|(?:un )?saludos?(?: cordiales?)?|gracias|atentamente)\s*[,.!]*$/iu;
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|bonjour|salut|hola|buenos días|buenas(?: tardes)?)(?: \p{L}+){0,3}\s*[,.!]*$/iu;
const BULLET = /^(?:[-*•–—·▪‣◦●○✈📍→]+\s+|\(?\d{1,2}[.)]\s+(?=\p{L}))/u;
/** More words are a sentence and no item of a list. */
const MAX_IN_ITEM = 9;
/** A line that is longer was broken by the program it was written with. */
const BROKEN_AT = 60;
const MAX_IN_SIGNATURE = 6;

interface Line {
  readonly text: string;
  readonly isItem: boolean;
}

/**
 * A text in lines as one in sentences: items of a list are put beside each other, lines that a program broke together, and what
 * opens and closes a letter is left out.
 */
export function asProse(written: string): string {
  const text = withoutSignature(written);
  if (!text.trim().includes('\n')) return text;
  const all = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const closing = all.findIndex((line, at) => at > 0 && CLOSING.test(line));
  const isLetter = closing > 0 && all.length - closing <= MAX_IN_SIGNATURE;
  const body = (isLetter ? all.slice(0, closing) : all).filter((line, at) => at > 0 || !GREETING.test(line));
  const isNumbered = body.filter((line) => /^\(?\d{1,2}[.)]\s+\p{L}/u.test(line)).length > 1;
  const lines = body.map((line) => lineOf(line, isNumbered));
  return lines.map((line, at) => line.text + endOf(line, lines[at + 1])).join('');
}

const SIGNED =
  /(?<=[.!?,\n]\s*)(?:(?:[Kk]ind|[Bb]est|[Ww]arm|[Mm]any)(?:est)? (?:[Rr]egards|[Ww]ishes|[Tt]hanks)|[Rr]egards|[Cc]heers|[Tt]hanks|[Tt]hank you|[Vv]iele [Gg]rüße|[Ll]iebe [Gg]rüße|LG|[Cc]ordialement|[Mm]erci|[Bb]ises|[Ss]aludos|[Gg]racias),?\s+\p{Lu}\p{Ll}+(?<other>\s*(?:and|&|\+|und|et|y)\s*\p{Lu}\p{Ll}+)?[.!]*\s*$/u;

/** "Kind regards, Trevor and Jan": who signs a letter is no place, and two who sign are two. */
function withoutSignature(text: string): string {
  return text.replace(SIGNED, (_, other?: string) => (other === undefined ? '' : 'We are a couple.'));
}

function lineOf(line: string, isNumbered: boolean): Line {
  // "3. Juni" begins with a date, unless all lines are numbered.
  const isBullet = BULLET.test(line) && (isNumbered || !/^\d/.test(line));
  const text = isBullet ? line.replace(BULLET, '') : line;
  return { text, isItem: isBullet || text.split(/\s+/).length <= MAX_IN_ITEM };
}

/** What a line is joined to the next one with. */
function endOf({ text, isItem }: Line, next: Line | undefined): string {
  if (next === undefined) return '';
  if (/[.,;:!?]$/.test(text)) return ' ';
  const isBroken = text.length >= BROKEN_AT && /^[\p{Ll}\d]/u.test(next.text);
  if (isBroken) return ' ';
  return isItem && next.isItem ? ', ' : '. ';
}
