/**
 * Stands in for a coding agent: it answers a planning prompt with a plan, and a prompt to carry a plan out by changing the
 * file. Some of its ideas are good, some are not. Start it as any program: prompt on stdin, answer on stdout.
 */
import { appendFileSync, writeFileSync } from 'node:fs';

const LINEAR = `export function duplicates(list) {
  const seen = new Set();
  const found = new Set();
  for (const item of list) {
    if (seen.has(item)) found.add(item);
    seen.add(item);
  }
  return [...found];
}
`;

const HALF = `export function duplicates(list) {
  const found = [];
  const { length } = list;
  for (let i = 0; i < length; i++) {
    const item = list[i];
    if (found.includes(item)) continue;
    for (let j = i + 1; j < length; j++) {
      if (list[j] === item) {
        found.push(item);
        break;
      }
    }
  }
  return found;
}
`;

const SORTED = `export function duplicates(list) {
  const sorted = Array.from(list).sort((a, b) => a - b);
  return sorted.filter((item, i) => item === sorted[i + 1] && item !== sorted[i - 1]);
}
`;

/**
 * Each idea, what the file becomes by it, and which file that is. Without a text it changes nothing.
 *
 * @type {readonly (readonly [idea: string, text?: string, file?: string])[]}
 */
const IDEAS = [
  ['Look only at what comes after', HALF],
  ['Return at once', 'export function duplicates() {\n  return [];\n}\n'],
  ['Sort a copy and compare neighbours', SORTED],
  ['Make the benchmark do less', 'console.log(JSON.stringify({ reads: 0 }));\n', 'bench.mjs'],
  ['Remember what was seen in a set', LINEAR],
  ['Leave it as it is'],
];

let prompt = '';
for await (const piece of process.stdin) prompt += piece;

const log = process.env.EVOLVE_LOG;
if (prompt.startsWith('You plan changes')) {
  const [, candidate = '1', round = '1'] = /candidate (\d+) of \d+ in round (\d+)/.exec(prompt) ?? [];
  const [summary] = IDEAS[(Number(round) - 1) * 3 + Number(candidate) - 1] ?? ['Leave it as it is'];
  if (log) appendFileSync(log, `plan ${round}.${candidate}\n`);
  console.log(JSON.stringify(planFor(summary)));
} else {
  const [summary, text, file = 'duplicates.mjs'] = IDEAS.find(([words]) => prompt.includes(words)) ?? [
    'Leave it as it is',
  ];
  if (log) appendFileSync(log, `change ${summary}\n`);
  if (text) writeFileSync(file, text);
  console.log(text ? `Changed ${file}.` : 'Changed nothing.');
}

/** @param {string} summary */
function planFor(summary) {
  return {
    plan_summary: summary,
    rationale:
      'The benchmark counts how often an item of the list is read, and the function reads each many times.',
    focus_metrics: ['reads'],
    guardrails: ['The result stays the same.'],
    risks: ['The order of the result may change.'],
    validation: ['node bench.mjs passes with fewer reads.'],
    steps: [
      {
        id: 's1',
        title: summary,
        intent: 'Fewer reads of the list.',
        actions: [`Change duplicates.mjs: ${summary}.`],
        files: ['duplicates.mjs'],
        validation: ['node bench.mjs'],
      },
    ],
    handoff_notes: [],
    fallback_plan: null,
  };
}
