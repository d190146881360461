import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduledStore } from '../../../test/scheduled-store.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import { Session, selectLatest } from '../../kernel/session/session.ts';
import { Plan } from '../plan/plan.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';

const sectionOn = (session: Session) => new PlanningToolsSection({ session });
const journalSession = (store: FactStore) => new Session({ journal: openJournal(store, 'plan:default') });

async function setup(section: PlanningToolsSection): Promise<void> {
  await section.tool('planning_setup_plan').call({ objective: 'Ship it' });
}

/** Adds 32 steps at once, in turn through the sections, and returns the ids that were told. */
async function addAtOnce(...sections: PlanningToolsSection[]): Promise<string[]> {
  const added = Array.from({ length: 32 }, async (_, i) => {
    const section = sections[i % sections.length];
    return await section?.tool('planning_add_step').call({ steps: [{ title: `Step ${i}` }] });
  });
  return (await Promise.all(added)).flatMap((result) => result?.assignedIds ?? []);
}

async function expectAll(session: Session, ids: readonly string[]): Promise<void> {
  const wanted = Array.from({ length: 32 }, (_, i) => `S${String(i + 1).padStart(3, '0')}`);
  expect(ids.toSorted()).toEqual(wanted);
  const plan = await selectLatest(session, Plan);
  expect(plan?.steps.map(({ stepId }) => stepId)).toEqual(wanted);
  expect(new Set(plan?.steps.map(({ title }) => title)).size).toBe(32);
}

describe('32 calls at once', () => {
  it('all apply on a session in memory', async () => {
    const session = new Session();
    const section = sectionOn(session);
    await setup(section);
    await expectAll(session, await addAtOnce(section));
  });

  it('all apply on a session with a journal', async () => {
    const session = journalSession(memoryStore());
    const section = sectionOn(session);
    await setup(section);
    await expectAll(session, await addAtOnce(section));
  });

  it('all apply on two sessions of one journal, and both see all of them', async () => {
    const store = memoryStore();
    const [one, other] = [journalSession(store), journalSession(store)];
    const sections = [sectionOn(one), sectionOn(other)];
    await setup(sectionOn(one));
    const ids = await addAtOnce(...sections);
    await expectAll(one, ids);
    await expectAll(other, ids);
    expect(one.version).toBe(other.version);
  });

  it('all apply when refused calls come in between', async () => {
    const store = memoryStore();
    const [one, other] = [journalSession(store), journalSession(store)];
    const sections = [sectionOn(one), sectionOn(other)];
    await setup(sectionOn(one));
    const refused = Array.from({ length: 16 }, (_, i) =>
      sections[i % 2]?.tool('planning_mark_step').call({ step_id: 'S999', status: 'done' }),
    );
    const [ids, outcomes] = await Promise.all([addAtOnce(...sections), Promise.allSettled(refused)]);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await expectAll(other, ids);
    expect(await openJournal(store, 'plan:default').head()).toBe(1 + 32 + 16);
  });

  it('that expect the same version have exactly one winner', async () => {
    const store = memoryStore();
    const sections = [sectionOn(journalSession(store)), sectionOn(journalSession(store))];
    await setup(sectionOn(journalSession(store)));
    const racing = Array.from({ length: 8 }, (_, i) =>
      sections[i % 2]
        ?.tool('planning_add_step')
        .call({ steps: [{ title: `Step ${i}` }] }, { expectedVersion: 1 }),
    );
    const outcomes = await Promise.allSettled(racing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []))).toEqual(
      Array.from({ length: 7 }, () => 'conflict'),
    );
    const facts = await openJournal(store, 'plan:default').facts();
    expect(facts.filter(({ success }) => success === false)).toHaveLength(7);
  });
});

it('calls of two processes end as if they had come one after the other, however they interleave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const store = memoryStore();
      await setup(sectionOn(journalSession(store)));
      const slow = scheduledStore(store, scheduler);
      const sections = [sectionOn(journalSession(slow)), sectionOn(journalSession(slow))];
      const calls = Array.from({ length: 6 }, (_, i) =>
        sections[i % 2]?.tool('planning_add_step').call({ steps: [{ title: `Step ${i}` }] }),
      );
      const results = await scheduler.waitFor(Promise.all(calls));
      const reader = journalSession(store);
      sectionOn(reader);
      const folded = await selectLatest(reader, Plan);
      for (const result of results) {
        const [id] = result?.assignedIds ?? [];
        const [wanted] = result && 'steps' in result.value ? result.value.steps : [];
        expect(folded?.steps.find(({ stepId }) => stepId === id)?.title).toBe(wanted?.title);
      }
      expect(folded?.steps).toHaveLength(6);
    }),
    { numRuns: 100 },
  );
});
