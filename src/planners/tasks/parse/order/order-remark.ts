const IN_ORDER =
  /\b(?:in the order (?:we|you|i)|the order (?:has to|must|should|will) be|in (?:this|that|the (?:given|listed|following|same|right|exact)|exactly this|strict|sequential) (?:order|sequence)|(?:strictly |exactly )?in (?:order|sequence)|one (?:after|at a time|by one)(?: the (?:other|next)| another)?|one by one|(?:strictly )?sequential(?:ly)?|(?:each|every) (?:step|one|task|item|of them|of these)?(?: \w+){0,2} ?(?:needs|requires|depends on|builds on|relies on|waits for|assumes|presupposes|comes after|only after) (?:the )?(?:one |step |task |item )?(?:before|previous|preceding|prior|above)|(?:each|every) (?:step|one|task|item)? ?only (?:when|after|once|if) the (?:one before|previous|preceding)|(?:the )?order (?:matters|is important|counts)|step by step|top to bottom|don['’]?t (?:reorder|swap (?:them|these|the (?:steps|order))|change the order(?! of))|respect the order|order is (?:fixed|important))\b/i;
const NOT_IN_ORDER =
  /\b(?:in any order|order (?:does(?:n['’]t| not) matter|is (?:not|un)\s?important)|any order|no particular order|independent(?:ly)? of each other|(?<!not )in parallel)\b/i;
const STATED =
  /^(?:note:? |so |and |but |also )*(?:steps? |tasks? |items? |numbers? |nos?\.? |points? |#)?((?:#?(?:\d{1,3}|[a-z])(?![\p{L}\d]))(?:(?:, | and | & )#?(?:\d{1,3}|[a-z])(?![\p{L}\d]))*)(?: (?:can|may|must|should|only|all|both|has to|have to|needs? to|be|can only|start|run|happen|begin|come|is|are|done|to))* (depends? on|needs?|requires?|waits? for|(?:only )?after|blocked by|follows?|before|blocks?|precedes?) (?:the [\p{L}-]+ (?:from|of) )?(?:steps? |tasks? |items? |#)?([\d#][\d#, &]{0,20}(?:(?:and|or|to) #?\d{1,3})?)/iu;
const BEGINS =
  /^(?:please |only |then |and |so )*(?:start|begin|continue|go on|do|run|tackle|work on) (?:with )?(?:steps? |tasks? |items? |numbers? |nos?\.? |#)((?:#?\d{1,3})(?:(?:, | and | & )#?\d{1,3})*)\b(?: (?:only |just )*(?:when|once|after|as soon as|if) (?:steps? |tasks? |items? |#)?((?:#?\d{1,3})(?:(?:, | and | & )#?\d{1,3})*))?/i;
const STARTED_BEFORE =
  /^(?:the |our )?(.{3,60}?) (?:must|has to|have to|should|needs? to|can|may|is|are|will)? ?(?:only |be |first |happen |start |begin |come |run |go |happens |starts |comes |goes )*(?:done |finished |complete |completed |through |merged |in place |started )?(before|after|once) (?:the |our |we (?:start|begin) (?:with )?)?(.{3,60}?)(?: (?:starts?|begins?|runs?|is|are|has|can|goes)\b.*)?[.!]?$/i;
/** `Don't start with B until A is finished.` */
const HELD_BACK =
  /^(?:please |but |and )*(?:do not|don['’]?t|never) (?:(?:start|begin|do|run|continue|touch)(?: (?:with|on))? )?(.{1,60}?) (?:until|before|unless) (.{1,60}?)(?: (?:is|are|has|have)\b.*)?[.!]?$/i;
const DOES_THEM =
  /^(?:please |pls |then |and |so |just |all |strictly |exactly )*(?:(?:do|run|execute|work|take|process|handle|tackle|go|keep|perform|complete|follow|finish|work through|carry out) (?:them|these|those|this|it|all|everything|the (?:steps?|list|tasks?|items?)|each|one|in|strictly|exactly|step|through|by)\b.{0,40})?$/i;

const COMES_FIRST =
  /^(?!(?:please|run|do|take|make)\b).{3,60} (?:must|has to|have to|needs to|need to|should) (?:be )?(?:done|finished|complete|completed|through|merged|in place|happen|come|run|over) (?:before|after)\b/i;

/** Whether words state a sequence. */
export function isInOrder(words: string): boolean {
  return IN_ORDER.test(words) && !NOT_IN_ORDER.test(words);
}

/** Whether a sentence only states an order, and no task. */
export function isOrderRemark(sentence: string): boolean {
  if (sentence.length > 160) return false;
  const plain = sentence.replace(/[.!\s]+$/, '');
  if (STATED.test(plain) || (BEGINS.test(plain) && plain.length < 80)) return true;
  if (COMES_FIRST.test(plain)) return true;
  const [order] = IN_ORDER.exec(plain) ?? [];
  if (order === undefined && !NOT_IN_ORDER.test(plain)) return false;
  return DOES_THEM.test(plain) || plain.split(/\s+/).length <= (order?.split(/\s+/).length ?? 3) + 3;
}

/** The dependencies stated in a sentence: `Steps 3 and 4 need 2`, `The import must be done before the switch`. */
export function statedIn(sentence: string): { readonly later: string; readonly earlier: string }[] {
  const [, subject = '', relation = '', object = ''] = STATED.exec(sentence) ?? [];
  if (relation !== '') {
    const isBefore = /^(?:before|blocks?|precedes?)/i.test(relation);
    return [isBefore ? { later: object, earlier: subject } : { later: subject, earlier: object }];
  }
  const [, held = '', until = ''] = HELD_BACK.exec(sentence) ?? [];
  if (held !== '') return [{ later: held, earlier: until }];
  const [, begun = '', needed = ''] = BEGINS.exec(sentence) ?? [];
  if (begun !== '' && needed !== '') return [{ later: begun, earlier: needed }];
  const [, thing = '', side = '', other = ''] = STARTED_BEFORE.exec(sentence) ?? [];
  if (side === '' || !/\b(?:must|has to|have to|should|needs? to|can only|only)\b/i.test(sentence)) return [];
  return [
    side.toLowerCase() === 'before' ? { later: other, earlier: thing } : { later: thing, earlier: other },
  ];
}
