import { verbOfGerund } from './verbs.ts';

/** Introductory words without meaning for the task. */
const FILLER =
  /^(?:(?:um+|uh+|hm+|ah|oh|hey|hi|hello|(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)) [a-z]+(?: [a-z]+)?(?=,)|first (?:thing|up)|ok(?:ay)?|well|so|also|and|but|or|plus|yes|yeah|yep|no,|sorry|btw|by the way|basically|actually|honestly|just|simply|ideally|maybe|perhaps|additionally|furthermore|moreover|besides|meanwhile|in the meantime|in addition|on top of that|one more thing|another thing|last thing|last but not least|quick one|quick question|(?:can|could|would) you do (?:me|us) a favou?r and|do (?:me|us) a favou?r and|quick favou?r|small (?:thing|favou?r|request)|if possible|if you can|if you (?:have|find|get) (?:the )?time|when you (?:have|find|get) (?:a (?:minute|moment|sec|second)|time)|when you(?:['’]re| are) at it|while you(?:['’]re| are) at it|for now|right now|as a next step|as (?:discussed|agreed|promised|mentioned|usual)|to be clear|in short|in general|obviously|of course|unrelated|unfortunately|hopefully|thanks|anyway|separately|instead|again|p\.?s\.?|ps|\([!i?*]\)|(?!(?:how|what|when|where|why|who|which|whom|that|there|here|this|it|if|as)\b)[a-z]{2,20}(?=,? (?:can|could|would|will) (?:you|u)\b))(?:[\s,:;.!–—-]+|$))/i;
const DECORATION =
  /^(?:\p{Extended_Pictographic}|\u200d|\ufe0f|:[a-z0-9_+-]{2,30}:|[-–—>»•*_~]|@[\p{L}\p{N}._-]{1,40}[,:]?(?=\s)|\s)+/u;
const PLEASE = /^(?:please|pls|plz|kindly)(?:[\s,]+(?:(?:to|you) (?=\p{L}+\s))?|$)/iu;

const SUBJECT =
  '(?:you(?: guys| all| two| both| folks| people| lot)?|u|ya|someone|somebody|anyone|anybody|one of you|we|the (?:[a-z]+ )?team|(?:some|any)(?:one|body) else)';
const ADVERB =
  '(?:please |pls |kindly |also |maybe |perhaps |possibly |just |quickly |then |still |at least )*';
