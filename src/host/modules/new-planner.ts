import { shown } from '../../journal/error.ts';
import { ID_RULE, isPlannerId } from './check-module.ts';
import { ModuleError } from './error.ts';

/** A file to write: its path below the chosen directory, and its text. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new planner: a module that keeps a checklist, and its test. */
export function newPlannerFiles(name: string, extension: 'ts' | 'mts' = 'ts'): readonly NewFile[] {
  if (!isPlannerId(name)) {
    throw new ModuleError('module-invalid', {
      source: name,
      summary: `A planner cannot be called ${shown(name)}.`,
      fix: `Choose a name of ${ID_RULE}, such as book-club.`,
    });
  }
  return [
    { path: `${name}.${extension}`, text: moduleText(name, extension) },
    { path: `${name}.test.${extension}`, text: testText(name, extension) },
  ];
}

/** Prefixed with the planner's name, because no two planners may share a fact type. */
function factType(name: string, event: string): string {
  return `${name.replaceAll('-', '_')}_${event}`;
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function moduleText(name: string, extension: string): string {
  const listed = factType(name, 'topics_listed');
  const checked = factType(name, 'topic_checked');
  return `/**
 * A planner that keeps a checklist: every line that you write to it becomes a topic.
 * Try it: npx wayfold up --planner ./${name}.${extension}
 */
import { definePlanner, refuse } from 'wayfold';
import { z } from 'zod';

interface Checklist {
  readonly lines: readonly string[];
  readonly topics: readonly string[];
  readonly checked: readonly string[];
}

const empty: Checklist = { lines: [], topics: [], checked: [] };

export default definePlanner({
  id: '${name}',
  title: '${titleOf(name)}',
  description: 'Keeps a checklist of topics.',
  icon: 'list-checks',

  // What a person sets up. The form, its link, the flags and the tool inputs follow from it.
  config: z.strictObject({
    order: z.enum(['as written', 'by name']).default('as written').meta({ title: 'Order' }),
  }),

  // What can happen. The words are for people who read the history.
  facts: {
    ${listed}: {
      schema: z.strictObject({ topics: z.array(z.string()) }),
      kind: 'plan',
      text: ({ topics }) => topics.join('\\n'),
    },
    ${checked}: {
      // Who did it: its text is shown as theirs.
      schema: z.strictObject({ topic: z.string(), by: z.string() }),
      kind: 'decision',
      text: ({ topic }) => \`Checked: \${topic}\`,
    },
  },

  // What all the facts so far amount to.
  state: {
    initial: empty,
    apply(state, fact) {
      switch (fact.type) {
        case 'user_input':
          return { ...state, lines: [...state.lines, ...linesOf(fact.text ?? '')] };
        case '${listed}':
          return { ...state, topics: fact.topics };
        case '${checked}':
          return { ...state, checked: [...state.checked, fact.topic] };
        default:
          return state;
      }
    },
  },

  // Runs when somebody wrote something. It proposes facts; no facts, nothing to do.
  plan({ state, config, fact }) {
    const topics = [...new Set(state.lines)];
    if (config.order === 'by name') topics.sort((a, b) => a.localeCompare(b));
    return topics.join('\\n') === state.topics.join('\\n') ? [] : [fact.${listed}({ topics })];
  },

  // What people and programs can do besides writing to it.
  commands: {
    check: {
      title: 'Check a topic',
      input: z.strictObject({ topic: z.string().min(1).meta({ title: 'Topic' }) }),
      decide({ state, fact }, { topic }, { by }) {
        if (!state.topics.includes(topic)) throw refuse(\`There is no topic "\${topic}".\`);
        return state.checked.includes(topic) ? [] : [fact.${checked}({ topic, by })];
      },
    },
  },

  done: ({ state }) =>
    state.topics.length > 0 && state.topics.every((topic) => state.checked.includes(topic)),

  // What every surface shows.
  view: ({ state, call }) => [
    {
      type: 'steps',
      items: state.topics.map((topic) => {
        const isChecked = state.checked.includes(topic);
        return {
          id: topic,
          title: topic,
          status: isChecked ? 'done' : 'pending',
          actions: isChecked ? [] : [{ label: 'Check', command: call.check({ topic }) }],
        };
      }),
    },
  ],
});

function linesOf(text: string): string[] {
  return text
    .split('\\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
`;
}

function testText(name: string, extension: string): string {
  const listed = factType(name, 'topics_listed');
  const checked = factType(name, 'topic_checked');
  return `/** Run it: node --test ${name}.test.${extension} */
import { test } from 'node:test';
import { given } from 'wayfold/testing';
import planner from './${name}.${extension}';

const listed = { type: '${listed}', topics: ['Budget', 'Venue'] };
const checked = { type: '${checked}', topic: 'Venue', by: 'tester' };

test('checks a topic', () => {
  given(planner, [listed]).when({ type: 'check', topic: 'Venue' }).then([checked]);
});

test('checks a topic only once', () => {
  given(planner, [listed, checked]).when({ type: 'check', topic: 'Venue' }).then([]);
});

test('refuses a topic that is not on the list', () => {
  given(planner, [listed]).when({ type: 'check', topic: 'Lunch' }).thenFails('refused');
});
`;
}
