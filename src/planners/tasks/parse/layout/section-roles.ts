import { isTitleDone } from '../done/done-marks.ts';

/** The role of a section in the plan. */
export type Role =
  | 'tasks'
  | 'done'
  | 'rules'
  /** Rules stated by what is excluded: `Out of scope: the query planner`. */
  | 'exclusions'
  | 'objective'
  | 'acceptance'
  | 'background'
  /** Minutes and observations: only explicit requests are tasks. */
  | 'notes'
  | 'questions';

const NAMES: readonly (readonly [Role, RegExp])[] = [
  [
    'exclusions',
    /^(?:(?:explicitly |definitely )?(?:out[- ]of[- ]scope|not in scope|outside (?:the )?scope)|(?:explicit |known )?non[- ]?goals?|not (?:part of|included|planned|needed)|what (?:we|you|i) (?:do|will|are)(?: not|n['’]t) (?!know|understand|see|get\b|have).*|what['’]?s not (?:included|in).*|won['’]?t(?: do| have)?$|excluded|exclusions|leave (?:alone|out)|untouched|off[- ]limits|hands off|do not touch|don['’]?t touch|not (?:now|this time|yet)|forbidden|prohibited|taboo)\b/,
  ],
  [
    'rules',
    /^(?:(?:hard |important |other |some |house |ground |the |our |technical |style |coding |safety )*(?:constraints?|rules?|restrictions?|guard ?rails?|limitations|caveats?|boundaries|conditions|don['’]?ts|dos and don['’]?ts|do['’]?s and don['’]?ts|no[- ]?gos?|cautions?|warnings?|precautions|non-?functional(?: requirements?)?)|gotchas?|important|please (?:note|mind|respect|keep in mind|observe)|keep in mind|be careful|watch out|careful|mind|attention|beware|do not|don['’]?t|never|avoid|please (?:do not|don['’]?t)|must nots?)\b/,
  ],
  [
    'acceptance',
    /^(?:(?:the )?(?:acceptance(?: criteria| tests?| criterion)?|acs?|definition of done|dod|success(?: criteria| metrics?| looks like)?|exit criteria|done (?:when|means|if|once)|(?:it is |it['’]s |we are |we['’]re |this is |i am |i['’]m )?(?:done|finished|ready|complete|happy|accepted) (?:when|if|once)|how (?:we|i|you)(?:['’]ll| will| can)? (?:know|tell|verify|check|test).*|measure of success|verification|completion criteria|criteria|expected (?:outcome|results?) afterwards|after(?:wards)?,? it should|target state|checks? at the end|what good looks like|what done looks like|validation criteria))\b/,
  ],
  [
    'objective',
    /^(?:(?:the |our |my |main |overall |sprint |project |quarterly |top |high[- ]level |business |this |sprint's |ultimate |primary )*(?:goals?|objectives?|aims?|purpose|mission|intent(?:ion)?|outcome|desired outcome|end goal|summary|tl;?dr|in short|ask in one line|what we want(?: to achieve)?|target|vision|headline|mandate))$/,
  ],
  [
    'done',
    /^(?:(?:already |what is |what['’]s |was |is |are |all |things |everything |these |those |the following )*(?:done|finished|completed|shipped|resolved|closed|merged|fixed)(?: so far| already| today| yesterday| last week| this week| items?| tasks?| before)*|done (?:and dusted|list)|(?:already |all )?(?:accomplished|achieved|sorted|settled|handled|delivered|landed|dealt with|taken care of|arranged|behind us|in the bag|out of the way|(?:ticked|crossed|checked) off)(?: already| so far)?|(?:what |things )?(?:i|we) (?:did|finished|have done|already did|already have)(?: already| so far| yesterday| today| last week| this week)*|(?:things|items|tasks|work|what|everything) (?:that |which )?(?:is|are|was|were|has been|have been) (?:already |all )*(?:done|finished|completed)|yesterday|last week|erledigt|(?:schon |bereits )?(?:fertig|gemacht|abgeschlossen)|fait|terminé|terminado|hecho|fatto|gedaan|klaar|zrobione|完了|已?完成)$/,
  ],
  [
    'questions',
    /^(?:(?:open |unresolved |my |some |outstanding |remaining |still open )*(?:questions?|points to clarify|unknowns?)(?: for .{1,30}| to .{1,30})?|to (?:be )?(?:clarify|clarified|decide|decided|discuss)|tbd|clarifications?)$/,
  ],
  [
    'background',
    /^(?:(?:some |the |incident |outage |more |a bit of |my |quick |short |general |additional |further |extra |current |technical |known |relevant |useful |for |important )*(?:background|contexts?|motivation|history|information|info|environment|env|set[- ]?up info|versions?|situation|status quo|state of (?:things|play|affairs|the .{1,30})|status|state|progress|problem(?: statement| description)?|symptoms?|observations?|findings?|evidence|logs?|stack ?traces?|traces?|output|error(?: message| output)?|screenshots?|impact(?: if failed)?|severity|priority|prio|risks?|risk assessment|root cause|cause|analysis|diagnosis|hypothes[ie]s|theory|suspicion|workaround|references?|refs?|links?|see also|resources|reading|further reading|sources?|related(?: issues?| work| tickets?)?|timeline|chronology|facts|metrics|assumptions?|blockers?|blocked|decisions?(?: made| taken| so far)?|decided|agreed|approvals?|approved by|justification|rationale|reasons?|reasoning|why(?: now| this| it matters| we do this| we care)?|because|pros?|cons?|pros and cons|advantages|disadvantages|options considered|alternatives(?: considered)?|ideas?(?: for later)?|later|someday|future(?: work)?|nice[- ]to[- ]haves? for later|not decided|attendees|participants|present|absent|apologies|date|time|location|venue|author|reporter|reported by|assignee|owner|affects|affected(?: versions?| users?| customers?)?|since|regression|first seen|frequency|reproducib(?:le|ility)|attachments?|attached|fyi|for your information|for info|side note|notes? to self|ps|p\.s\.|good to know|what (?:happened|happens|we know|i know|we have|i have|went wrong|went well|is known|i see|i saw|i got|i get|we see|i did|i tried|we tried|was tried|broke|changed|others do|it is|we decided)(?: now| so far| today| instead| before| already| about it)*|what['’]s (?:going on|happening|wrong|broken)|tried(?: so far| already)?|already tried|steps? (?:to reproduce|of (?:the )?[a-z]+)|steps to repro|to reproduce|how to reproduce|repro(?:duction)?(?: steps| is [a-z]+)?|str|reproduce|(?:the )?actual(?: behaviou?r| results?| outcome)?|(?:the )?expected(?: behaviou?r| results?)?|observed(?: behaviou?r)?|current behaviou?r|currently|right now|as is|at the moment|previously|what i expect(?:ed)?|what should happen|back-?out(?: plan)?|roll-?back(?: plan)?|fallback(?: plan)?|contingency|plan b|in case of (?:failure|emergency|problems)|emergency|if .{1,60}|good news|bad news|the good news(?: first)?|news|updates?|announcements?|heads[- ]up|next (?:meeting|call|sync|review|appointment|date)|glossary|definitions|abbreviations|deadline|due(?: date)?|budget|estimate|effort|from|to|cc|subject|date|sent|re|fwd|aw))$/,
  ],
  [
    'notes',
    /^(?:(?:my |meeting |weekly |daily |some |random |rough |raw |the |team |sync |retro |stand-?up |call |design |review )*(?:notes?|minutes|protocol|recap|agenda|discussion|discussed|talking points|topics|impressions|thoughts|feedback|complaints?|problems?|issues|bugs?|observations|what .{1,20} said)(?: \d.{1,20}| (?:mon|tue|wed|thu|fri|sat|sun)\w*.{0,20}| from .{1,40}| of .{1,40}| on .{1,40}| about .{1,40}| so far)*|.{1,40}[,:–—-] ?(?:my |meeting |some )?(?:notes|minutes)(?: .{1,20})?)$/,
  ],
  [
    'tasks',
    /^(?:(?:the |my |our |your |all |some |suggested |proposed |possible |remaining |open |outstanding |next |further |follow[- ]?up |immediate |required |planned |concrete |main |still |what['’]?s |what is |what |small |other |more |three |two |four |five |six |few |a few |things? |work |high[- ]priority |priority |must[- ]have |mandatory |first |second |third |last |today['’]?s |this week['’]?s )*(?:to ?-?dos?|tasks?|actions?(?: items?| points?)?|a\.?i\.?s|next(?: steps?| up| actions?| week| sprint)?|steps?|step by step|what to do(?: now| next)?|what (?:needs|has) to (?:happen|be done|change)(?: now| next)?|what(?: we| you| i)? (?:need|want|build|ship|have to do|should do|must do|do|will do)(?: to do| done| from you| you to do| now| next| first)*|what (?:is|['’]s) (?:left|missing|open|needed|next|to do|wanted|required)|left(?: to do| over)?|leftovers?|missing|wanted|needed|remaining(?: work| items)?|open(?: items?| points?)?|pending|outstanding|work(?: items?| packages?)?|plan(?: of action| of attack)?|the plan|check ?lists?|implementation(?: steps| plan)?|deliverables?|functional(?: requirements?)?|requirements?|changes?(?: needed| requested| wanted)?|fix(?:es)?|proposed (?:solution|fix|change)|solution|proposal|approach|scope|in scope|asks?|requests?|wish ?list|wishes|stories|user stories|sub-?tasks?|jobs?|chores?|backlog|pre-?checks?|checks|preparation|post-?(?:implementation|checks|deployment|release)|before (?:the )?(?:release|launch|deploy(?:ment)?)|after (?:the )?(?:release|launch|deploy(?:ment)?)|day \d+|week \d+|phase \d+|milestone \d+|part \d+|round \d+|must|should|could|then|finally|afterwards|later today|today|tests?|testing|tomorrow|this (?:week|sprint|morning|afternoon)|please|follow[- ]?ups?|instructions?|priorities|.{2,40} (?:(?:we|you|i)(?: all)? (?:will|must|should|need|want|have to|need to)|(?:we|you|i)['’]ll)|do|dos|do['’]s|please do|in progress|doing|wip|ready|required|not (?:done|started|finished)(?: yet)?)(?: for .{1,40}| list)?)$/,
  ],
];

/** Keywords anywhere in a heading that is not one of the standard names. */
const SPEAKS_OF: readonly (readonly [Role, RegExp])[] = [
  [
    'questions',
    /\b(?:questions?|unclear|(?:don['’]?t|do not) know|unknown|could(?:n['’]?t| not) (?:answer|find))\b/,
  ],
  [
    'exclusions',
    /\b(?:out of scope|not (?:now|in scope|part of|planned|doing|this time|touch)|won['’]?t do|parked|off[- ]limits|hands off|must stay|stays? as)\b/,
  ],
  [
    'rules',
    /\b(?:careful|rules|constraints?|restrictions?|guard ?rails|don['’]?ts|caveats|beware|must not)\b/,
  ],
  [
    'acceptance',
    /\b(?:acceptance|criteria|definition of done|success|(?:done|finished|happy|ready) (?:when|if))\b/,
  ],
  [
    'done',
    /^(?!.*\b(?:not|to be|needs?|must|should|but|rest|open|left|remaining|still|please|only|except|next|now|missing)\b).*\b(?:already|so far)\b.*\b(?:done|finished|sorted|completed|fixed)\b|^already (?:done|finished|sorted|completed|fixed)\b|\b(?:they|these|those|them)(?: are| were|['’]re| have been)(?: (?:all|already|both|now))* (?:done|finished|sorted|completed|fixed)[\s:.]*$/,
  ],
  [
    'background',
    /\b(?:context|background|history|decisions?|decided|where we (?:are|stand)|what (?:happened|we know|was)|situation|symptoms?|observ\w+|why|was (?:shown|said|discussed)|logs?|timeline|rejected|parking lot|retro|reproduc\w+|references|ideas|maybe|some ?day|later)\b/,
  ],
  ['notes', /^(?:misc(?:ellaneous)?|other|others|comments?|any other business|aob|summary of .*)$/],
  [
    'tasks',
    /\b(?:to-?dos?|to do|tasks?|actions?|action items|steps|remaining|still open|still missing|left|next|(?:has|have|need|needs) to)\b/,
  ],
];

/** The role of the lines below a heading or an introduction. */
export function roleOfHeading(name: string): Role | undefined {
  if (isTitleDone(name)) return 'done';
  if (/\((?:fyi|for (?:your )?info(?:rmation)?|no action needed)\)/i.test(name)) return 'background';
  const named = roleNamed(name);
  const plain = name.toLowerCase().replace(/[*_#`~]/g, '');
  if (named !== undefined || plain.split(/\s+/).length > 9) return named;
  return SPEAKS_OF.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** The role of a standard name, as in a heading or a label. */
export function roleNamed(name: string): Role | undefined {
  const plain = name
    .slice(0, 120)
    .toLowerCase()
    .replace(/[*_#`~]/g, '')
    .replace(/\([^)]*\)/g, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/(?:[\s:：.!–—✓✔✅☑-]|\ufe0f)+$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** A sentence that starts with a label: `Goal: fewer pages`. */
export interface LabelledSentence {
  readonly label: string;
  readonly role: Role | undefined;
  readonly rest: string;
}

const LABEL = /^([*_]{0,3}[^\s:：][^:：.?!;\n`"“]{0,70}?)[*_]{0,3}[:：](?:[*_]{1,3})?(?:\s+|$)/u;

/** Parses the label of a sentence, of at most a few words, and its role. */
export function labelled(sentence: string): LabelledSentence | undefined {
  const [whole, label] = LABEL.exec(sentence.slice(0, 120)) ?? [];
  if (whole === undefined || label === undefined || /^[a-z][a-z0-9+.-]*:\/\//i.test(sentence))
    return undefined;
  if (label.split(/\s+/).length > 9) return undefined;
  return { label: label.trim(), role: roleNamed(label), rest: sentence.slice(whole.length) };
}
