import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import release from '../../examples/release-planner.ts';
import { planAttempted, planFailed, planProposed, planRequested } from '../../test/commits-journal.ts';
import { minutesModule } from '../../test/minutes-module.ts';
import { ROUTE_66 } from '../../test/trip-fixture.ts';
import { definePlanner } from '../harness/module/define-planner.ts';
import type { PlannerModule } from '../harness/module/planner-module.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { ProposedFact } from '../journal/fact.ts';
import { memoryStore } from '../journal/index.ts';
import { isBookkeeping } from '../kernel/facts.ts';
import { commitsModule } from '../planners/commits/module.ts';
import { drafterModule } from '../planners/drafter/module.ts';
import { planModule } from '../planners/plan/module.ts';
import { libraryLoan } from '../planners/scenario/fixtures/library-loan.ts';
import { scenarioModule } from '../planners/scenario/module.ts';
import { Planner } from '../planners/tasks/handler.ts';
import { tasksModule } from '../planners/tasks/module.ts';
import { tripModule } from '../planners/trip/module.ts';
import { createSession } from '../sessions/create-session.ts';
import { moduleHandler } from './module-handler.ts';
import { type PlannerSamples, plannerContract } from './planner-contract.ts';

const inputFact = (text: string) => ({ type: 'user_input', text, by: 'ada' });

const minutes: PlannerSamples = {
  module: minutesModule,
  config: { title: 'Retro' },
  facts: [
    [
      inputFact('The tests are slow'),
      { type: 'minutes_written', lines: ['The tests are slow'] },
      inputFact('Lunch is late'),
      { type: 'minutes_written', lines: ['The tests are slow', 'Lunch is late'] },
      { type: 'line_pinned', line: 1, by: 'ada' },
      { type: 'owner_named', name: 'Grace' },
    ],
  ],
  commands: [
    { type: 'pin', line: 1 },
    { type: 'pin', line: 7 },
    { type: 'pin', line: 'one' },
    { type: 'own', name: 'Grace' },
    { type: 'own' },
  ],
  texts: ['Lunch is late', '1', ''],
};

const releases: PlannerSamples = {
  module: release,
  config: { tag: '2.0.0' },
  facts: [
    [
      inputFact('Faster start'),
      { type: 'release_planned', changes: ['Faster start'] },
      { type: 'release_approved', by: 'ada' },
      { type: 'release_published', address: 'https://releases.example/stable/2.0.0' },
    ],
    [
      inputFact('Faster start\nFewer crashes'),
      { type: 'release_planned', changes: ['Faster start', 'Fewer crashes'] },
      { type: 'release_stopped', by: 'ada', reason: 'It is Friday' },
    ],
  ],
  commands: [{ type: 'go' }, { type: 'stop', reason: 'It is Friday' }],
  texts: ['go', 'yes', 'One more change'],
};

/** What a session comes to when the planner of a module hears these words, one after the other. */
async function recorded(
  module: PlannerModule,
  ...texts: readonly string[]
): Promise<readonly ProposedFact[]> {
  const session = await createSession(memoryStore(), { planner: module, by: 'ada' });
  for (const text of texts) {
    const { facts } = await session.say({ text }, { by: 'ada' });
    await session.untilIdle({ llm: session.llm, appended: facts });
  }
  return (await session.journal.facts())
    .filter((fact) => !isBookkeeping(fact))
    .map(({ seq: _seq, id: _id, ts: _ts, ...fact }) => fact);
}

const lostTulsa = { anchorId: 'tulsa', set: { lat: 0, lng: 0, name: 'Nowhereville' } };
const trips: PlannerSamples = {
  module: tripModule(),
  facts: [
    await recorded(
      tripModule(),
      'A road trip from Los Angeles to Chicago',
      '8 days',
      'make it 9 days',
      'undo',
      'redo',
    ),
    [
      { type: 'itinerary_imported', itinerary: ROUTE_66, format: 'json' },
      { type: 'itinerary_mutated', by: 'person', mutation: { op: 'UPDATE_ANCHOR', payload: lostTulsa } },
    ],
  ],
  commands: [
    { type: 'undo' },
    { type: 'redo' },
    { type: 'choose', optionId: 'none' },
    { type: 'change', mutation: { op: 'REMOVE_ANCHOR', payload: { anchorId: 'tulsa' } } },
  ],
  texts: ['8 days', 'make it 9 days', '1', 'undo', ''],
};

/** What comes of these words and commands in a session of the task planner. */
function tasksAfter(userInput: string, ...commands: readonly CommandCall[]): readonly ProposedFact[] {
  const begun = [inputFact(userInput), ...new Planner().process({ type: 'Initialize', userInput })];
  const handler = moduleHandler(tasksModule())(begun);
  return [...begun, ...commands.flatMap((command) => handler.process(command))];
}

