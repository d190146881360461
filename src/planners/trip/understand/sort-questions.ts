/** What begins a question that is not a request. */
const QUESTION_START =
  /^(?:so |and |but |hm+,? |ok(?:ay)?,? |wait,? |also,? )*(?:how (?:long|far|much|many|cold|hot|warm|expensive|safe|crowded|do|does|is|are|would|will|come)|what(?:'s|s| is| are| was| do| does| would| will| kind| time| should| can)|which|when|where|why|who|whose|is|are|am|was|do (?!it|this|that|the)|does|did|will|would it|would that|has|have we|have you|should (?:we|i)|isn't|aren't|doesn't|don't (?:we|you)|any(?: idea| tips)|can (?:i|one|you (?:tell|explain|recommend|say)))\b/i;

/** A request put as a question: "could we add Lyon?", "is it possible to stop in Nice?". */
const REQUEST =
  /\b(?:can|could|may|might|shall|would|will) (?:we|you|i|it|they|he|she|this|that)(?: (?:please|also|maybe|perhaps|not|just|rather|pls))* (?:add|insert|include|put|squeeze|fit|throw|stop|visit|see|go|skip|drop|remove|leave|start|begin|end|finish|make|move|swap|switch|change|replace|stay|spend|extend|shorten|do|have|take|fly|drive|get|give|cut|double|lock|plan|be|sleep|postpone|delay|push|bring|fix|keep|reverse|book|use|rent|avoid)\b|\b(?:would|do) you mind\b|\bis it possible to\b|\b(?:what|how) about (?!(?:the )?(?:weather|visa|money|safety|cost|price|time)\b)|\bwhy don'?t we\b|\bwould like\b|\binstead\s*\?|\blet'?s\b|\bplease\b/i;

/** What asks for an answer even where it says what could be done: "what would you cut?". */
const ASKS_WHAT =
  /^(?:so |and |but |hm+,? |ok(?:ay)?,? |wait,? |also,? )*(?:(?:what|which \p{L}+|where|when) (?:would|should|could|can|do|does|will) (?:you|we|i|one)\b|would you (?!please|mind|be so kind|kindly|like)[^?]*\?)/iu;

/** What tells somebody something and asks for nothing. */
const REMARK =
  /^(?:(?:thanks?(?: you)?|thx|cheers|great|cool|nice|perfect|awesome|lovely|wow|good|ok(?:ay)?|super|looks? (?:good|great|nice)|love it|sounds? (?:good|great)|well done|never ?mind|no worries|all good|we(?:'ll| will) see|let me think|just (?:asking|curious|wondering|checking)|i(?:'ll| will) think about it|very nice|that'?s (?:great|nice|perfect|good|fine)|i like it|hello|hi)\b[\s,.!]*)+$/i;
const STORY =
  /\b(?:(?:my|our|a|some) (?:friend|friends|sister|brother|mother|father|parents|colleague|neighbou?r|cousin|wife|husband)s?|they|he|she|someone|people|i|we) (?:once |also |already |just |really )*(?:did|went|was|were|loved|liked|hated|told|said|heard|read|had been|has been|have been|used to|enjoyed|visited|saw|stayed|met)\b/i;
/** Who still has to talk about it, or will look at it later, asks for nothing yet. */
const LATER =
  /(?<![\p{L}])(?:(?:(?:i|we)(?:'ll| will|'m going to|'re going to| need to| have to| should| want to)|let me|let us|gonna) (?:just |first |quickly |also )*(?:(?:show|send|forward|discuss|share|print|run|read) (?:it|this|that|the (?:plan|trip))|talk (?:to|with|about it)|ask (?:my|our|him|her|them)|check with|think\b|sleep on|get back|let you know|have a look at (?:it|this))|(?:ich|wir) (?:zeigen?|schicken?|besprechen?|fragen?|melden?|überlegen?|schlafen?)|(?:je|on|nous) \s*(?:le |la |l'|vais |vous |te |lui |en )*(?:montre|envoie|discute|parle|demande|réfléchi|reviens)|(?:se )?(?:lo|la|los) (?:enseñ|mand|habl|consult|pens|coment|discut)\p{L}*|(?:voy|vamos) a (?:pensar|consultar|hablar|enseñar|preguntar))/iu;
/** Whether somebody says that they do not know yet what they want. */
export function isLeftForLater(sentence: string): boolean {
  return LATER.test(sentence);
}

/** What leaves everything as it is. */
const KEEP =
  /\b(?:don'?t|do not|without) (?:chang(?:e|ing)|touch(?:ing)?) (?:it|anything|the (?:trip|plan))\b|\b(?:keep|leave) (?:it|everything|the (?:dates?|trip|plan)) (?:as (?:it|they) (?:is|are)|unchanged|like (?:this|that))\b|\bkeep (?:the|our|my) (?:dates?|plan|trip|route)\b/i;
const IMPERATIVE =
  /^(?:(?:and|so|then|but|also|please|pls|ok(?:ay)?|oops|hm+|no|yes|actually|well|maybe|just|now),? )*(?:add|insert|include|put|squeeze|fit|stop|visit|see|go|skip|drop|remove|delete|cancel|leave|start|begin|end|finish|make|move|swap|switch|change|replace|stay|spend|extend|shorten|do|take|fly|drive|get|give|cut|double|halve|lock|plan|sleep|postpone|delay|push|bring|reverse|book|rent|avoid|forget|set|use|have|try|let'?s|we (?:want|need|would|'d|have to|must|should|could|can|prefer|will|only|got|arrive|leave|fly)|i (?:want|need|would|'d|have to|must|meant|forgot|prefer|get)|no|not|without|instead|rather)\b/i;

/** The sentences of a text: those that request a change, and questions and remarks. */
export interface SortedText {
  /** The sentences that ask for something. */
  readonly requirements: string;
  /** The sentences that do not. */
  readonly others: readonly string[];
}

/** Sorts the sentences of a message about an existing trip. */
export function sortSentences(text: string): SortedText {
  if (KEEP.test(text)) return { requirements: '', others: [text.trim()] };
  const sentences =
    text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^\s]*|$)/g)?.map((each) => each.trim()) ?? [];
  const isOther = (sentence: string) => {
    if (sentence === '') return true;
    if (ASKS_WHAT.test(sentence) || LATER.test(sentence)) return true;
    if (REQUEST.test(sentence)) return false;
    if (REMARK.test(sentence)) return true;
    if (QUESTION_START.test(sentence)) return true;
    if (IMPERATIVE.test(sentence)) return false;
    if (/\?$/.test(sentence)) return true;
    return STORY.test(sentence) || /(?:,? right|,? i think|,? no|,? isn'?t it|,? or)\?$/i.test(sentence);
  };
  const others = sentences.filter(isOther);
  return {
    requirements: sentences.filter((sentence) => !isOther(sentence)).join(' '),
    others: others.filter((each) => each !== ''),
  };
}

/** The questions among sentences that ask for no change, and what only tells something; courtesies are neither. */
export function sortOthers(others: readonly string[]): {
  readonly questions: readonly string[];
  readonly told: readonly string[];
} {
  const isQuestion = (sentence: string) =>
    /\?\W*$/.test(sentence) || QUESTION_START.test(sentence) || ASKS_WHAT.test(sentence);
  const said = others.filter((sentence) => /\p{L}/u.test(sentence) && !REMARK.test(sentence));
  return { questions: said.filter(isQuestion), told: said.filter((each) => !isQuestion(each)) };
}

/** What somebody is not happy with, and what they could ask for. */
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:too much|less|so much|too many hours of) driving\b|\bdrives? (?:is|are) too long\b|\btoo long (?:drives?|days in the car)\b/i,
    'For less driving, say "at most 3 hours of driving a day", make the trip longer, or leave out a stop.',
  ],
  [/\btoo expensive\b|\bcheaper\b/i, 'Say what it may cost, such as "at most 80 euros a night".'],
  [
    /\bboring\b|\bmore (?:exciting|interesting|fun)\b/i,
    'Say what you like, such as "more hiking and good food", or name a place to add.',
  ],
];

/** Suggests how to phrase a request after a mere complaint. */
export function hintsFor(text: string): string[] {
  if (/\d/.test(text)) return [];
  return COMPLAINTS.flatMap(([pattern, hint]) => (pattern.test(text) ? [hint] : []));
}
