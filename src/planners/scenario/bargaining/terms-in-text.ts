import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { endStatusOf, type ScenarioAgent } from '../file/scenario.ts';
import { numbersIn } from './numbers-in-text.ts';
import { spoken } from './offline-knowledge.ts';
import type { Term } from './terms.ts';

/** Where an agent describes its limits in words. */
type Described = Pick<ScenarioAgent, 'goals' | 'systemPrompt'>;

/** The terms of an agent: those of its file, or else those described in its text. */
export function termsOf(agent: ScenarioAgent): readonly Term[] {
  if (agent.terms !== undefined) return agent.terms;
  const signing = agent.tools.find((tool) => tool.endsConversation && endStatusOf(tool) === 'completed');
  return signing ? describedTerms(agent, numbersOf(signing.inputSchema)) : [];
}

/** The required numeric arguments of a schema. */
export function numbersOf({ properties, required }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!isPlainObject(properties)) return [];
  const needed = Array.isArray(required) ? required : Object.keys(properties);
  return Object.entries(properties).flatMap(([name, schema]) =>
    needed.includes(name) && isPlainObject(schema) && /^(?:number|integer)$/.test(String(schema.type))
      ? [name]
      : [],
  );
}

/**
 * The terms of an agent without declared ones: the numbers that its agreement takes, with the limits that its
 * instructions and goals state in words. None if a limit is missing: then it is unknown what it would accept.
 */
export function describedTerms(agent: Described, names: readonly string[]): readonly Term[] {
  const mentions = mentionsIn([...agent.goals, agent.systemPrompt].join('\n'), names);
  const terms = names.flatMap((name) => termFrom(name, mentions.get(name) ?? []) ?? []);
  return terms.length === names.length ? terms : [];
}

interface Mention {
  readonly value: number;
  readonly meaning: 'highest' | 'limit' | 'lowest' | 'opening' | 'target';
}

const LESS = '(?:below|under|less|fewer|lower|earlier|shorter|cheaper)';
const MORE = String.raw`(?:above|over|more|beyond|higher|later|longer|exceed\w*|past)`;
const NOT = String.raw`(?:no|not|never|nothing|cannot|\w+n['’]t|refuse|reject|out)`;

/** The first match tells what a number is. */
const MEANINGS: readonly (readonly [RegExp, Mention['meaning']])[] = [
  [new RegExp(String.raw`\b${NOT}\b.*\b${LESS}\b|\b${LESS}\b.*\b${NOT}\b`, 'iu'), 'lowest'],
  [new RegExp(String.raw`\b${NOT}\b.*\b${MORE}\b|\b${MORE}\b.*\b${NOT}\b`, 'iu'), 'highest'],
  [/\b(?:start|open|begin|first offer|anchor|ideal\w*|nice|hope|aim|target)\b/iu, 'opening'],
  [/\b(?:at least|floor|min(?:imum)?|lowest|bottom|or (?:more|better)|upwards|mindestens)\b/iu, 'lowest'],
  [
    /\b(?:at (?:the )?(?:most|latest)|max(?:imum)?|up to|tops|ceiling|cap(?:ped)?|within|budget|highest|longest|or less|höchstens)\b|\bunder\b|\bbelow\b|\bless than\b/iu,
    'highest',
  ],
  [/\b(?:fine|okay|ok|acceptable|worst|walk[- ]away|reservation|live with|settle for|limit)\b/iu, 'limit'],
];

/** The numbers mentioned for each name, by the surrounding words. */
function mentionsIn(text: string, names: readonly string[]): ReadonlyMap<string, readonly Mention[]> {
  const found = new Map<string, Mention[]>();
  for (const sentence of text.split(/(?<=[.!?;])\s+|\n+/))
    for (const clause of sentence.split(/,\s|\s[–-]\s|\s(?:but|and)\s/)) {
      const about = namedIn(clause, names) ?? namedIn(sentence, names);
      if (about === undefined) continue;
      const meaning = MEANINGS.find(([words]) => words.test(clause))?.[1] ?? 'target';
      const mentions = numbersIn(clause).map(({ value }) => ({ value, meaning }));
      found.set(about, [...(found.get(about) ?? []), ...mentions]);
    }
  return found;
}

/** The single name that a text mentions. */
function namedIn(text: string, names: readonly string[]): string | undefined {
  const words = stems(text);
  const named = names.filter((name) => stems(spoken(name)).some((stem) => words.includes(stem)));
  return named.length === 1 || names.length === 1 ? (named[0] ?? undefined) : undefined;
}

function stems(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, '').slice(0, 4));
}

function termFrom(name: string, mentions: readonly Mention[]): Term | undefined {
  const of = (meaning: Mention['meaning']) =>
    mentions.filter((mention) => mention.meaning === meaning).map(({ value }) => value);
  const [highest, lowest] = [of('highest'), of('lowest')];
  const [opening] = of('opening');
  const [target] = of('target');
  const [stated] = of('limit');
  const wanted = opening ?? target;
  if (highest.length > 0 && lowest.length > 0) return undefined;
  const limit = highest.length > 0 ? Math.min(...highest) : lowest.length > 0 ? Math.max(...lowest) : stated;
  if (limit === undefined || (highest.length + lowest.length === 0 && wanted === undefined)) return undefined;
  const sign = highest.length > 0 ? 1 : lowest.length > 0 ? -1 : Math.sign(limit - (wanted ?? limit));
  const start = wanted !== undefined && Math.sign(limit - wanted) === sign ? wanted : beginning(limit, sign);
  return { name, label: spoken(name), opening: start, limit, step: stepOf(limit) };
}

/** A first offer if none is stated: a fifth away from the limit. */
function beginning(limit: number, sign: number): number {
  const step = stepOf(limit);
  return limit - sign * Math.max(step, Math.round(limit / 5 / step) * step);
}

function stepOf(limit: number): number {
  return Math.abs(limit) < 1000 ? 1 : 10 ** (Math.floor(Math.log10(Math.abs(limit))) - 2);
}
