import { describe, expect, it } from 'vitest';
import { watchTelemetry } from '../../../../../test/telemetry-fixture.ts';
import { type FactStore, memoryStore, openJournal } from '../../../../journal/index.ts';
import { ReopeningStore } from '../../../http/store/reopening-store.ts';
import { callTool } from '../../planner-tool.ts';
import { planSessions } from './plan-sessions.ts';
import { PlanTools } from './plan-tools.ts';

async function called(store: FactStore, input: Record<string, unknown>) {
  const failures: unknown[] = [];
  const place = new ReopeningStore({ open: async () => store });
  const sessions = planSessions(place);
  const [setup] = new PlanTools(place, async () => sessions).tools;
  if (setup === undefined) throw new Error('there are no tools');
  const onError = (error: unknown) => void failures.push(error);
  const { isError, structuredContent } = await callTool(setup, { input, by: 'mcp:test' }, { onError });
  return { isError, structuredContent, failures };
}

describe('an expected version that is none', () => {
  const input = { objective: 'Ship it', expected_version: 'the last one' };
  const refusal = {
    isError: true,
    structuredContent: { code: 'invalid-tool-input', field: 'expected_version', version: 0 },
  };

  it('is refused, and the refusal is on record with what was given', async () => {
    const store = memoryStore();
    expect(await called(store, input)).toMatchObject(refusal);
    expect(await openJournal(store, 'plan:default').facts()).toMatchObject([
      { tool: 'planning_setup_plan', params: input, success: false, error: { field: 'expected_version' } },
    ]);
  });

  it('is refused in the same way when that cannot be recorded', async () => {
    const full = Object.assign(memoryStore(), { append: () => Promise.reject(new Error('disk is full')) });
    expect(await called(full, input)).toMatchObject({ ...refusal, failures: [] });
  });
});

it('is a span with the tool and the code of a refusal, and nothing of what was given', async () => {
  const telemetry = watchTelemetry();
  const store = memoryStore();

  await called(store, { objective: 'a private aim' });
  await called(store, { objective: 'a private aim', expected_version: 'a private version' });

  const spans = telemetry.spans().map(({ name, attributes }) => [name, attributes['error.type']]);
  expect(spans).toEqual([
    ['execute_tool planning_setup_plan', undefined],
    ['execute_tool planning_setup_plan', 'invalid-tool-input'],
  ]);
  expect(telemetry.text()).not.toContain('private');
});
