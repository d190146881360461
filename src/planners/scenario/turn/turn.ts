import { z } from 'zod';
import type { A2aStatus, ProposedConversationFact } from '../../../harness/facts.ts';
import type { ProposedBy } from '../../../harness/module/define-planner.ts';
import type { PlanContext } from '../../../harness/planner.ts';
import { isWayfoldError } from '../../../journal/error.ts';
import type { Fact } from '../../../journal/fact.ts';
import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { toolSpan } from '../../../kernel/telemetry/tool-span.ts';
import { generateObject } from '../../../model/answers/generate-object.ts';
import { statedTerms } from '../bargaining/firm-offer.ts';
import { beyondLimits } from '../bargaining/terms.ts';
import type { ScenarioConfig } from '../config.ts';
import { argumentProblem } from '../file/input-schema.ts';
import { endStatusOf, type Scenario, type ScenarioAgent, type ScenarioTool } from '../file/scenario.ts';
import { declinedText, questionFacts, waitingCall } from './commitment.ts';
import { type CoreToolName, coreCallOf, RemoteMessage } from './core-tools.ts';
import { DECISION, type Decision, decisionOf, decisionSchema } from './decision.ts';
import { endingTool, historyOf } from './history.ts';
import { simulateCall } from './oracle.ts';
import { closingPrompt, decisionPrompt, type PromptMaterial } from './prompt.ts';
import { shownContent, TurnFiles } from './turn-files.ts';

/** The name of the closing message for {@link generateObject}. */
export const CLOSING = 'scenario_closing';

/** The id prefix of drafts that say goodbye after such a tool. */
export const CLOSING_DRAFT = 'closing';

/** The input of a turn. */
export interface TurnSetting {
  readonly facts: readonly Fact[];
  readonly scenario: Scenario;
  readonly agent: ScenarioAgent;
  readonly context: PlanContext<ScenarioConfig>;
}

/** A fact that a turn proposes. */
type TurnFact = ProposedBy<unknown>;

/** The outcome of a tool call: the turn continues, or `end` is its last fact. */
interface Called {
  readonly end?: TurnFact;
  /** The kind of failure, if it failed. */
  readonly failure?: 'beyond-limits' | 'invalid-arguments' | 'no-such-file' | 'unknown-tool';
}

/** One agent's turn: steps that a model decides on, until one of them ends the turn. */
export class Turn {
  readonly #setting: TurnSetting;
  readonly #tools: readonly ScenarioTool[];
  readonly #coreTools: readonly CoreToolName[];
  readonly #files: TurnFiles;
  /** The steps so far, in order. */
  readonly #record: ProposedConversationFact[] = [];
  /** How many of them are already committed. */
  #committed = 0;

  constructor(setting: TurnSetting) {
    const { facts, agent, context } = setting;
    const { enabledTools, enabledCoreTools } = context.config;
    this.#setting = setting;
    this.#tools = agent.tools.filter(({ toolName }) => enabledTools?.includes(toolName) ?? true);
    this.#coreTools = enabledCoreTools;
    this.#files = new TurnFiles(facts, context);
  }

