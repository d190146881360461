import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsIn } from '../../src/machine/agents/event-stream.ts';
import { objectsIn } from '../../src/machine/agents/output-reading.ts';
import { generateObject } from '../../src/model/answers/generate-object.ts';
import { readJson } from '../../src/model/answers/read-json.ts';
import { PlanningAgentRequest } from '../../src/planners/commits/agent/planning-request.ts';
import { planFromOutput } from '../../src/planners/commits/plan/plan-from-output.ts';
import { isPlanWire } from '../../src/planners/commits/plan/schema.ts';
import { VALIDATION_MODES } from '../../src/planners/commits/plan/validation-mode.ts';
import { planWithModel } from '../../src/planners/tasks/plan/plan-with-model.ts';
import { embeddedThingsToDo } from '../../src/planners/trip/activities/known-things-to-do.ts';
import { withModelIdeas } from '../../src/planners/trip/activities/model-ideas.ts';
import { readWithModel } from '../../src/planners/trip/model-reading/read-with-model.ts';
import { EMPTY_STATE } from '../../src/planners/trip/planner-state.ts';
import { TripRequirements } from '../../src/planners/trip/requirements/requirements.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { damaged, hostileText, longTexts } from './hostile-text.ts';
import { answerOrRefusal, holdsFor } from './law.ts';

const REQUIREMENTS = { origin: 'Porto', destination: 'Lisbon', days: 4, mode: 'road', via: ['Coimbra'] };
const TASKS = {
  tasks: [
    { id: 1, description: 'Read it', kind: 'Processing', dependsOn: [] },
    { id: 2, description: 'Run `npm test`', kind: 'ToolCall', dependsOn: [1] },
  ],
};
const IDEAS = { stops: [{ stop: 1, ideas: [{ title: 'Old bridge', kind: 'SIGHT' }] }] };
const STEP = { id: 's1', title: 'T', intent: 'I', actions: ['A'], validation: ['V'] };
const PLAN = {
  plan_summary: 'Cache headers',
  rationale: 'It is slow.',
  focus_metrics: ['speed'],
  guardrails: ['None'],
  risks: ['Stale'],
  validation: ['Measure'],
  steps: [STEP, { ...STEP, id: 's2', dependencies: ['s1'] }],
  handoff_notes: [],
  fallback_plan: 'Undo it',
};

/** What a model may answer where JSON of this value was asked for. */
const answers = (value: unknown): fc.Arbitrary<string> => {
  const sound = JSON.stringify(value);
  const mutated = mutatedJson(value);
  return fc.oneof(
    mutated,
    mutated.map((json) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`),
    damaged(sound, `Well: ${sound} or ${sound}`),
    hostileJson,
    hostileText,
  );
};

/** A model that answers the same, however often it is asked. */
const saying = (text: string) => scriptedModel(Array(3).fill(text));

const request = new PlanningAgentRequest({ base: { commitHash: 'abc123', metrics: [] }, goal: 'Be faster' });

describe("a model's answer", () => {
  it('is parsed as JSON or not, and nothing in between', async () => {
    await holdsFor(answers(PLAN), readJson, {
      share: 1.5,
      check: (outcome) => expect(outcome).toMatchObject({ result: { ok: expect.any(Boolean) } }),
    });
  });

  it('may contain names of built-in object properties', () => {
    for (const word of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
      const reading = readJson(`Use the ${word} as in [ ${word} ], then: {"plan": "x"}`);
      expect(reading).toEqual({ ok: true, value: { plan: 'x' }, repaired: false });
      expect(readJson(`{plan: ${word}}`)).toMatchObject({ ok: true, value: { plan: word } });
    }
  });

  it('becomes a validated value, or a refusal', async () => {
    const ask = (text: string) =>
      generateObject(saying(text), { schema: TripRequirements, name: 'requirements', messages: [] });
    await holdsFor(answers(REQUIREMENTS), ask, {
      check: (outcome) => {
        if (outcome.type === 'refused') expect(outcome.error.code).toBe('model-bad-output');
        else expect(TripRequirements.safeParse(Object(outcome.result).value).success).toBe(true);
      },
    });
  });

  it('about tasks becomes tasks, if necessary those of the parser', async () => {
    await holdsFor(answers(TASKS), (text) => planWithModel('Read it. Run it.', { llm: saying(text) }), {
      check: (outcome) => {
        expect(outcome.type).toBe('result');
        const { tasks } = Object(Object(outcome).result);
        expect(tasks.length).toBeGreaterThan(0);
        for (const [at, { dependsOn = [] }] of tasks.entries()) {
          expect(dependsOn.every((needed: number) => needed >= 1 && needed <= at)).toBe(true);
        }
      },
    });
  });

  it('about requirements and ideas for a trip is accepted by the schema or not at all', async () => {
    const today = new Date('2026-11-15');
    const context = { state: EMPTY_STATE, itinerary: null, today };
    await holdsFor(answers(REQUIREMENTS), (text) =>
      readWithModel('Porto', { ...context, llm: saying(text) }),
    );
    const stops = [{ name: 'Porto', lat: 41.15, lng: -8.61 }];
    await holdsFor(answers(IDEAS), (text) =>
      withModelIdeas(embeddedThingsToDo, stops, { llm: saying(text), interests: [] }),
    );
  });

  it.each(VALIDATION_MODES)('about commits becomes a valid plan in the mode %s', async (mode) => {
    await holdsFor(answers(PLAN), (text) => planFromOutput(request, text, mode), {
      check: (outcome) => {
        if (outcome.type === 'refused')
          expect([mode, outcome.error.code]).toEqual(['strict', 'plan-invalid']);
        else expect(isPlanWire(Object(outcome.result).plan.toJSON())).toBe(true);
      },
    });
  });

  it('may be an invalid event stream', async () => {
    await holdsFor(fc.array(answers({ type: 'result', result: PLAN })), (lines) => {
      const text = lines.join('\n');
      return [eventsIn(text), objectsIn(text)];
    });
  });

  it('may be long and deep', async () => {
    const deep = '[{"a":'.repeat(50_000);
    for (const [, text] of [...longTexts(), ['deep', deep] as const]) {
      for (const read of [readJson, objectsIn, eventsIn]) await answerOrRefusal(() => read(text));
      await answerOrRefusal(() => planFromOutput(request, text, 'lenient'));
    }
  });
});
