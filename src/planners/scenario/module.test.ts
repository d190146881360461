import { describe, expect, it } from 'vitest';
import { moduleAt } from '../../../test/module-moment.ts';
import { conversationFamily } from '../../harness/family.ts';
import { familyOfModule, plannerOfModule } from '../../harness/module/module-planner.ts';
import { splitConfig } from '../../harness/module/recorded-config.ts';
import { ViewBlockSchema } from '../../harness/module/view-block.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { ScenarioConfig, ScenarioSeed } from './config.ts';
import { libraryLoan } from './fixtures/library-loan.ts';
import { scenarioModule } from './module.ts';

const module = scenarioModule();
const loaded = libraryLoan;
const config = ScenarioSeed.parse({ myAgentId: 'library', enabledTools: ['find_loan', 'extend_loan'] });
const context = { by: 'ann', now: '2026-01-01T00:00:00.000Z', newId: () => 'id' };

const turn = { type: 'status_changed', a2a: 'input-required' };
const completed = { type: 'status_changed', a2a: 'completed' };

describe('the scenario planner as a module', () => {
  it('runs like other conversation planners', () => {
    const { triggers, gate, closing } = familyOfModule(module);
    expect({ gate, closing }).toEqual({ gate: conversationFamily.gate, closing: conversationFamily.closing });
    expect(triggers.slice(0, -1)).toEqual(conversationFamily.triggers);
    const [own] = triggers.slice(-1);
    const dismissed = { id: 'f', seq: 1, ts: '', v: 1, type: 'compose_dismissed' };
    expect(own?.when?.({ ...dismissed, composeId: 'closing-1' })).toBe(true);
    expect(own?.when?.({ ...dismissed, composeId: 'compose-1' })).toBe(false);
    expect(module.data(moduleAt(module, []))).toEqual({ type: 'conversation' });
  });

  it('shows the agent, its goals and its active tools', () => {
    const blocks = module.view(moduleAt(module, [turn], { config, loaded }));
    for (const block of blocks) expect(ViewBlockSchema.parse(block)).toEqual(block);
    expect(blocks).toMatchObject([
      { type: 'fields', title: 'Conversation' },
      { type: 'fields', title: 'A book on loan' },
      { type: 'table', title: 'Goals', rows: [{ cells: { goal: 'Settle the loan' } }] },
      { type: 'table', title: 'Tools', rows: [{ id: 'find_loan' }, { id: 'extend_loan' }] },
    ]);
  });

  it('lists the other sides, with the setup that plays them', () => {
    const data = module.data(moduleAt(module, [turn], { config, loaded }));
    const others = loaded.agents.filter(({ agentId }) => agentId !== 'library');
    expect(data).toMatchObject({
      otherSides: others.map(({ agentId, principal }) => ({
        name: principal.name,
        config: { myAgentId: agentId },
      })),
    });
    expect(module.comparable(moduleAt(module, [turn], { config, loaded }))).toEqual({});
  });

  it('shows the first side if none is chosen, and none without a scenario', () => {
    const first = module.view(moduleAt(module, [], { config: ScenarioSeed.parse({}), loaded }));
    expect(first[3]).toMatchObject({ rows: { length: 4 } });
    expect(module.view(moduleAt(module, []))).toHaveLength(1);
  });

  it('has the final status of the conversation, and ends it when cancelled', () => {
    expect(module.status(moduleAt(module, [turn]))).toBe('idle');
    expect(module.status(moduleAt(module, [turn, completed]))).toBe('completed');
    expect(module.cancel?.(moduleAt(module, [turn]), context)).toMatchObject([
      { a2a: 'canceled', by: 'ann' },
    ]);
    expect(module.cancel?.(moduleAt(module, [turn, completed]), context)).toEqual([]);
  });

  it('has ended if a tool ended it without a message, until the next conversation', () => {
    const call = { type: 'tool_call', callId: 'c', name: 'extend_loan', args: {} };
    const result = { type: 'tool_result', callId: 'c', ok: true, result: 1 };
    const sleep = { type: 'sleep', reason: 'Messages are switched off.' };
    const statusAfter = (...facts: ProposedFact[]) =>
      module.status(moduleAt(module, [turn, ...facts], { config, loaded }));
    expect(statusAfter(call, result)).toBe('idle');
    expect(statusAfter(call, result, sleep)).toBe('completed');
    expect(statusAfter(call, { ...result, ok: false }, sleep)).toBe('idle');
    expect(statusAfter({ ...call, name: 'find_loan' }, result, sleep)).toBe('idle');
    const received = { type: 'remote_received', messageId: 'm', text: 'Wait' };
    expect(statusAfter(call, result, sleep, received)).toBe('completed');
    const over = [
      { type: 'status_changed', a2a: 'completed' },
      { type: 'status_changed', a2a: 'input-required' },
    ];
    expect(statusAfter(call, result, sleep, ...over)).toBe('idle');
  });

  it('reads a config recorded by an earlier version', () => {
    const recorded = ScenarioConfig.parse({ ...config, resolvedScenario: libraryLoan });
    expect(splitConfig(module, recorded)).toEqual({ config, loaded: libraryLoan });
  });

  it('refuses to plan without a scenario, or for an unknown agent', async () => {
    const plan = (given: unknown) =>
      plannerOfModule(module).plan(
        { cut: { seq: 0 }, facts: [] },
        {
          hud() {},
          newId: () => 'id',
          readAttachment: async () => new Uint8Array(),
          config: given,
          llm: { id: 'none' } as never,
          signal: new AbortController().signal,
        },
      );
    const notReady = { code: 'scenario-not-ready' };
    await expect(plan(undefined)).rejects.toMatchObject(notReady);
    await expect(
      plan({ ...config, myAgentId: 'nobody', resolvedScenario: libraryLoan }),
    ).rejects.toMatchObject(notReady);
  });

  it('fits scenarios and negotiations, and no other work', () => {
    const fits = (text: string) => module.fits?.(text) ?? 0;
    expect(fits('Play the scenario with the mill')).toBeGreaterThan(0.8);
    expect(fits('https://example.org/loan.json')).toBeGreaterThan(0.5);
    expect(fits('Summarise the report')).toBe(0);
  });

  it('offers examples that load without a network', async () => {
    const planner = plannerOfModule(module);
    for (const { config: seed } of module.examples) {
      expect(await planner.hydrate?.(seed, {})).toMatchObject({ config: seed, ready: true });
    }
    expect(await planner.hydrate?.({ scenarioUrl: 'example:none' }, {})).toMatchObject({ ready: false });
  });
});