const ASKED: readonly RegExp[] = [
  new RegExp(
    `^(?:please )?(?:can|could|would|will|may|might) ${SUBJECT},? ${ADVERB}(?:be so kind (?:as|and) to |be able to |be willing to |please not forget to |not forget to |help (?:me |us )?(?:to )?(?!with\\b|out\\b)|go ahead and |have a go at |try to |manage to )?`,
    'i',
  ),
  new RegExp(
    `^(?:is it|is(?= possible)|would it be|would that be|is there any way|is there a way|any chance|any chance that|is there (?:any|a) chance(?: that)?|do you think|i wonder if|i was wondering if|wondering if|(?:i(?:['’]m| am| was) )?hoping(?: that)?(?= (?:you|someone|somebody))|it(?:['’]d| would) (?:also )?be (?:also |really |very |so )*(?:great|nice|good|cool|lovely|awesome|helpful|perfect|ideal|appreciated)(?: also)?|would be (?:really |very |so )?(?:great|nice|good|cool|lovely|awesome|helpful|perfect)|i(?:['’]d| would) (?:really |very much |greatly )?(?:appreciate it|be (?:grateful|happy|glad|thankful)|love it|like it)|(?:it['’]?s )?much appreciated)(?: possible)?,? (?:if |that |for |to )*(?:${SUBJECT} )?(?:(?:can|could|would|to|might) )?${ADVERB}`,
    'i',
  ),
  /^(?:i|we)(?:['’]d| would)? (?:want(?:ed)?|like|would like) to ask (?:you |someone )?(?:if|whether) (?:you|someone|somebody) (?:can|could|would) (?:please |also |maybe )*/i,
  /^(?:i(?:['’]d| would)? |we(?:['’]d| would)? )?(?:really |also |still |just |now |kindly |hereby |would like to )*(?:need|want|like|expect|ask|would like|love|would love) (?:you|u|someone|somebody|the team) (?:please )?(?:to )/i,
  /^(?:you (?:should|must|need to|have to|(?:can|may|could)(?! (?:also |always |still )*(?:find|see|reach|read|get|access|contact|reproduce|tell|imagine|expect|use|skip|ignore)\b))|you['’](?:ll|d) (?:need|have) to) (?:please |also |now |then |just |first )*/i,
  /^it(?:['’]s| is| would be) (?:very |really |also )*(?:necessary|important|required|essential|crucial|good) (?:that|if) (?:you|we|someone|somebody) (?:please |also |should |could )*(?!(?:do |does )?(?:not|n['’]t))/i,
  /^how about (?:we|you|someone) (?:just |also )*(?=\p{Ll}+\s)/iu,
  /^(?:please )?(?:can|could|would|will) (?:someone|somebody|anyone|anybody|one of you|whoever) (?:with|w\/|who|from|on|in|at) [^,?]{2,40}? (?:please )?(?=(?:restart|check|look|fix|run|add|remove|delete|update|send|give|open|close|review|merge|approve|reset|set|take|make|help|tell|create|move|change|grant|unlock|confirm|deploy|roll)\b)/i,
  /^(?:we|i) (?:really |also |still |now |just |then |first )*(?:should|must|need to|have to|ought to|gotta|got to|needs to|has to) (?:please |also |now |then |just |first |really |probably |definitely )*(?!be able|mention|say|add that|note|admit|warn|point out|stress|tell you|confess)/i,
  /^i(?:['’]d| would) (?:just |then |also |simply )*(?=(?!(?:say|guess|think|expect|assume|prefer|suggest|recommend|propose|ask|help|see|go|call|consider|work|love|like)\b)\p{Ll}+\s+(?:the|a|an|all|it|them|this|our)\b)/iu,
  /^(?:can|could|may|might) i (?:please |just |also )*(?:ask|trouble|bother|get|have) (?:you|someone|somebody|anyone) to (?:please |also )*/i,
  /^(?:why (?:don['’]?t|do not) (?:you|we)|why not|may i ask (?:you|someone) to|(?:do you )?think you (?:could|can)|(?:is there )?any way to|(?:is (?:any|some)(?:one|body)|are you) (?:able|free|willing) to|(?:have|do) you (?:got |have )(?:the )?time to|(?:do|does|would) (?:you|any(?:one|body)) have (?:the )?time to|who (?:can|could)|i (?:was|am) wondering whether (?:you|someone|we) (?:could|can)) (?:please |also |maybe |just )*/i,
  /^could (?=(?:the|this|that|these|those|our|its)\b)/i,
  /^(?:someone|somebody|anyone|anybody) (?:please )?(?:should|must|needs? to|has to|have to|please|has got to|ought to) (?:please |also |then |really )*/i,
  /^(?:i (?:think|guess|believe|feel)|imo|imho|in my opinion),? (?:that )?(?:we|you) (?:should|need to|have to|must|could) (?:also |really |just |probably )*/i,
  /^(?:(?:please )?be so (?:kind|good|nice) (?:as |and )?(?:to )?)/i,
  /^(?:let['’]?s|lets|let us) (?!not\b|know\b|have\b)(?:please |also |now |then |just |first |finally )*/i,
  /^(?:(?:please )?(?:don['’]?t|do not) forget to|remember to|please remember to|make sure (?:to|you|that you)|be sure to|go ahead and|feel free to just|try to|start by|need to|needs to be|have to|want to|would like to|your (?:task|job) is to|the task is to|the job is to|task is to|(?:todo|to do|to-do|action|ask|request)(?=:)|TODO(?= )|asking you to|i ask you to|i am asking you to|i['’]m asking you to|i would ask you to|help me(?: to)?|help us(?: to)?|time to|it['’]?s time to|it is time to) ?:?\s*(?:please |also )*/i,
];
const NAMED = /^(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) \p{Lu}\p{Ll}+ (?:please |also |maybe )*(?=\p{Ll}+\s)/u;
const MIND =
  /^(?:(?:would|do) (?:you|u) mind|(?:are|is) (?:you|anyone|someone) up for|mind|how about|what about|i suggest|i propose|i(?:['’]d| would) suggest|consider|start|try|begin by|start by|start with|we should start|i recommend|requires?|involves?|it means|needs?) (?:please |also |just |by )*/i;
const TRAILING =
  /[\s,]+(?:please|pls|plz|kindly|thanks|thank you|thx|ty|if you (?:can|could|like|don['’]?t mind)|when you (?:have|get) (?:a (?:minute|moment|sec|second)|time)|no rush|no hurry|asap|cheers)(?=[\s.!?,]*$)/i;
const MAX_HEAD = 240;

/** A sentence without polite phrases, and how it was phrased. */
export interface PlainWords {
  readonly text: string;
  /** Whether it was asked, and not ordered. */
  readonly isAsked: boolean;
  readonly hasPlease: boolean;
}

/** Removes polite phrases and fillers from the start of a sentence, and "please" from its end. */
export function plainWords(sentence: string): PlainWords {
  let text = sentence;
  let isAsked = false;
  let hasPlease = false;
  for (let changed = true; changed; ) {
    const before = text;
    text = withoutFillers(text);
    if (PLEASE.test(text.slice(0, 20))) {
      text = text.replace(PLEASE, '');
      hasPlease = true;
    }
    const asked = withoutAsking(text);
    if (asked !== undefined && asked !== text && asked.trim() !== '') {
      text = asked;
      isAsked = true;
    }
    changed = text !== before;
  }
  const end = text.slice(-80).replace(TRAILING, '');
  if (end !== text.slice(-80)) {
    hasPlease = hasPlease || /[\s,](?:please|pls|plz|kindly)[\s.!?,]*$/i.test(text);
    text = text.slice(0, -80) + end;
  }
  return { text: text.trim(), isAsked, hasPlease };
}

/** The sentence without introductory words. */
export function withoutFillers(sentence: string): string {
  let text = sentence;
  for (let changed = true; changed; ) {
    const head = text.slice(0, MAX_HEAD);
    const rest = head.replace(DECORATION, '').replace(FILLER, '');
    changed = rest !== head && rest.trim() !== '';
    if (changed) text = rest + text.slice(MAX_HEAD);
  }
  return text;
}

function withoutAsking(text: string): string | undefined {
  const head = text.slice(0, MAX_HEAD);
  const tail = text.slice(MAX_HEAD);
  for (const pattern of ASKED) {
    const found = pattern.exec(head)?.[0];
    if (found !== undefined && found !== '') return head.slice(found.length) + tail;
  }
  const [named] = NAMED.exec(head) ?? [];
  if (named !== undefined) return head.slice(named.length) + tail;
  const minded = MIND.exec(head)?.[0];
  if (minded === undefined) return undefined;
  const rest = head.slice(minded.length);
  const [word = ''] = /^[\p{L}-]+/u.exec(rest) ?? [];
  const verb = verbOfGerund(word);
  return verb === undefined ? undefined : verb + rest.slice(word.length) + tail;
}