const tasks: PlannerSamples = {
  module: tasksModule(),
  facts: [
    tasksAfter(
      'Run `npm test`. Write the news.',
      { type: 'task-complete', taskId: 1, result: '12 pass' },
      { type: 'task-fail', taskId: 2, error: 'no news' },
    ),
    tasksAfter(
      'Which date do we aim for?\nWrite the news.',
      { type: 'task-answer', taskId: 1, answer: 'May' },
      { type: 'task-cancel', taskId: 2, reason: 'late' },
    ),
  ],
  commands: [
    { type: 'task-complete', taskId: 1, result: 'done' },
    { type: 'task-fail', taskId: 2, error: 'no disk' },
    { type: 'task-ask', taskId: 1, question: 'Which one?' },
    { type: 'task-answer', taskId: 1, answer: 'May' },
    { type: 'task-cancel', taskId: 2 },
    { type: 'continue' },
  ],
  texts: ['May', 'done', 'Then tell everybody.', ''],
};

const { digest } = planProposed('r1');
const task = { description: 'Measure', kind: 'Processing', attachments: [] };
const commits: PlannerSamples = {
  module: commitsModule(),
  facts: [
    [
      inputFact('Make parsing faster'),
      planRequested('r1'),
      planAttempted('r1', 1, 'failed'),
      planAttempted('r1', 2),
      planProposed('r1'),
      { type: 'plan_accepted', requestId: 'r1', digest, by: 'ada', tasks: [task] },
      { type: 'plan_concluded', requestId: 'r1', outcome: 'succeeded' },
    ],
    [planRequested('r1'), planFailed('r1'), planRequested('r2'), planProposed('r2')],
    [planRequested('r1'), planProposed('r1'), { type: 'plan_rejected', requestId: 'r1', digest, by: 'ada' }],
  ],
  commands: [
    { type: 'accept-plan', requestId: 'r1', digest },
    { type: 'reject-plan', requestId: 'r1', digest, reason: 'too much' },
    { type: 'reject-plan', requestId: 'r2', digest },
    { type: 'conclude-plan', requestId: 'r1', outcome: 'failed' },
  ],
  texts: ['accept', 'reject: too much', 'Make it smaller', ''],
};

const turn = { type: 'status_changed', a2a: 'input-required' };
const conversation = [
  turn,
  { type: 'remote_received', messageId: 'm1', text: 'Hello' },
  { type: 'user_guidance', gid: 'g1', text: 'Be brief' },
  { type: 'remote_sent', messageId: 'm2', text: 'Hello yourself' },
  { type: 'status_changed', a2a: 'completed' },
];
const drafts: PlannerSamples = { module: drafterModule, facts: [conversation], texts: ['Hello'] };
const scenarios: PlannerSamples = {
  module: scenarioModule(),
  config: { myAgentId: 'library', enabledTools: ['find_loan', 'extend_loan'] },
  loaded: libraryLoan,
  facts: [conversation],
  texts: ['Hello'],
};

const planCommands = [
  {
    type: 'plan-set',
    objective: 'Release 2.0',
    steps: [{ title: 'Write the notes' }, { title: 'Tag it', details: 'Signed.' }],
  },
  { type: 'plan-mark', stepId: 'S001', status: 'done', note: 'Ten lines.' },
  { type: 'plan-update', stepId: 'S002', details: null },
  { type: 'plan-add', steps: [{ title: 'Tell everybody' }] },
  { type: 'plan-clear' },
];
const planned = moduleHandler(planModule)([]);
const plans: PlannerSamples = {
  module: planModule,
  facts: [planCommands.flatMap((command) => planned.process(command))],
  commands: [...planCommands, { type: 'plan-mark', stepId: 'S404', status: 'done' }],
};

for (const samples of [minutes, releases, trips, tasks, commits, drafts, scenarios, plans])
  describe(`the planner ${samples.module.id}`, () => plannerContract(samples, { describe, it }));

/** The names of the laws that a module breaks. */
async function broken(samples: PlannerSamples): Promise<readonly string[]> {
  const laws: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  plannerContract(samples, {
    describe: (_name, body) => body(),
    it: (name, body) => void laws.push({ name, body }),
  });
  const found: string[] = [];
  for (const { name, body } of laws) await body().catch(() => found.push(name));
  return found;
}

