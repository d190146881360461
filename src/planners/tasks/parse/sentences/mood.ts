import { memoized } from '../memoized.ts';
import { isOrderRemark } from '../order/order-remark.ts';
import { codeSpans } from '../spans/code-spans.ts';
import { isCommandSpan, isTypedCommand } from './commands.ts';
import { connectorEnd, wordAt } from './connectors.ts';
import { isAcceptance, isAim, isComment, isProperty, isRule, isTerms, isWanted } from './modality.ts';
import { isCourtesy } from './pleasantries.ts';
import { plainWords, withoutFillers } from './polite.ts';
import { isQuestion } from './question.ts';
import { isNounToo, isSeldomVerb, isVerb } from './verbs.ts';

/** The mood of a sentence, or of an independent clause. */
export type Mood =
  /** Requests something. */
  | 'request'
  | 'rule'
  | 'question'
  | 'acceptance'
  /** States the overall purpose. */
  | 'aim'
  /** Describes something. */
  | 'statement'
  | 'courtesy'
  /** Adds details to the previous task. */
  | 'elaboration'
  /** Has no verb, so only its position is decisive. */
  | 'fragment';

/** The mood of a sentence, and its text without polite phrases. */
export interface Reading {
  readonly mood: Mood;
  readonly text: string;
  /** Whether it is an explicit request, and not a bare verb. */
  readonly isExpress: boolean;
}

const HEAD = 400;
const LINK = /https?:\/\/\S+/g;

/** Reads the mood of a sentence from its form alone. */
export const readingOf: (sentence: string) => Reading = memoized(read);

function read(sentence: string): Reading {
  const bare = withoutFillers(sentence);
  const head = bare.slice(0, HEAD);
  const opened = plainWords(sentence);
  const later = opened.isAsked ? opened : plainWords(sentence.replace(LATER, ''));
  const plain = later.isAsked ? later : opened;
  const reading = (mood: Mood, text = bare, isExpress = false): Reading => ({ mood, text, isExpress });
  if (isCourtesy(head)) return reading('courtesy', sentence);
  if (isElaboration(head) && !ADDS.test(sentence) && !FOR_EACH.test(head))
    return reading('elaboration', bare);
  if (isOrderRemark(plain.text)) return reading('statement', bare);
  if (isAim(head) && /\bdo something\b/i.test(head)) return reading('aim', bare);
  const isOrder = isOrderAt(plain.text);
  const isIdle =
    /^can (?:we|i)\b/i.test(head) && plain.text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length < 2;
  if (isTypedCommand(sentence.trim().replace(/[.!]$/, ''))) return reading('request', sentence);
  if (plain.isAsked && isOrder && !isIdle && !asksToKnow(plain.text)) {
    return isRule(plain.text) ? reading('rule') : reading('request', unasked(plain.text), true);
  }
  if (NOT_ASKED.test(head)) return reading('rule', bare);
  if (FORGETS_NOTHING.test(head)) return reading('request', bare, true);
  if (isComment(head)) return reading('statement', bare);
  const request = bare.replace(/^(?:please|pls),?\s+/i, '');
  if (asksForThing(request)) return reading('request', asThing(unasked(request)), true);
  if (isOrder && TAGGED.test(bare)) return reading('request', unasked(plain.text), true);
  if (isQuestion(bare)) return reading('question');
  const begins = isOrder ? (/^[^,;–—]*/.exec(head)?.[0] ?? head) : head;
  if (isRule(head) && (isRule(begins) || /^(?:please )?(?:keep|leave|use|make)\b/i.test(head)))
    return reading('rule', bare);
  if (isAcceptance(head)) return reading('acceptance', bare);
  if (isOrder && !TELLS.test(plain.text)) {
    return reading('request', plain.text, plain.hasPlease);
  }
  if (isAim(head)) return reading('aim', bare);
  if (isProperty(head)) return reading('rule', bare);
  if (isWanted(head)) return reading('request', plain.text, true);
  if (isTerms(head) && !hasFiniteVerb(head)) return reading('rule', bare);
  if (isDeclarative(head)) return reading('statement', bare);
  const isDue = DUE.test(plain.text);
  return plain.hasPlease && !isDue ? reading('request', plain.text, true) : reading('fragment', bare);
}

