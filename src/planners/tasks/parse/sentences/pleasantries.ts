import type { Block } from '../layout/outline.ts';

const GREETING =
  /^(?:hi|hello|hey|hallo|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|evening)(?:(?:\s+(?:all|team|there|everyone|everybody|folks|guys|again|both))?|(?:\s+\p{Lu}[\p{L}.'’-]*){0,3})\s*[,!.]*$/u;
const GREETING_WITH_COMMA =
  /^(?:team|all|folks|everyone|hi|hello|hey|hallo|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|evening)\b[^.?!:;]{0,40},$/i;
const SIGN_OFF =
  /^(?:with )?(?:thanks|thank you|many thanks|thx|cheers|best|best regards|kind regards|warm regards|regards|best wishes|best greetings|kind greetings|greetings|sincerely|yours|all the best|ty|vg|lg|mfg)(?:\s+(?:in advance|a lot|all|everyone|so much|again|very much|team|for your help|and (?:best|kind) regards|and regards))*\s*[,!.]*$/i;
const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|change-id|sent from my)\b[: ].*$/i;
const MAX_SIGNATURE_LINE_LENGTH = 40;
const MAX_SIGNATURE_LINES = 3;

const COURTESIES: readonly RegExp[] = [
  /^(?:hi|hello|hey|hallo|hiya|yo|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|evening|greetings|howdy|moin)\b[^.?!:;]{0,40}[,!.\s]*$/iu,
  /^(?:with )?(?:(?:many|so many|lots of|big|huge|a thousand) )?(?:thanks|thank you|thx|ty|cheers|danke|merci|much appreciated|appreciated|regards|kind regards|best regards|best wishes|all the best|sincerely)\b/iu,
  /^(?:i |we )?(?:hope|sorry|apologies|excuse me|pardon|enjoy|have a (?:nice|great|good|lovely)|happy (?:to|friday|monday|weekend|holidays|birthday)|looking forward|talk (?:soon|to you)|see you|speak soon|take (?:care|your time)|get well|welcome back|congrat|well done|nice (?:work|job|one)|great (?:work|job)|good (?:job|work|luck)|keep up|kudos|bear with|feel free|no (?:rush|worries|worry|hurry|pressure|problem|stress)|don['’]?t (?:worry|hesitate)|do not (?:worry|hesitate)|let me know (?:if|in case|should|when|once|how it)|ping me (?:if|in case)|shout if|just (?:ask|shout) if|ask me if|any questions,? |lgtm|\+1|sounds good|looks good|works for me|never ?mind|nvm|lol|haha|wow|yay|bravo|cool|perfect|great|awesome|nice|okay|ok|yes|no|yep|nope|sure|agreed|ack|done!?|same here|me too|(?:if|in case|should) (?:you|there|anything|something|any)\b.{0,60}(?:questions?|unclear|problems?|doubts?|help|ask|ping|call me|let me know|reach out|contact|shout)|nothing (?:to do|needed|for you|left to do|else)|no action (?:needed|required|from you)|comments? welcome|feedback welcome|drinks on|thoughts)(?=[\s,.!?:)–—-]|$)/iu,
];

const OFFERS_HELP =
  /^(?:please |just |or )*(?:(?:call|ping|ask|mail|email|text|tell|contact|write|message|phone|dm|shout|reach out)\b.{0,30}\bif\b.{0,40}\b(?:questions?|unclear|problems?|issues?|need|stuck|doubt|anything|help)\b|do(?: so| it| that)?[.!]*$)/i;

/** Whether a sentence is only a greeting, thanks or good wishes. */
export function isCourtesy(sentence: string): boolean {
  const [greets, thanks, wishes] = COURTESIES;
  if (greets?.test(sentence) || thanks?.test(sentence)) return true;
  if (
    /^(?:ok|okay|yes|no(?! (?:rush|worr|hurry|pressure|problem|stress))|yep|sure|great|nice|cool|perfect|awesome|done)\b/i.test(
      sentence,
    )
  ) {
    return /^\S+[\s!.,👍🎉🙂]*$/u.test(sentence) || /^(?:great|nice) (?:work|job|one)/i.test(sentence);
  }
  return wishes?.test(sentence) === true || OFFERS_HELP.test(sentence.slice(0, 120));
}

/** The blocks without the greeting and closing of a letter and the trailers of a commit message. */
export function withoutPleasantries(blocks: readonly Block[]): Block[] {
  const kept = blocks.filter((block) => !(block.type === 'prose' && TRAILER.test(block.text)));
  const [first] = kept;
  if (first?.type === 'prose' && isGreeting(first.text)) kept.shift();
  const signOff = kept.findLastIndex((block) => block.type === 'prose' && SIGN_OFF.test(block.text));
  if (
    signOff >= 0 &&
    kept.slice(signOff + 1).every(isSignature) &&
    kept.length - signOff - 1 <= MAX_SIGNATURE_LINES
  ) {
    kept.length = signOff;
  }
  return kept;
}

function isGreeting(text: string): boolean {
  return GREETING.test(text.slice(0, 1).toLowerCase() + text.slice(1)) || GREETING_WITH_COMMA.test(text);
}

function isSignature(block: Block): boolean {
  return (
    block.type === 'prose' && block.text.length <= MAX_SIGNATURE_LINE_LENGTH && !/[.?!:]$/.test(block.text)
  );
}