describe('the planner contract', () => {
  const {
    facts: [journal = []],
  } = minutes;
  const withMinutes = (change: Partial<PlannerModule>): PlannerSamples => ({
    ...minutes,
    module: { ...minutesModule, ...change },
  });
  let calls = 0;

  it.each<[string, Partial<PlannerModule>, string]>([
    [
      'a fold that keeps a Map',
      { state: { initial: null, apply: () => new Map() } },
      'is plain JSON, or can be saved and restored',
    ],
    [
      'a fold that counts calls',
      { state: { initial: 0, apply: () => ++calls } },
      'is deterministic, and never mutates the previous state',
    ],
    [
      'a fold that changes the state it is given',
      {
        state: {
          initial: { said: [] as string[] },
          apply(state, fact) {
            const { said } = state as { said: string[] };
            if (fact.type === 'user_input') said.push(String(fact.text));
            return state;
          },
        },
      },
      'is deterministic, and never mutates the previous state',
    ],
    [
      'a fold that looks at the clock',
      { state: { initial: 0, apply: () => performance.now() } },
      'is deterministic, and never mutates the previous state',
    ],
    [
      'a fold that counts facts it does not know',
      { state: { initial: 0, apply: (state) => Number(state) + 1 } },
      'ignores unknown facts',
    ],
    [
      'a state that is not restored as it was saved',
      { state: { ...minutesModule.state, save: () => ({}), restore: () => minutesModule.state.initial } },
      'is shown the same after it was restored',
    ],
    [
      'a view that throws',
      {
        view({ config }) {
          return [{ type: 'markdown', text: (config as { title: string }).title.toUpperCase() }];
        },
      },
      'is blocks of the closed set, whose items have unique ids',
    ],
    [
      'a view that differs from call to call',
      { view: () => [{ type: 'markdown', text: String(++calls) }] },
      'is blocks of the closed set, whose items have unique ids',
    ],
    [
      'a status that throws',
      {
        status() {
          throw new Error('away');
        },
      },
      'has a status of the closed list',
    ],
    [
      'a command that decides by chance',
      {
        commands: {
          ...minutesModule.commands,
          pin: {
            title: 'Pin a line',
            input: z.looseObject({}),
            decide: () => [{ type: 'line_pinned', line: ++calls, by: 'ada' }],
          },
        },
      },
      'are deterministic, and lead to valid facts or a refusal',
    ],
    [
      'a command whose facts do not fit',
      {
        commands: {
          ...minutesModule.commands,
          pin: {
            title: 'Pin a line',
            input: z.looseObject({}),
            decide: () => [{ type: 'line_pinned', line: 'first' }],
          },
        },
      },
      'are deterministic, and lead to valid facts or a refusal',
    ],
    [
      'a fact of a kind of its own',
      {
        facts: {
          ...minutesModule.facts,
          line_pinned: { schema: z.looseObject({}), kind: 'sparkling' as never },
        },
      },
      'have a kind of the closed list, and a text or none',
    ],
    [
      'a fold that stumbles over erased facts',
      {
        state: {
          initial: {},
          apply: (state, fact) => (fact.type === 'redacted' ? String(Object(null).x.y) : state),
        },
      },
      'can be folded and shown with any one fact erased, and with all of them',
    ],
    [
      'a view of a block that is none',
      { view: () => [{ type: 'picture' } as never] },
      'is blocks of the closed set, whose items have unique ids',
    ],
    [
      'two items of one id',
      {
        waiting: () => [
          { id: 'a', text: 'What?' },
          { id: 'a', text: 'Which?' },
        ],
      },
      'has waiting items with unique ids',
    ],
    [
      'an option that does not fit',
      {
        waiting: () => [
          { id: 'a', text: 'What?', options: [{ label: 'This', command: { type: 'pin', line: 'x' } }] },
        ],
      },
      'offers only commands that its sessions accept, with valid input',
    ],
    [
      'an option that is refused',
      {
        waiting: () => [
          { id: 'a', text: 'What?', options: [{ label: 'This', command: { type: 'pin', line: 99 } }] },
        ],
      },
      'are not refused where they are offered',
    ],
    ['a status of its own', { status: () => 'sleeping' as never }, 'has a status of the closed list'],
    [
      'data with a date',
      { data: () => ({ type: 'x', on: new Date() }) },
      'is plain JSON as data, to compare and as artifacts',
    ],
    [
      'words that mean no command',
      { understand: () => ({ type: 'shout' }) },
      'mean one of its commands, input, or nothing special',
    ],
  ])('finds %s', async (_, change, law) => {
    expect(await broken(withMinutes(change))).toContain(law);
  });

  it('passes for a correct planner', async () => {
    expect(await broken(minutes)).toEqual([]);
  });

  it('detects a setup that changes when it is parsed again', async () => {
    const module = definePlanner({
      id: 'growing',
      title: 'Growing',
      description: 'Grows.',
      config: z.strictObject({ text: z.string().overwrite((text) => `${text}!`) }),
      facts: {},
      state: { initial: null, apply: (state) => state },
    });
    expect(await broken({ module, config: { text: 'a' }, facts: [journal] })).toContain(
      'is plain JSON, and parsed again it stays the same',
    );
  });
});
