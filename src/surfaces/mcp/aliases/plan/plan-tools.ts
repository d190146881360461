import { z } from 'zod';
import { randomIds } from '../../../../journal/clock.ts';
import { shown } from '../../../../journal/error.ts';
import { inputJsonSchema, type JsonSchema } from '../../../../plan-tools/calls/json-schema.ts';
import { recordRefusal } from '../../../../plan-tools/calls/tool.ts';
import type { ToolDefinition } from '../../../../plan-tools/calls/tool-definition.ts';
import { SURFACE_RULES } from '../../../../plan-tools/calls/tool-rules.ts';
import { ToolValidationError } from '../../../../plan-tools/error.ts';
import { type OpenPlan, openPlan } from '../../../../plan-tools/plan/open-plan.ts';
import { DEFAULT_PLAN, isPlanId, planIdOf } from '../../../../plan-tools/plan/plan-id.ts';
import { GRAPH_TOOLS, planningTools } from '../../../../plan-tools/planning-tools.ts';
import { claimStepTool } from '../../../../plan-tools/tools/claim-step.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { ReopeningStore } from '../../../http/store/reopening-store.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import type { PlannerTool, ToolAnswer } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';

/** The arguments that this surface adds to those of the tools. */
const ARGUMENTS = {
  plan_id: {
    type: 'string',
    pattern: '^[a-z0-9-]{1,64}$',
    description: `The plan to work on. Leave it out for the plan of the branch, or "${DEFAULT_PLAN}".`,
  },
  expected_version: {
    type: 'integer',
    minimum: 0,
    description: 'Refuse the call if the plan has another version, because somebody else has changed it.',
  },
};

/** Tools that create or show a plan: an app for every single change would flood the conversation. */
const OPENING: ReadonlySet<string> = new Set(['planning_setup_plan', 'planning_read_plan']);

const ExpectedVersion = z.int().nonnegative().optional();

/** What to offer, and the default plan. */
type PlanToolsOptions = Pick<ToolSetOptions, 'graph' | 'usualPlan' | 'syncPlan'>;

/** The plan tools over the plans of a store. Sessions are opened on the first call. */
export class PlanTools {
  readonly #place: ReopeningStore;
  readonly #sessions: () => Promise<PlannerSessions>;
  readonly #graph: boolean;
  readonly #usualPlan: () => Promise<string>;
  readonly #syncPlan: (planId: string) => Promise<void>;
  /** Distinguishes the agent of this server from others of the same program, which must not use its claims. */
  readonly #agent = randomIds().slice(0, 4);
  /** The names its agents have chosen: they may mark the steps they claimed. */
  readonly #agents = new Set<string>();
  /** The plans with open sessions. */
  readonly #open = new WeakMap<OpenSession, OpenPlan>();

  constructor(
    place: ReopeningStore,
    sessions: () => Promise<PlannerSessions>,
    { graph = false, usualPlan, syncPlan }: PlanToolsOptions = {},
  ) {
    this.#graph = graph;
    this.#usualPlan = usualPlan ?? (async () => DEFAULT_PLAN);
    this.#syncPlan = syncPlan ?? (async () => undefined);
    this.#place = place;
    this.#sessions = sessions;
  }

  /** The tools offered to a client. */
  get tools(): readonly PlannerTool[] {
    const offered = [...planningTools(SURFACE_RULES), ...(this.#graph ? GRAPH_TOOLS : [])];
    return offered.map((definition) => {
      const { name, title, description, inputSchema, outputSchema, annotations } = definition;
      return {
        name,
        title,
        description,
        inputSchema: withArguments(inputJsonSchema(inputSchema)),
        outputSchema: outputSchema.extend({ plan_id: z.string().describe('The plan that was used.') }),
        isAlwaysLoaded: true,
        opensApp: OPENING.has(name),
        answeredAlways: ['plan_id', 'version', 'assigned_ids'],
        hints: { ...annotations, idempotent: annotations.readOnly, openWorld: false },
        currentState: (input) => this.#currentState(input),
        call: (input, by) => this.#call(definition, Object(input), by),
      };
    });
  }

  /** Consecutive calls are applied in order, whether or not the plan exists yet. */
  async #call(
    { name }: ToolDefinition,
    { plan_id, expected_version, ...input }: Readonly<Record<string, unknown>>,
    by: string,
  ): Promise<ToolAnswer> {
    const planId = plan_id === undefined ? await this.#usualPlan() : planIdOf(plan_id);
    const sessions = await this.#sessions();
    return await sessions.inTurn(planId, async () => {
      await this.#syncPlan(planId);
      const { section, session } = await this.#opened(planId);
      const { success, data: expectedVersion } = ExpectedVersion.safeParse(expected_version);
      if (!success) {
        const refusal = wrongVersion(expected_version);
        await recordRefusal(session, { tool: name, input: { ...input, expected_version }, refusal, by });
        throw refusal;
      }
      const { message, output } = await section
        .tool(name)
        .call(input, { expectedVersion, by, agents: this.#namesOf(by) })
        .catch(namingOtherPlans);
      if (name === claimStepTool.name && typeof input.agent === 'string')
        this.#agents.add(input.agent.trim());
      await this.#syncPlan(planId);
      return { plan_id: planId, ...output, message };
    });
  }

  /**
   * The names under which a caller may hold claims. Undefined if claims are not offered: then it cannot take one over,
   * and is only informed.
   */
  #namesOf(by: string): readonly string[] | undefined {
    return this.#graph ? [`${by.replace(/^mcp:/, '')}-${this.#agent}`, ...this.#agents] : undefined;
  }

  async #opened(planId: string): Promise<OpenPlan> {
    const session = await (await this.#sessions()).find(planId);
    const known = session && this.#open.get(session);
    const open =
      known ?? openPlan(await this.#place.store(), planId, { ...SURFACE_RULES, graph: this.#graph });
    if (session) this.#open.set(session, open);
    return open;
  }

  /** The state that a refused caller can continue from, as far as the store can be read. */
  async #currentState(input: unknown): Promise<object> {
    const usual = await this.#usualPlan().catch(() => DEFAULT_PLAN);
    const { plan_id = usual } = Object(input);
    const planId = isPlanId(plan_id) ? plan_id : usual;
    const version = isPlanId(plan_id) ? await this.#version(planId).catch(() => 0) : 0;
    return { plan_id: planId, version, assigned_ids: [] };
  }

  async #version(planId: string): Promise<number> {
    const { session } = await this.#opened(planId);
    await session.refresh().catch(() => undefined);
    return session.version;
  }
}

function withArguments(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...Object(schema.properties), ...ARGUMENTS } };
}

/** There can be several plans here, so the active one need not be replaced. */
function namingOtherPlans(error: unknown): never {
  if (!(error instanceof ToolValidationError) || error.code !== 'plan-active') throw error;
  const { code, field, message, expected, actual, fix } = error;
  const besides = 'To keep both, give the new one another plan_id.';
  throw new ToolValidationError(code, {
    field,
    message: `${message} ${besides}`,
    expected,
    actual,
    fix: `${fix} ${besides}`,
    cause: error,
  });
}

function wrongVersion(given: unknown): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field: 'expected_version',
    message: 'Expected version must be a non-negative integer.',
    expected: 'expected_version to be a non-negative integer',
    actual: shown(given),
    fix: 'Give the version from the last result, or leave it out.',
  });
}
