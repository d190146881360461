import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldModule } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import { Refusal } from '../../harness/module/refusal.ts';
import { type Envelope, memoryStore } from '../../journal/index.ts';
import { openPlan } from '../../plan-tools/open-plan.ts';
import { Command } from '../../server/api/command.ts';
import { kindOf } from '../../server/api/fact-kind.ts';
import { changePlan } from '../../server/api/plan-command.ts';
import { openPlanSession } from '../../server/api/plan-session.ts';
import { SessionView } from '../../server/api/session-view.ts';
import { planModule } from './module.ts';

const text = fc.constantFrom('One', ' Two ', 'a\nb', ' ', 'x'.repeat(600), 'ä');
const stepId = fc.constantFrom('S001', 'S002', 'S003', ' S001', 'S9');
const steps = fc.array(fc.record({ title: text, details: text }, { requiredKeys: ['title'] }), {
  minLength: 1,
  maxLength: 3,
});
const commands = fc.oneof(
  fc.record(
    { type: fc.constant('plan-set'), objective: text, steps },
    { requiredKeys: ['type', 'objective'] },
  ),
  fc.record({ type: fc.constant('plan-add'), steps }),
  fc.record(
    { type: fc.constant('plan-update'), stepId, title: text, details: fc.option(text) },
    { requiredKeys: ['type', 'stepId'] },
  ),
  fc.record(
    {
      type: fc.constant('plan-mark'),
      stepId,
      status: fc.constantFrom('pending', 'in_progress', 'blocked', 'done'),
      note: text,
    },
    { requiredKeys: ['type', 'stepId', 'status'] },
  ),
  fc.constant({ type: 'plan-clear' }),
);

function at(facts: readonly Envelope[]) {
  const state = foldModule(planModule, facts);
  const head = facts.at(-1)?.seq ?? 0;
  return momentOf(planModule, { state, config: undefined, loaded: undefined, head, nativeFrom: 1 });
}

/** What the module appends for a command, or records of its refusal. */
function decided(facts: readonly Envelope[], { type, ...fields }: { readonly type: string }) {
  const command = planModule.commands[type];
  try {
    const context = { by: 'ann', now: '', newId: () => '' };
    return { facts: command?.decide(at(facts), command.input.parse(fields), context) ?? [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { facts: error.record, code: error.code, status: error.httpStatus, message: error.message };
  }
}

/** The server carries it out, in a journal of its own. */
async function done(view: SessionView, store: ReturnType<typeof memoryStore>, command: object) {
  await view.catchUp();
  const from = view.head + 1;
  const setting = { store, view, by: 'ann', host: undefined as never, llm: undefined as never };
  const outcome = await changePlan(setting, Command.parse(command) as never).then(
    () => ({}),
    ({ code, httpStatus, message }) => ({ code, status: httpStatus, message }),
  );
  await view.catchUp();
  return { ...outcome, facts: (await view.session.journal.facts({ from })).map(payloadOf) };
}

function payloadOf({ seq: _seq, id: _id, ts: _ts, v: _v, ...payload }: Envelope) {
  return payload;
}

it('appends, refuses and shows what the server does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { maxLength: 12 }), fc.nat(20), async (given, erased) => {
      const store = memoryStore();
      const { section, journal } = openPlan(store, 'release');
      await section.tool('planning_setup_plan').call({ objective: 'Begin', initial_steps: [{ title: 'A' }] });
      const session = await openPlanSession(store, 'plan:release');
      if (session === undefined) throw new Error('no plan');
      const view = SessionView.of(session);
      for (const command of given) {
        const before = await journal.facts();
        expect(decided(before, command)).toEqual(await done(view, store, command));
        const facts = await journal.facts();
        const moment = at(facts);
        expect(planModule.data(moment)).toEqual(view.planner.view());
        expect(planModule.done(moment)).toBe(view.planner.isDone());
        expect(planModule.titleOf?.(moment)).toBe(view.planner.title?.());
        for (const fact of facts) {
          const type = planModule.facts[fact.type];
          expect(typeof type?.kind === 'function' ? type.kind(fact) : type?.kind).toBe(kindOf(fact));
        }
      }
      await journal.redact(1 + (erased % (given.length + 1)));
      await view.catchUp();
      expect(planModule.data(at(await journal.facts()))).toEqual(view.planner.view());
    }),
    { numRuns: 150 },
  );
});