/** `Until Wednesday, please` is a deadline, not a task. */
const DUE =
  /^(?:until|till|by|before|within|this|next|today|tomorrow|tonight|asap|on|at|no later than|end of)\b/i;

/** `For each customer, generate a PDF` */
const FOR_EACH =
  /^for (?:each|every|all) [^:,]{2,60}?(?:, (?=\p{L})| (?:open|create|write|add|make|send|generate|check|list|remove|delete|set|run|move|decide|update|file|start|build|find|fill) (?:the|a|an|one|it)\b)/iu;

/** Words of order before a request: `Then I need you to …` */
const LATER = /^(?:and |so )?(?:then|after that|afterwards|next|finally|first|second|third),?\s+/i;

/** Words that announce an addition. */
const ADDS = /^\W*(?:and )?(?:also|plus|please also|additionally|in addition)\b/i;

/** `Don't forget the stickers.` */
const FORGETS_NOTHING =
  /^(?:and |but |also |please )*(?:do not|don['’]?t) forget (?:the|a|an|our|your|about)\s/i;

/** `Can you not ping everyone?` */
const NOT_ASKED =
  /^(?:please )?(?:can|could|would) (?:you|we|everyone|people|folks) (?:please |all )*not (?!\p{L}+ed\b|forget\b)/iu;

/** A request in the form of a question is no question without its polite phrase. */
function unasked(text: string): string {
  return text.replace(/\s*[?？]+([\s)!.]*)$/u, '$1').trimEnd();
}

const CAN_IT =
  /^(?:[^?]{3,80}, )?(?:can|could) (?:it|they|this|that|the \p{L}+(?: \p{L}+)?) (?:please |also |maybe |not )*(\p{L}+)\s[^?]*\?\W*$/iu;
/** `Restart the box, ok?` */
const TAGGED = /[,\s](?:please|pls|ok(?:ay)?|(?:would|will|can|could) you)\s*\?\W*$/i;
const CAN_BE_DONE =
  /^(?:[^?]{3,80}, )?(?:can|could) (?:it|they|this|that|these|those|(?:the|our|its|all|this|that|these|those) [^,?]{2,60}?) (?:please |also |maybe |not )*(?:have a (?:look|go|word)|be (?!(?:caused|related|needed|used|supposed|expected|based|tied|linked)\b)(?:\p{L}+ed|made|shown|hidden|sent|set|split|rewritten|written|taken))\b/iu;
const HAVE_THING =
  /^(?:(?:can|could) there (?:please |also |maybe )*be|any chance (?:of|for)|how about|(?:can|could|may) (?:we|i) (?:please |also |maybe )*(?:have|get)) (?:the|an?|some|another|my|our)\b/i;
const MAYBE_THING = /^(?:with |also )*(?:the|an?|some|its|their)\s[^,?]{3,80}\?\W*$/i;

/** `Can it send a copy?` and `And maybe the date?` request the thing, and not information about it. */
function asksForThing(text: string): boolean {
  if (CAN_BE_DONE.test(text) || HAVE_THING.test(text)) return isQuestion(text);
  const [, verb] = CAN_IT.exec(text) ?? [];
  if (verb !== undefined)
    return isVerb(verb) && !/^(?:fail|break|expect|work|do|go|wait|see|think)$/i.test(verb);
  return MAYBE_THING.test(text) && !hasFiniteVerb(text);
}

/** The request, reworded from a question. */
function asThing(text: string): string {
  const [have] = HAVE_THING.exec(text) ?? [];
  if (have !== undefined) return text.slice(have.lastIndexOf(' ') + 1);
  return text.replace(/^(?:can|could) /i, 'Let ');
}

const KNOWING =
  /^(?:(?:please |also |just )*(?:tell (?:me|us)|explain(?! to (?!me\b|us\b))|clarify|confirm|remind|let (?:me|us) know|say|know|think|believe|remember|mean|guess|imagine|recall|advise|help me understand|give me (?:an idea|a hint|your opinion)|share your thoughts|point me to)\b)/i;

const TOLD_ME =
  /^(?:please |also |just )*(?:tell (?:me|us)|remind (?:me|us)|explain (?:to (?:me|us)|what|why|how)|know|think|believe|mean|guess|imagine|recall|remember|help me understand|point me|give me)\b/i;

/** `Can you tell me which release?` asks for information, although it has the form of a request. */
function asksToKnow(text: string): boolean {
  if (!KNOWING.test(text) || !/[?？]\s*\S{0,4}$/u.test(text)) return false;
  return TOLD_ME.test(text) || /\s(?:who|what|which|where|when|why|how|whether|if)\b/i.test(text);
}

const TELLS =
  /^(?:note that|see (?:also|above|below|attached|the attached)\b|see .{1,200} for |look at .{1,200} for (?:the |an? |some )?(?:tone|examples?|inspiration|reference|details|format|style)\b|mind you|say,|expect |bear with|guess |look,|(?:keep|bear) in mind\b|be aware\b|remember(?:,| that)\s|find (?:attached|enclosed)\b|find .{2,40} (?:attached|enclosed)\b|let me (?:know (?:if|in case|should|when|once)|explain|add|describe|start|summari[sz]e|recap|tell|give|say)|ignore this (?:mail|message|ticket|note)|fail(?:s|ed|ing)? )/i;
const ELABORATES =
  /^(?:include|mention|cover|limit|default(?:s)? to|at least|ideally|preferably|optionally|for each|for every|for all of them|each (?:of them|one)|in each case|same for|the same for|something like|e\.g\.|i\.e\.|for example|for instance|use your (?:own )?judge?ment|do (?:this|that|it|so)(?= (?:after|before|by|on|in|until|once|when|first|last|as|for|with|at|today|tomorrow|tonight|this))|you must read|you should read|start with the|begin with the|all of them|both of them)\b/i;

/** Whether a sentence adds details to the previous task. */
function isElaboration(text: string): boolean {
  return ELABORATES.test(text.slice(0, 60));
}

const ADVERBS =
  /^(?:(?:otherwise|else|if (?:so|not|yes|no)|then|next|first|second|third|finally|lastly|afterwards?|after that|carefully|quickly|only|always|also|just|now|today|tonight|tomorrow|manually|temporarily|properly|completely|fully|slowly|simply|immediately|directly|either|already|once more|again|really|definitely|at least|(?:\d+|an?|one|two|three|four|five|six|a few|some) (?:minutes?|hours?|days?|weeks?|months?|years?) later|(?:(?:on|by|next|this|from) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?|to start|to begin|this week|next week|this time|later|eventually)[\s,:]+)+/i;
const BOLD = /^[*_~"“'([]{1,3}(?=\p{L})/u;
/** Words that start a subordinate clause, whose verb is not that of the sentence. */
const OPENS_CLAUSE =
  /^(?:the|a|an|this|that|these|those|it|its|they|them|he|she|we|i|you|me|us|our|my|your|their|his|her|which|who|whose|why|what|whether|if|how|when|where|because|so|until|while|once|after|before|since|as|and|or|but|all|any|every|each|both|some|no|to)$/i;
const FINITE =
  /^(?:is|are|was|were|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|has|had|hasn['’]?t|haven['’]?t|hadn['’]?t|have|does|doesn['’]?t|did|didn['’]?t|don['’]?t|will|won['’]?t|would|wouldn['’]?t|can|can['’]?t|cannot|could|couldn['’]?t|may|might|must|should|shall|needs?|went|got|gets|goes|takes|took|fails|failed|works|worked|looks?|looked|seems?|seemed|appears?|shows|says|said|keeps|kept|makes|made|gives|gave|comes|came|ran|crashes|crashed|breaks|broke|hangs|returned|throws|grows|grew|dropped|happens|happened|contains|wants|wanted|knows|knew|thinks|thought|hates|hated|likes|liked|lives|lived|leads|led|means|meant|matters?|helps|helped|started|stopped|yells|complains?|complained|reported|decided|noticed|found|saw|added|removed|changed|moved|merged|deployed|released|introduced|skips|sends|sent|depends?|exists?|existed|stays|remains|became|becomes|lost|left|asked|told|wrote|talks|allows|ships|flickers|decides|passed|approved|agreed|finished|completed|wins|won|rejected|uses|used|causes|caused|gone|been|be|fell|feels|felt|sits|sat|lies|belongs|consists|includes|supports|costs|expires|expired|leaked|leaks|rethrow|timed|times)$/i;

/** Whether a sentence starts with an imperative. */
export function isOrderAt(sentence: string): boolean {
  if (/^next\s/i.test(sentence) && connectorEnd(sentence, 0) === undefined) return false;
  const text = sentence.slice(0, HEAD).replace(ADVERBS, '').replace(BOLD, '');
  if (IDIOM.test(text)) return true;
  const verb = wordAt(text, 0);
  if (verb === '' || !isVerb(verb)) return isCommandAlone(text) || isUnlistedOrder(text);
  const words = wordsOf(text.slice(verb.length));
  const [next = ''] = words;
  if (/^\s*[:=]/.test(text.slice(verb.length)) && words.length > 0) return false;
  if (/^\s*[,/]/.test(text.slice(verb.length)) && isNounToo(verb) && !isVerb(next)) return words.length > 1;
  if (isNounToo(verb) && /^(?:list|checklist|plan|freeze|schedule|agenda|protocol|window)$/i.test(next))
    return false;
  if (/^(?:sort|group|order|filter)$/i.test(verb) && next === 'by') return true;
  if (isNounToo(verb) && /^(?:of|is|are|was|were|has|had|will|by|not|than)$/i.test(next)) return false;
  return !isFiniteAfter(words);
}

const IDIOM =
  /^(?:have (?:a|another) (?:look|go|chat|word|think)|have (?:someone|somebody|the \p{L}+|\p{Lu}\p{L}+) \p{L}+|have .{2,60} (?:reviewed|checked|tested|fixed|signed|approved)|take (?:a|another) look|give .{1,60} a (?:try|go|spin|review|read|once-over)|(?:be|stay) ready to)\b/iu;

/** `Then \`make deploy\`.`: a command on its own is to be run. */
function isCommandAlone(text: string): boolean {
  const [span, ...others] = text.startsWith('`') ? codeSpans(text) : [];
  if (span === undefined || others.length > 0 || span.start !== 0) return false;
  return isCommandSpan(text, span) && /^[\s.!,]*$/.test(text.slice(span.end));
}

const NO_VERB = /(?:[^s]s|ing|ed|ly|tion|ment|ness|ity)$/i;
const TAKES_OBJECT =
  /^\s+(?:the|a|an|all|any|every|each|this|these|those|our|your|my|its|their|it|them|me|us)\s+\S/i;

const GOES_ON =
  /^\s+(?:to|into|onto|up|out|off|down|over|back|through|around|away|on|\d+|both|another|one|two|three|some|more|new|`[^`]+`|"[^"]+"|\p{Lu}\p{L}+)(?:\s+\S|[.!]?$)/u;

/** An unknown word is an imperative if an object follows it and nothing else can be the verb: `Defragment the disk`. */
export function isUnlistedOrder(text: string): boolean {
  const word = wordAt(text, 0);
  if (!/^\p{L}[\p{Ll}-]{2,}$/u.test(word) || SUBJECT.test(word) || NO_VERB.test(word) || NO_ORDER.test(word))
    return false;
  const after = text.slice(word.length);
  const isShown = TAKES_OBJECT.test(after) || (isSeldomVerb(word) && GOES_ON.test(after));
  return isShown && !isFiniteAfter(wordsOf(after).slice(1));
}

/** Whether a finite verb comes before a subordinate clause. */
function isFiniteAfter(words: readonly string[]): boolean {
  for (const word of words.slice(0, 8)) {
    if (OPENS_CLAUSE.test(word)) return false;
    if (FINITE.test(word))
      return !/^(?:added|changed|removed|moved|merged|used|left|found|be|been|made|lost|needs?|looks?|released|deployed|completed|finished|approved|failed|started|stopped|dropped|reported|expired|times|uses)$/i.test(
        word,
      );
  }
  return false;
}

const SUBORDINATE =
  /^(?:if|when|whenever|while|once|until|unless|after|before|since|because|although|though|as)$/i;
/** `Tests fail`: a verb after a plural, which is not an imperative. */
const PLURAL_VERB =
  /^(?:fail|crash|hang|break|take|look|seem|work|need|go|stay|come|happen|show|keep|get|do|disappear|vanish|leak|complain|report|want)$/i;
const NO_ORDER =
  /^(?:for|from|with|without|in|on|at|by|of|to|into|onto|about|over|under|per|via|during|within|through|across|between|against|around|behind|besides?|beyond|despite|except|inside|like|near|off|out|outside|past|throughout|toward|towards|until|up|upon|versus|and|or|but|so|nor|yet|not|only|even|just|also|too|than|then|hence|thus|maybe|perhaps|how|why|where|which|whose|whether|is|are|was|were|am|be|been|being|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|got|went|hope|thank|thanks|sorry|hi|hello|hey|dear|good|great|nice|such|quite|rather|half|twice|worth|due|given|according|instead|because|unlike|plus|minus|behind|fyi|btw|hopefully|unfortunately|enjoy|bear|welcome|happy|glad|guess|hate|love|like|know|mean|believe|suspect|doubt|feel|seem|thought|noticed|found|saw|said|told|took|made|gave|came|ran|kept|left|lost|wrote|sent|felt|built|broke|heard|meant|began|forgot|chose)$/i;
const SUBJECT =
  /^(?:the|a|an|this|that|these|those|it|its|it['’]s|i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|you|you['’](?:re|ve|d|ll)|they|they['’](?:re|ve|d|ll)|he|she|he['’]s|she['’]s|his|her|our|my|your|their|there|there['’]s|here|here['’]s|that['’]s|nobody|nothing|everyone|everybody|everything|someone|somebody|something|anyone|some|most|many|several|both|all|each|every|neither|either|another|what|what['’]s|who|when|while|since|because|although|though|whenever|as|if|once|until|unless|after|before|currently|recently|yesterday|apparently|usually|sometimes|often|today|nowadays|right|turns|fyi|context|closing|same|none|few|much|more|two|three|four|five|six|seven|eight|nine|ten|\d+)$/i;

/** Whether a sentence is a statement: it has a subject, or a verb that needs one. */
export function isDeclarative(sentence: string): boolean {
  const text = sentence.slice(0, HEAD);
  const first = wordAt(text.replace(BOLD, ''), 0);
  const words = wordsOf(text);
  if (SUBORDINATE.test(first) && !words.slice(1).some((word) => FINITE.test(word))) return false;
  if (SUBJECT.test(first))
    return words.length > 2 || words.some((word) => FINITE.test(word) && !SUBJECT.test(word));
  if (/^[\p{L}-]+ing$/u.test(first) && words.length > 2) return true;
  if (/[^s]s$/.test(first) && PLURAL_VERB.test(words[1] ?? '')) return true;
  return words.slice(1, 30).some((word, at) => FINITE.test(word) || isThirdPerson(word, at));
}

/** Whether a text contains a finite verb. */
export function hasFiniteVerb(text: string): boolean {
  return wordsOf(text).some((word) => FINITE.test(word));
}

/** `Heap grows`: a verb with an s after the first word or two. */
function isThirdPerson(word: string, at: number): boolean {
  if (at > 1 || !/[^s]s$/.test(word)) return false;
  const stem = word.slice(0, -1);
  return (
    (isVerb(stem) && !isNounToo(stem)) ||
    (/es$/.test(word) && isVerb(stem.slice(0, -1)) && !isNounToo(stem.slice(0, -1)))
  );
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, HEAD)
      .replace(LINK, 'link')
      .match(/[\p{L}\p{N}][\p{L}\p{N}'’/._-]*/gu) ?? []
  );
}
