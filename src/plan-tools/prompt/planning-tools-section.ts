import type { Clock } from '../../journal/clock.ts';
import { shown } from '../../journal/error.ts';
import { Session } from '../../kernel/session/session.ts';
import { replaceLatest } from '../../kernel/session/slice.ts';
import { type Tool, toolOf } from '../calls/tool.ts';
import type { ToolInputs } from '../calls/tool-inputs.ts';
import { DEFAULT_RULES, type ReplaceRules, type TextRules, type ToolRules } from '../calls/tool-rules.ts';
import { PromptError, ToolValidationError } from '../error.ts';
import { Plan } from '../plan/plan.ts';
import { MAX_DETAILS, MAX_OBJECTIVE, MAX_TITLE } from '../plan/text-rules.ts';
import { GRAPH_TOOLS, planAfter, planningTools } from '../planning-tools.ts';
import { MINDSETS, PlanningStrategy, planningStrategy } from './planning-strategy.ts';
import type { Section } from './prompt.ts';

/** The session of the tools, and the planning strategy. */
export interface PlanningToolsOptions {
  /** The session that stores the plan. */
  readonly session: Session;
  /** Default: the session's, else `REACT`. */
  readonly strategy?: PlanningStrategy | undefined;
  /** `false`: the section renders nothing and offers no tools. */
  readonly enabled?: boolean | undefined;
  /** Which texts a plan may have; default `ascii`. `unicode` is any text without control characters. */
  readonly text?: TextRules | undefined;
  /** `when-asked`: an active plan is replaced only if the setup says `replace: true`. Default `always`. */
  readonly replaces?: ReplaceRules | undefined;
  /** Also offers `planning_ready`, `planning_claim` and `planning_link`, for steps that depend on each other. */
  readonly graph?: boolean | undefined;
  /** The clock for claims of steps; default: the system clock. */
  readonly clock?: Clock | undefined;
}

/** The section of a prompt that teaches an agent to plan, and its six tools. */
export class PlanningToolsSection implements Section {
  readonly session: Session;
  readonly strategy: PlanningStrategy;
  readonly enabled: boolean;
  /** Which texts a plan may have. */
  readonly text: TextRules;
  /** Whether a new plan replaces an active one. */
  readonly replaces: ReplaceRules;
  /** Whether to offer the tools for steps that depend on each other. */
  readonly graph: boolean;
  /** Setup, add, update, mark, clear, read; then ready, claim and link if requested. */
  readonly tools: readonly Tool[];

  constructor(options: PlanningToolsOptions) {
    const { session, strategy, enabled = true, graph = false, clock } = options ?? {};
    const { text = DEFAULT_RULES.text, replaces = DEFAULT_RULES.replaces } = options ?? {};
    if (!(session instanceof Session)) throw missingSession(session);
    this.session = session;
    this.strategy = planningStrategy(strategy ?? session.strategy ?? PlanningStrategy.REACT);
    this.enabled = enabled;
    this.text = text;
    this.replaces = replaces;
    this.graph = graph;
    const offered = enabled ? [...planningTools({ text, replaces }), ...(graph ? GRAPH_TOOLS : [])] : [];
    this.tools = Object.freeze(offered.map((tool) => toolOf(session, tool, clock)));
    session.register(Plan, 'ToolInvoked', replaceLatest(planAfter));
  }

  /** The tool with this name, or a `ToolValidationError`: a model may ask for one that does not exist. */
  tool<Name extends keyof ToolInputs>(name: Name): Tool<ToolInputs[Name]>;
  tool(name: string): Tool;
  tool(name: string): Tool {
    const tool = this.tools.find((candidate) => candidate.name === name);
    if (tool) return tool;
    const names = this.tools.map((candidate) => candidate.name).join(', ');
    throw new ToolValidationError('unknown-tool', {
      message: `There is no tool ${shown(name)}. ${names === '' ? 'Planning is switched off.' : `Use one of ${names}.`}`,
      expected: names === '' ? 'no call: planning is switched off' : `one of ${names}`,
      actual: shown(name),
      fix: 'Call a tool that is offered.',
    });
  }

  render(): string {
    return this.enabled ? renderPlanning(this.strategy, this, this.graph) : '';
  }
}

function renderPlanning(strategy: PlanningStrategy, rules: ToolRules, hasGraph: boolean): string {
  return [
    '## Planning tools',
    'Keep one short plan for this session with the planning tools.',
    ordered([...usage(rules), ...(hasGraph ? GRAPH_USAGE : [])]),
    'While a plan is active, work like this:',
    ordered(MINDSETS[strategy]),
  ].join('\n\n');
}

function usage({ text, replaces }: ToolRules): readonly string[] {
  const brief = text === 'ascii' ? 'Stay brief and use ASCII only' : 'Stay brief';
  const replacing =
    replaces === 'always'
      ? 'It replaces any plan there is.'
      : 'It refuses to replace an active plan unless you give `replace: true`: read and continue that plan first if it may still be wanted.';
  return [
    'Plan when the work takes several steps or tool calls. Respond directly when one answer is enough.',
    `Begin with \`planning_setup_plan\`: state the objective and list the first steps. ${replacing}`,
    'Expand the plan with `planning_add_step`, refine a step with `planning_update_step`, and look at all of it with `planning_read_plan`.',
    'Refer to a step by its `step_id` when you update or mark it. Ids follow the pattern S### (S001, S002), and tool results tell you them.',
    'Track status with `planning_mark_step`: pending, in_progress, blocked or done, with a note on what you found. The plan completes when every step is done.',
    'Call `planning_clear_plan` only to give up: it discards the current plan and its steps.',
    `${brief}: objective up to ${MAX_OBJECTIVE} characters, titles up to ${MAX_TITLE}, details and notes up to ${MAX_DETAILS}.`,
  ];
}

/** Only if the tools are offered, so that simple agents are not burdened. */
const GRAPH_USAGE = [
  'Where steps depend on each other, say so with `planning_link`: S001 blocks S002, S001 is the parent of S003, S004 was discovered-from S002.',
  'Ask `planning_ready` what can be begun, take one step with `planning_claim` before you work on it, and mark it done or release it after.',
  'When you find more to do on the way, add it as a step and link it as discovered-from the step you are at.',
];

function ordered(items: readonly string[]): string {
  return items.map((item, i) => `${i + 1}. ${item}`).join('\n');
}

function missingSession(actual: unknown): PromptError {
  return new PromptError('missing-session', {
    expected: 'a Session to keep the plan in',
    actual: shown(actual),
    fix: 'Call new PlanningToolsSection({ session: new Session() }).',
  });
}
