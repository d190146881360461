/** Patterns of rules, aims, requests and criteria. Each is applied to the first few hundred characters of a sentence. */

const BEFORE_RULE =
  '(?:(?:please|pls|kindly|and|but|so|also|just|again|important|you|we|everyone|should|must|make sure(?: that)?|be careful|careful|ensure(?: that)?|try|remember|oh|to|however|though|then|for now|btw|note|one thing|nb|fyi|as always|as usual|in any case|either way|whatever (?:you|happens)[^,]{0,20}|whatever you do)[\\s,:;–—-]+)*';
const PROHIBITS = new RegExp(
  `^${BEFORE_RULE}(?:use (?:the |our |only )?[^,.]{2,60}, (?:don['’]?t|do not|not|no|never) \\S|do(?:n['’]?t| not)(?! (?:forget|hesitate|worry|have to|need|panic|mind|bother(?! )|know|think|see why|understand|remember|like|want|get (?:it|why)))|never|avoid|refrain from|stay away from|stay clear of|keep away from|keep (?:your )?hands off|hands off|must(?:n['’]?t| not| never)|should(?:n['’]?t| not| never)(?! (?:be (?:too |that |very )*(?:hard|difficult|a problem|an issue|long)|take|matter|hurt))|may not|shall not|not to |can(?:not|['’]t|t| not) be (?:changed|touched|modified|removed|renamed|deleted)|under no (?:circumstances?|conditions?)|in no case|on no account|without (?:\\w+ly )?\\w+ing\\b|stick (?:to|with) |stay (?:within|on|with|under|below|compatible|backwards?)|limit (?:yourself|your|the|all)? ?(?:changes|edits|scope)? ?to |only (?:touch|change|edit|modify|use|work|read)\\b|touch only|change only|use only|nothing (?:else|more|outside|but)\\b|(?:nobody|nothing|no one|none)\\b.{0,60}\\b(?:may|should|must|can|gets?|is to)\\b|we (?:won['’]?t|will not|are not going to|['’]re not going to) |(?:i|we|legal|they|management|security|the customer|customers?) (?:really )?(?:do(?:es)?(?:n['’]?t| not)) want (?:you|any|to|the|it|that|us|a|an)\\b|(?:you|we|i)(?: are|['’]re| am|['’]m) not (?:allowed|supposed|permitted) to |it(?:['’]s| is) (?:not allowed|forbidden|prohibited|important not) |no need (?:to|for) |be (?:very |extra |really )*(?:careful|gentle|nice|polite|concise|brief|accurate|quiet|discreet|conservative)\\b|(?:we|you) (?:can(?:not|['’]t| not)) (?:use|change|touch|rename|remove|delete|break|exceed|deploy|ship|merge|add|spend|share|publish|modify|upgrade|move|go (?:above|over|beyond|below))\\b|it(?:['’]s| is) (?:very |really )?(?:important|crucial|essential|vital|critical) that (?!you |we |someone )|not (?:in|on|for|the|by|via|with|before|until|even|a|an|any|more than|touching|changing|during|at|after|over|under)\\b|(?:we|i)(?: have|['’]ve)? (?:agreed|decided|promised|prefer|chose|would prefer|['’]d prefer)(?:,? \\w+)? not to |(?:i|we)(?:['’]d| would) rather not |let['’]?s not |zero tolerance |(?:please )?do (?:all of )?(?:this|that|it|these|those|so)\\b.{0,60}\\bwithout |hold off|(?:make|do|add|use|create|write|install|send) no(?:thing)? |please,? not |(?:we|i|you) (?:do not|don['’]?t) (?:need|have) (?:to|the|any|a|an)\\b|forget about|by no means|in no way|always |at most |max(?:imum|\\.)? \\d|no more than |not more than |careful (?:with|about) |watch out for |mind the |(?:follow|adhere to|obey|observe|match) (?:the |our |existing |all )+(?:[\\w-]+ ){0,3}(?:style|styles|conventions?|guidelines?|guide|rules|patterns?|standards?|policy|policies)\\b|(?:when|if) (?:in doubt|unsure|you(?:['’]re| are) (?:unsure|not sure))|(?:ask|check with|consult|talk to|warn|ping|tell) (?:\\S+ ){0,2}before (?:you |any|doing|touching|deleting|merging|changing|running)|dry[- ]run only|read[- ]only|(?:dev|staging|test) only|skip (?:the|any|all)\\b|ignore (?:the|any|all|everything)\\b|preserve |respect |maintain (?:backwards?|compat))`,
  'i',
);
const NO_THING =
  /^(?:and |but |also |please,? |so |oh and |plus,? )*no (?!(?:rush|worr|problem|hurry|pressure|idea|clue|issue|offen|thanks|need|complain|reply|answer|error messages?|stack ?traces?|logs?|luck|result|updates?\b|news|one\b|doubt|wonder|luck|blockers?|longer|matter|idea|surprise|big deal|biggie|success|response|reaction|error|errors|changes? (?:requested|needed|required|since|in the last)|action (?:needed|required)|objections?|open|incidents?|stress|further (?:action|questions)|questions|results?|difference|effect)\b)[\p{L}`"]/iu;
const LEAVES =
  /^(?:and |but |also |please |just )*(?:leave|let) (?:.{1,100}? )?(?:alone|as (?:is|it is|they are|it was|they were)|unchanged|untouched|intact|in place|out(?: of (?:it|this|scope))?|be|it|them|that|those|for (?:later|now)|to (?:\p{Lu}\p{L}+|me|us|others))(?=[\s.,;!)]|$)/iu;
const KEEPS =
  /^(?:and |but |also |please |just |always |make sure to |try to )*keep (?!in mind|track|an eye|going|me |us )(?:.{0,140}? )?(?:small|smaller|short|simple|minimal|tiny|clean|flat|intact|stable|unchanged|untouched|compatible|backwards?[- ]compatible|consistent|identical|working|passing|green|running|alive|readable|private|secret|confidential|optional|open|closed|low|under \S+.*|below \S+.*|within \S+.*|the same|as (?:is|it is|they are|it was|small|short|simple|before)(?: as possible)?|the way (?:it|they).*|exactly.*|where (?:it|they).*|in (?:sync|place|english|mind)|out of .*|away .*|to (?:a minimum|one|yourself).*|off|on|for (?:now|later))(?=[\s.,;!)]|$)/i;
const KEEPS_THING =
  /^(?:and |but |also |please |always )*keep (?:the |our |all |its |their |your )?(?:(?:public|existing|current|old|present|original|exported|external|database|db|rest|http|wire|file|url|node|log|api|same)[ -]){1,3}(?:api|apis|interface|interfaces|signature|signatures|format|formats|names?|behaviou?r|urls?|endpoints?|schema|contract|tests?|style|order|defaults?|layout|version)\b/i;
/** `Keep the tracking event`, but not `Keep the logs in S3`. */
const KEEPS_ALL =
  /^(?:and |but |also |please )*keep (?:the|our|all|its|their|both) (?:[\w-]+ ){0,3}[\w-]+[.!]?$/i;
const SAID_OF_A_THING =
  /^(?!(?:i|we|you) (?:can|could|do|did)).{2,200}?\b(?:(?:must|may|shall|should)(?:n['’]?t| not| never)\b|(?:is|are)(?:n['’]t| not) (?:really )?(?:needed|necessary|required)\b|(?:is|are) (?:not|never) (?:to be )?(?:changed|touched|deleted|removed|modified|renamed|translated|moved|included|replaced|shared|published)(?: (?:in|by|with|here|now|for)\b|[.!;\s]*$)|(?:is|are|isn['’]t|aren['’]t|stays?|remains?) (?:strictly |absolutely )?(?:not (?:allowed|permitted)|allowed|not acceptable|not an option|unacceptable|untouchable|a must|mandatory|in scope|part of this|read[- ]only|forbidden|prohibited|off[- ]limits|out of scope|not in scope|not part of|taboo|a no[- ]go|not negotiable|frozen|(?:strictly |company |still )?(?:confidential|secret|sensitive))|can(?:not|['’]t| not) be (?:changed|exceeded|touched|modified|removed|renamed|deleted|moved|altered|extended|postponed|broken|shared|published)\b|(?:must|has to|have to|should|needs? to|shall|will|is to|are to) (?:stay|remain|continue to|keep|still)\b|not part of (?:this|it|the)\b|needs? (?:the )?(?:approval|permission|sign-?off|consent|an? ok)\b|(?:stays?|remains?) (?:\w+ly )?(?:backwards?[- ]compatible|compatible|stable|private|secret|internal|reachable|available|readable|identical|anonymous)\b|(?:stays?|remains?) (?:as (?:is|it is|they are|before)|unchanged|untouched|the same|where (?:it|they)|out|(?:at|on) v?\d|put\b))/i;
/** `Prod access not before the training`: a condition without a verb. */
const ON_TERMS =
  /^[^:?]{3,120}?(?<!\bif |\bwhen )\b(?:not (?:before|without|until)|only (?:with|by|for|from|via|through|in|on|at|after|until|before|between|during))\s\S/i;
const ELSEWHERE =
  /[,;–—-]\s*(?:so|and|but|hence|therefore)?\s*not (?:here|now|in this (?:pr|ticket|sprint|release|issue|change)|part of this)[.!\s]*$/i;
/** `From Thursday on nobody merges`, but not `nobody knows why`. */
const NOBODY =
  /(?:^|[,\s])(?:nobody|no one|none of (?:us|you|them))\s+(?!(?:sees|knows|notices|uses|likes|reads|looks|works|answers|replies|says|wants|needs|has|is|was|cares|understands|remembers|complains|gets|thinks)\b)(?:(?:\p{L}+ly|ever|else)\s+)?\p{Ll}{2,}s\s/iu;
const NOT_PLEASE = /^[^?]{3,120}?,? please,? not \p{Ll}+/iu;
const NO_LONGER = /\b(?:not|n['’]t) .{0,60}\b(?:any ?more|any longer)\b|\bno longer\b/i;

/** Rules in the first person: `We keep the logo`. */
const WE =
  /^(?:and |but |so |also )*we (?=(?:only )?(?:keep|leave|never|stay|stick|don['’]?t (?:touch|change|use|add|do)|do not (?:touch|change|use|add|do))\b)/i;
const ALWAYS_AT_END =
  /[,;–—-]\s*(?:always|every time|no exceptions?|without exception|at all times)[.!\s]*$/i;

/** Whether a sentence says what must not be done or changed. */
export function isRule(sentence: string): boolean {
  const text = sentence.replace(WE, '');
  if (ALWAYS_AT_END.test(text.slice(-40))) return true;
  if (PROHIBITS.test(text)) return !NO_LONGER.test(text) || /^(?:do|never|avoid)/i.test(text);
  if (
    NO_THING.test(text) ||
    LEAVES.test(text) ||
    KEEPS.test(text) ||
    KEEPS_THING.test(text) ||
    KEEPS_ALL.test(text)
  )
    return true;
  return describesThing(text);
}

/** Whether a clause says of a thing how it must stay or what must not happen to it. */
export function describesThing(clause: string): boolean {
  const text = clause.slice(0, 400).replace(/(?<=\S\s*)\([^()]*\)/g, ' ');
  if (LIMIT_IS.test(text) || ELSEWHERE.test(text) || NOBODY.test(text) || NOT_PLEASE.test(text)) return true;
  return SAID_OF_A_THING.test(text) && !NO_LONGER.test(text);
}

/** `English only`, `Max. 5 MB` */
const LIMITS = /^\p{L}[\p{L}.+#]* only[.!]?$|^max(?:imum|\.)?\s.{0,30}\d/iu;
const LIMIT_IS =
  /^(?:the |our )?(?:(?:max(?:imum|\.)?|upper|hard) [\p{L} ]{2,30}|limit|cap|budget) (?:is|are) [^,;]{0,12}\d/iu;

/** Whether words without a verb state a condition. */
export function isTerms(text: string): boolean {
  return (
    ON_TERMS.test(text) ||
    LIMITS.test(text) ||
    /^(?!\p{L}+ed\b)[^,.:;?]{2,60}, no [^,.:;?]{2,40}[.!]?$/u.test(text)
  );
}

const DONE_WHEN =
  /^(?:(?:it|this|that|we|i|you|all|everything|(?:the|our) (?:[\p{L}-]+ ){0,3}[\p{L}-]+?)(?:['’]s|['’]re|['’]m| is| are| am| counts as| can be)? (?:considered |only |all )?)?(?:done|finished|complete|completed|ready|accepted|closed|good|through|successful|a success) (?:when|once|if|as soon as|means)\b/iu;
const AT_THE_END =
  /\b(?:should|must|has to|have to|needs? to|shall|will|is|are|be|can|shows?|pass(?:es)?)\b.{0,200}\b(?:afterwards|in the end|at the end|by the end|when (?:we|you|i|it|all|everything|this|that)(?:['’]re|['’]s| is| are|['’]m| am)? (?:all )?(?:done|finished|through|complete)|when (?:done|finished)|once (?:done|finished|it['’]s done|this is done|all is done|everything is done))/i;
const FROM_THE_END =
  /^(?:in the end|at the end|by the end|afterwards|after (?:this|that|the change|the fix|all of this)|when (?:you|we|it|all|everything|this)(?:['’]re|['’]s| is| are)? (?:done|finished)|once (?:done|finished|it['’]s done|this is done)),? .{0,80}\b(?:should|must|has to|have to|ought to|needs to|want to see|expect|shall|is|are)\b/i;
const CHECKS_PASS =
  /^(?:please )?(?:make sure |ensure |be sure |check |verify )?(?:that )?(?:all |the |our |existing |unit |e2e |integration |smoke |current |new |old |whole |full |entire |of the |regression )*(?:tests?|test suite|ci|builds?|pipelines?|lint(?:er)?|type ?checks?|checks?|suite|coverage|everything)\b.{0,60}?\b(?:(?:must|should|has to|have to|needs? to|shall|still|all) (?:still |all |be |stay |keep )*(?:pass|passes|passing|green|run|runs|work|works|succeed|succeeds|at least|above|over)|(?:pass|passes|is green|are green|works|work|stays green|stay green)(?: again| still| afterwards)?\W*$)/i;
const THING_SHOULD =
  /^(?!(?:i|we|you|someone|somebody|they|he|she)\b).{1,160}?\b(?:should|ought to)\b(?! (?:i|we|you)\b)/i;
const SHOULD_BE_DONE =
  /\b(?:should|ought to) (?:also |really |just |then |now |first |probably |please )*(?:(?:be|get) (?:\p{L}+ly )?(?:\p{L}{3,}ed|rewritten|written|built|rebuilt|made|moved|sent|set|put|split|cut|run|shown|hidden|drawn|read|kept|taken|given|done|redone|found|sorted|in)\b|have (?:a|an|the|its|their|some|more)\b|use\b|go\b|move\b|become\b|get (?:a|an|the)\b|support\b|accept\b|read from\b|come from\b|live in\b)/iu;
const MEASURED =
  /\b(?:at least|at most|less than|more than|fewer than|no more than|below|under|above|within)\s+\S{0,3}\d/i;
const MEASURES =
  /^(?:success (?:is|means|=)|(?:you|we)(?:['’]ll| will)? know (?:you|we|it)(?:['’]re|['’]s| are| is)? (?:done|finished|works?)|(?:once|when) (?:done|finished|it is done),? (?:the|all|every|each|it)\b|(?:i|we)(?:['’]ll| will| would)? (?:call|consider|count) (?:it|this|that)\b|(?:i|we)(?:['’]m|['’]re| am| are|['’]ll be| will be|['’]d be) (?:happy|satisfied|fine|content|good) (?:if|when|once)\b|we(?:['’]ll| will) know (?:it|that|we)|i(?:['’]ll| will) (?:consider|call|accept|be happy|check|know)\b|expected (?:result|outcome) afterwards|the result (?:should|must|has to)|as a result,? )/i;

/** Whether a sentence is an acceptance criterion. */
export function isAcceptance(text: string): boolean {
  if (DONE_WHEN.test(text) || AT_THE_END.test(text) || FROM_THE_END.test(text) || MEASURES.test(text))
    return true;
  if (CHECKS_PASS.test(text)) return true;
  return (
    !TOLD_NEED.test(text) && THING_SHOULD.test(text) && (MEASURED.test(text) || !SHOULD_BE_DONE.test(text))
  );
}

const COMMENT =
  /\bshould(?:n['’]?t| not)? (?:also |probably |really |actually )?(?:be (?:too |very |quite |pretty |fairly |really |that |a |an |relatively )*(?:easy|hard|difficult|simple|quick|fine|enough|straightforward|trivial|doable|ok|okay|possible|clear|obvious|problem|issue|self-explanatory|familiar|somewhere)|take (?:long|more than|much|too|a|an|about|only|less)|matter|hurt|suffice|do it|help)\b/i;

/** Whether a sentence only comments on the work: `That should be easy`. */
export function isComment(text: string): boolean {
  return (
    /^(?:(?:it|that|this|which|these|they|the (?:fix|change|rest|task|solution|work))\s)?should/i.test(
      text,
    ) &&
    COMMENT.test(text.slice(0, 80)) &&
    !/[,;:]\s/.test(text)
  );
}

const AIM =
  /^(?:(?:(?:the|our|my|overall|main|ultimate|long[- ]term|end|whole) )*(?:goal|aim|objective|idea|point|purpose|intention|mission)(?: here| of (?:this|it|all this)| for (?:this|now|today))* (?:is|was|would be)\b|we (?:really |just |now |also )*(?:want|plan|intend|hope|aim|wish|would like|are (?:going|trying|about|planning)) to\b|we['’](?:d like|re going|re trying|re about|re planning) to\b|i(?:['’]m| am) (?:trying|planning|working) (?:to|on)\b|in order to\b|the plan is to\b|we want\b|(?:i|we)(?:['’]d| would)? (?:really )?love to see\b|we (?:really |also )?need .{2,60} to be(?:come)? (?:much |a lot |more |\p{L}+er\b)|(?:we|i) (?:really )?(?:need to|have to|should|must) do something\b)/iu;

/** Whether a sentence states the overall purpose. */
export function isAim(text: string): boolean {
  return AIM.test(text);
}

const WANTED =
  /^(?:it(?:['’]d| would) (?:really |also )?help (?:if|to|me|us)\b|i(?:['’]ll| will) (?:also )?need\b|(?:we |i )?could (?:also )?do with\b|let (?:me|us) (?:have|know) (?:the|a|an|your|which|what|how|who|when|where|whether|by)\b|what (?:i|we)(?: really| now)? (?:need|want)(?: now| from you)? is\b|(?:i|we|the team|our (?:users|customers|team))(?:['’]d| would)? (?:really |also |still |just |now |urgently |definitely )*(?:want|need|like|would like|love|would love|wish|require)s?\b(?! to (?!have\b|get\b|see\b|receive\b|be able\b|request\b|ask\b|know\b|order\b|be \p{L}+ed\b))(?! (?:it|this|that|them|these|those|him|her) (?:one|two|a|another|for|by|to|because|until|before|on|at|in)\b)|(?:need|want|wanted|looking for|missing|wish|would love|would like|there (?:should|must|needs? to|has to) be|as an? .{2,80}?,? i (?:want|need|would like|can|should be able)|it(?:['’]d| would) (?:also )?be (?:also |really |very |so )*(?:nice|great|good|cool|useful|helpful|lovely|awesome) (?:to|if|when|that|for)\b|would be (?:nice|great|good|cool|useful) to\b)\b|[^,:?]{3,80} would be (?:also |really |very |so )*(?:nice|great|good|cool|lovely|useful|helpful|awesome)(?: too| as well)?[.!\s]*$)/iu;
const HAS_TO_BE =
  /^(?!(?:i|he|she|they|you|who|nobody|someone)\b).{1,160}?\b(?:(?:must|has to|have to|needs? to|is to|are to|ought to) (?!not\b|be said\b)\p{L}+|wants? \p{L}+ing\b|needs? (?!(?:the one|step|steps|no\b|to\b|it\b|that\b|this\b|legal|help\b))(?:a|an|some|more|better|new|to|\p{L}+ing|its|the|at least|two|three|proper)\b|(?:should|ought to) (?:also |really |just |then |now |first |probably |please )*(?:be|get|have|use|go|move|become|support|accept|read|come|live)\b)/iu;

const NEEDED_HERE =
  /^(?:(?:for|in|on|at|with|first|so|then|next|after that|afterwards|and|when|once|before|as) .{0,80}?|)\b(?:we|you) (?:need to|have to|must|should|gotta|ought to) (?!not\b)\p{L}+/iu;
/** `After that we send the mail`: a step told as a plan. */
const TOLD_STEP =
  /^(?:(?:and|so|then|first|next|after that|afterwards|finally|second|third)[\s,]+)+(?:we|you|i) (?:just |simply |can |will |then )*(?!(?:are|were|have|had|did|do|see|saw|know|think|want|get|got|can|could|would|found|noticed|realis|realiz|lost|use|used)\b)\p{L}+ (?:the|a|an|it|them|all|our|this|that|up|out|to|on|in|for|with)\b/iu;
const TOLD_WHEN =
  /^(?:and |so |then )*(?:when|once|as soon as|after) .{3,80}? we (?:just |then |simply )*(?:set|send|add|make|show|mark|create|delete|remove|update|store|write|call|start|stop|run|move|close|open|redirect|notify|log|save|load|switch|turn|enable|disable)\b/i;

/** `Unit tests required.` is a request; with a verb, as in `Node 20 is required`, it is a statement. */
const REQUIRED =
  /^(?!.*\b(?:is|are|was|were|be|no|not|if|isn['’]t|aren['’]t)\b)[^,:;]{3,80} (?:required|needed|wanted)[.!\s]*$/i;
const ALSO_NEEDED =
  /^[^,:;?]{3,80} (?:is|are) (?:also |still )+(?:needed|missing|required|wanted|to be done)\b/i;
const ASSIGNED = /^(?:@?\p{Lu}[\p{L}.-]+|the \p{L}+ team|ops|qa|support|marketing|legal) to \p{Ll}+ /u;

/** `He says it must be new` and `X ends, so we have to do something` report a need without requesting it. */
const TOLD_NEED =
  /^[^.]{0,160}?\b(?:where|who|which|because|since|whenever|says?|said|thinks?|thought|told|tells|announced|means|claims?|wrote|writes|believes?|asked if|wonders?)\b[^.]{0,120}?\b(?:must|has to|have to|needs?|should|ought)\b/i;

const PROPERTY =
  /^(?!(?:i|we|you|he|she|they)\b)[^,;:?]{2,90}?\b(?:must|has to|have to|needs? to) (?:always |still |really |all )?(?:be (?:\p{L}+ly )?(?:[\p{L}-]+(?:able|ible|ical|ful|less|ous|ient|proof|safe|free|only)|identical|compatible|consistent|correct|small|smaller|short|fast|faster|simple|readable|private|secret|stable|idempotent|optional|mandatory|unique|the same|in sync|backwards?\b)(?![\p{L}-])|(?:work|run|function) (?:offline|without|on|in|with|too|also|everywhere)\b)/iu;

/** Whether a sentence describes a required property, not an action. */
export function isProperty(text: string): boolean {
  return PROPERTY.test(text) && !TOLD_NEED.test(text);
}

/** Whether a sentence is a request put as a wish or a need. */
export function isWanted(text: string): boolean {
  if (TOLD_NEED.test(text)) return false;
  return [WANTED, HAS_TO_BE, NEEDED_HERE, TOLD_STEP, TOLD_WHEN, REQUIRED, ALSO_NEEDED, ASSIGNED].some(
    (pattern) => pattern.test(text),
  );
}
