import type { Block } from './outline.ts';

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))(?:(?:\s+(?:all|team|there|everyone|everybody|folks|guys))?|(?:\s+\p{Lu}[\p{L}.'’-]*){0,3})\s*[,!.]*$/u;
const GREETING_WITH_COMMA = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.?!:;]{0,40},$/i;
const SIGN_OFF =
  /^(?:thanks|thank you|many thanks|thx|cheers|best|best regards|kind regards|warm regards|regards|best wishes|sincerely|yours|all the best|ty)(?:\s+(?:in advance|a lot|all|everyone|so much|again|very much|team))*\s*[,!.]*$/i;
const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|change-id|sent from my)\b[: ].*$/i;
const LONGEST_SIGNATURE_LINE = 40;
const MOST_SIGNATURE_LINES = 3;

/** The blocks without the greeting and the closing of a letter and the trailers of a commit message. */
export function withoutPleasantries(blocks: readonly Block[]): Block[] {
  const kept = blocks.filter((block) => !(block.type === 'prose' && TRAILER.test(block.text)));
  const [first] = kept;
  if (first?.type === 'prose' && isGreeting(first.text)) kept.shift();
  const signOff = kept.findLastIndex((block) => block.type === 'prose' && SIGN_OFF.test(block.text));
  if (
    signOff >= 0 &&
    kept.slice(signOff + 1).every(isSignature) &&
    kept.length - signOff - 1 <= MOST_SIGNATURE_LINES
  ) {
    kept.length = signOff;
  }
  return kept;
}

function isGreeting(text: string): boolean {
  return GREETING.test(text.slice(0, 1).toLowerCase() + text.slice(1)) || GREETING_WITH_COMMA.test(text);
}

function isSignature(block: Block): boolean {
  return block.type === 'prose' && block.text.length <= LONGEST_SIGNATURE_LINE && !/[.?!:]$/.test(block.text);
}