  /** All facts of the turn, the last of which says how it ended. */
  async take(): Promise<readonly TurnFact[]> {
    const { facts, agent, context } = this.#setting;
    const opening = agent.messageToUseWhenInitiatingConversation;
    if (opening !== undefined && this.#canSend && isUntouched(facts))
      return [this.#compose({ text: opening })];

    const ending = endingTool(facts, new Set(this.#tools.filter(isTerminal).map(({ toolName }) => toolName)));
    const ended = this.#tools.find(({ toolName }) => toolName === ending);
    if (ended) return [await this.#close(ended)];

    if (!this.#canEnd) return [{ type: 'sleep', reason: 'No tool that ends a turn is enabled.' }];
    const closing = await this.#decided();
    if (closing) return [...this.#record.slice(this.#committed), closing];
    const { maxInlineSteps } = context.config;
    for (let number = 1; number <= maxInlineSteps; number++) {
      const end = await this.#step(number, maxInlineSteps);
      if (end) return [...this.#record.slice(this.#committed), end];
      await this.#commitSteps();
    }
    const steps = maxInlineSteps === 1 ? 'one step' : `${maxInlineSteps} steps`;
    return [
      ...this.#record.slice(this.#committed),
      { type: 'sleep', reason: `Stopped after ${steps}, and none of them ended the turn.` },
    ];
  }

  /** Resolves to the last fact of the turn, if the step ends it. */
  async #step(number: number, of: number): Promise<TurnFact | undefined> {
    const { llm, signal, hud } = this.#setting.context;
    hud('planning', `Step ${number} of ${of}`);
    const names = [...this.#tools.map(({ toolName }) => toolName), ...this.#coreTools];
    const { value } = await generateObject(llm, {
      ...decisionPrompt(this.#material(), { number, of }),
      name: DECISION,
      schema: decisionSchema(names),
      signal,
    });
    const decision = await decisionOf(value, signal);
    const tool = this.#tools.find(({ toolName }) => toolName === decision.tool);
    if (tool) {
      if (this.#asksBefore(tool)) {
        const { failure, end } = this.#ask(tool, decision);
        return failure === undefined ? end : undefined;
      }
      const { failure } = await spanned(tool.toolName, () => this.#callScenarioTool(tool, decision));
      if (!isTerminal(tool) || failure !== undefined) return undefined;
      // Whatever happens to the last message, the call has ended the conversation.
      await this.#commitSteps();
      return await this.#close(tool);
    }
    const coreTool = this.#coreTools.find((name) => name === decision.tool);
    if (coreTool) return (await spanned(coreTool, () => this.#callCoreTool(coreTool, decision))).end;
    this.#failed(decision, 'unknown-tool', `There is no tool of that name. There are: ${names.join(', ')}.`);
    return undefined;
  }

  /** A step is committed at once, and stays if a later one fails. */
  async #commitSteps(): Promise<void> {
    const { commit } = this.#setting.context;
    const steps = this.#record.slice(this.#committed);
    if (commit === undefined || steps.length === 0) return;
    await commit(steps);
    this.#committed = this.#record.length;
  }

  async #callCoreTool(tool: CoreToolName, decision: Decision): Promise<Called> {
    const { newId } = this.#setting.context;
    const call = coreCallOf(tool, decision.args);
    if ('problem' in call) return this.#misfit(decision, call.problem);
    switch (call.tool) {
      case 'sendMessageToRemoteAgent': {
        const { text, attachments = [], nextState } = call.args;
        const missing = attachments.find((name) => this.#files.find(name) === undefined);
        if (missing !== undefined) return this.#failed(decision, 'no-such-file', this.#noFile(missing));
        const beyond = nextState === 'completed' ? this.#beyondInWords(text) : [];
        if (beyond.length > 0) return this.#failed(decision, 'beyond-limits', beyondText(beyond));
        const status = nextState === 'input-required' ? undefined : nextState;
        return { end: this.#compose({ text, attachments, status, why: decision.reasoning }) };
      }
      case 'sendMessageToMyPrincipal': {
        const { text, required, placeholder } = call.args;
        const optional = { ...(required !== undefined && { required }), ...(placeholder && { placeholder }) };
        return { end: { type: 'agent_question', qid: newId('question'), prompt: text, ...optional } };
      }
      case 'readAttachment':
        return await this.#readAttachment(call.args.name, decision);
      case 'sleep':
        return { end: { type: 'sleep', ...(call.args.reason && { reason: call.args.reason }) } };
      case 'done': {
        const { summary } = call.args;
        return { end: { type: 'sleep', reason: summary ? `Done: ${summary}` : 'Done.' } };
      }
      default:
        return call satisfies never;
    }
  }

  async #readAttachment(name: string, decision: Decision): Promise<Called> {
    const { hud } = this.#setting.context;
    const file = this.#files.find(name);
    if (file === undefined) return this.#failed(decision, 'no-such-file', this.#noFile(name));
    hud('reading', file.name);
    try {
      const result = shownContent(file, await this.#files.read(file.name));
      return this.#noted(decision, { ok: true, result });
    } catch (error) {
      if (!isWayfoldError(error) || error.code !== 'attachment-not-found') throw error;
      return this.#failed(decision, 'no-such-file', `${file.name} no longer exists.`);
    }
  }

  /**
   * Makes or drops the call that the principal was asked about. Resolves to the last fact of the turn, if that ends
   * it.
   */
  async #decided(): Promise<TurnFact | undefined> {
    const waiting = waitingCall(this.#setting.facts);
    if (waiting === undefined) return undefined;
    const { callId, args } = waiting;
    const tool = this.#tools.find(({ toolName }) => toolName === waiting.tool);
    if (tool === undefined || !waiting.isApproved) {
      this.#record.push({ type: 'tool_result', callId, ok: false, error: declinedText(waiting) });
      await this.#commitSteps();
      return undefined;
    }
    await spanned(tool.toolName, async () => {
      const { result, added } = await this.#simulate(tool, { args, callId });
      this.#record.push(...added, { type: 'tool_result', callId, ok: true, result });
      return {};
    });
    await this.#commitSteps();
    return await this.#close(tool);
  }

  /** Whether to ask a person first: they are present, or always want to be asked. */
  #asksBefore(tool: ScenarioTool): boolean {
    const { config, mode } = this.#setting.context;
    if (!isTerminal(tool) || endStatusOf(tool) !== 'completed') return false;
    const { confirmCommitments: when } = config;
    return when === 'always' || (when === 'supervised' && mode === 'approve');
  }

  #ask(tool: ScenarioTool, decision: Decision): Called {
    const refused = this.#refusal(tool, decision);
    if (refused) return refused;
    const { newId } = this.#setting.context;
    const ids = { callId: newId('call'), qid: newId('question') };
    const [call, question] = questionFacts(tool, decision, ids);
    this.#record.push(call);
    return { end: question };
  }

  #refusal(tool: ScenarioTool, decision: Decision): Called | undefined {
    const problem = problemWithArguments(tool, decision.args);
    if (problem !== undefined) return this.#misfit(decision, problem);
    const beyond = isTerminal(tool) && endStatusOf(tool) === 'completed' ? this.#beyondLimits(decision) : [];
    return beyond.length > 0 ? this.#failed(decision, 'beyond-limits', beyondText(beyond)) : undefined;
  }

  async #simulate(tool: ScenarioTool, { args, callId }: { readonly args: unknown; readonly callId: string }) {
    const { context } = this.#setting;
    context.hud('tool', tool.toolName);
    return await simulateCall(context, {
      tool,
      args,
      callId,
      material: this.#material(),
      files: this.#files,
    });
  }

  async #callScenarioTool(tool: ScenarioTool, decision: Decision): Promise<Called> {
    const refused = this.#refusal(tool, decision);
    if (refused) return refused;
    const callId = this.#setting.context.newId('call');
    const { result, added } = await this.#simulate(tool, { args: decision.args, callId });
    return this.#noted(decision, { ok: true, result }, { callId, added });
  }

  /** The last message after a tool that ended the conversation. */
  async #close(tool: ScenarioTool): Promise<TurnFact> {
    const { llm, signal, hud } = this.#setting.context;
    const status = endStatusOf(tool);
    if (!this.#canSend)
      return { type: 'sleep', reason: `${tool.toolName} ended the conversation; messages are disabled.` };
    hud('drafting', 'The last message');
    const { value } = await generateObject(llm, {
      ...closingPrompt(this.#material(), tool),
      name: CLOSING,
      schema: RemoteMessage.extend({
        // It states what was signed, and nothing beyond a limit as if it were.
        text: RemoteMessage.shape.text.refine(
          (text) => status !== 'completed' || this.#beyondInWords(text).length === 0,
          'names terms that were not agreed on',
        ),
        attachments: z
          .array(z.string().refine((name) => this.#files.find(name) !== undefined, 'there is no such file'))
          .max(20)
          .exactOptional(),
      }),
      signal,
    });
    const why = `${tool.toolName} ended the conversation.`;
    return this.#compose({ ...value, status, why, composeId: this.#setting.context.newId(CLOSING_DRAFT) });
  }

  get #canEnd(): boolean {
    return this.#tools.some(isTerminal) || this.#coreTools.some((name) => name !== 'readAttachment');
  }

  get #canSend(): boolean {
    return this.#coreTools.includes('sendMessageToRemoteAgent');
  }

  #compose({
    composeId = this.#setting.context.newId('compose'),
    text,
    attachments = [],
    status,
    why,
  }: {
    readonly composeId?: string;
    readonly text: string;
    readonly attachments?: readonly string[];
    readonly status?: A2aStatus | undefined;
    readonly why?: string;
  }): TurnFact {
    const files = [...new Set(attachments)].flatMap((name) => this.#files.find(name) ?? []);
    return {
      type: 'compose_intent',
      composeId,
      text,
      ...(files.length > 0 && { attachments: files }),
      ...(status && { nextStateHint: status }),
      ...(why && { why }),
    };
  }

  #noted(
    { tool, args, reasoning }: Decision,
    outcome: { readonly ok: boolean; readonly result?: unknown; readonly error?: string },
    {
      callId = this.#setting.context.newId('call'),
      added = [],
    }: { readonly callId?: string; readonly added?: readonly ProposedConversationFact[] } = {},
  ): Called {
    this.#record.push(
      { type: 'tool_call', callId, name: tool, args, ...(reasoning && { why: reasoning }) },
      ...added,
      { type: 'tool_result', callId, ...outcome },
    );
    return {};
  }

  #failed(decision: Decision, failure: NonNullable<Called['failure']>, error: string): Called {
    this.#noted(decision, { ok: false, error });
    return { failure };
  }

  #misfit(decision: Decision, problem: string): Called {
    return this.#failed(decision, 'invalid-arguments', `The arguments do not fit. ${problem}`);
  }

  #beyondLimits({ args }: Decision): readonly string[] {
    return beyondLimits(this.#setting.agent.terms ?? [], args).map(({ label }) => label);
  }

  #beyondInWords(text: string): readonly string[] {
    const terms = this.#setting.agent.terms ?? [];
    return beyondLimits(terms, statedTerms(terms, text)).map(({ label }) => label);
  }

  #noFile(name: string): string {
    const names = this.#files.all().map((file) => file.name);
    return `There is no file ${JSON.stringify(name)}. There are: ${names.join(', ') || 'none'}.`;
  }

  #material(): PromptMaterial {
    const { scenario, agent, facts, context } = this.#setting;
    return {
      scenario,
      agent,
      tools: this.#tools,
      coreTools: this.#coreTools,
      instructions: context.config.instructions,
      history: historyOf(facts, this.#record, this.#files),
      files: this.#files.all(),
    };
  }
}

function beyondText(labels: readonly string[]): string {
  return `Beyond your limit: ${labels.join(', ')}. Go on bargaining, or end the conversation without an agreement.`;
}

function isTerminal({ endsConversation }: ScenarioTool): boolean {
  return endsConversation === true;
}

/** Whether nobody has said anything, and nothing was drafted. */
function isUntouched(facts: readonly Fact[]): boolean {
  return !facts.some(({ type }) => /^(?:remote_|user_guidance$|user_answer$|compose_intent$)/.test(type));
}

function problemWithArguments({ inputSchema }: ScenarioTool, args: unknown): string | undefined {
  return isPlainObject(args) ? argumentProblem(inputSchema, args) : 'They must be an object.';
}

function spanned(name: string, call: () => Promise<Called>): Promise<Called> {
  return toolSpan({ name, type: 'function' }, call, ({ failure }) => failure);
}
