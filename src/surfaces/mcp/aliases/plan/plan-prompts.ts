import type { McpServer } from '@modelcontextprotocol/server';
import { Session } from '../../../../kernel/session/session.ts';
import { SURFACE_RULES } from '../../../../plan-tools/calls/tool-rules.ts';
import { PlanningStrategy } from '../../../../plan-tools/prompt/planning-strategy.ts';
import { PlanningToolsSection } from '../../../../plan-tools/prompt/planning-tools-section.ts';

const PROMPTS = [
  {
    strategy: PlanningStrategy.REACT,
    title: 'Plan: reason and act',
    description: 'Plan in short turns: reason, act, observe, repeat.',
  },
  {
    strategy: PlanningStrategy.PLAN_ACT_REFLECT,
    title: 'Plan, act, reflect',
    description: 'Plan every step first, act in order, reflect after each step.',
  },
  {
    strategy: PlanningStrategy.GOAL_DECOMPOSE_ROUTE_SYNTHESISE,
    title: 'Goal, decompose, route, synthesise',
    description: 'Frame the goal, break it into parts, choose a tool for each, bring the results together.',
  },
] as const;

/** The planning instructions of a strategy. */
export function planningGuide(strategy?: PlanningStrategy, graph = false): string {
  return new PlanningToolsSection({ session: new Session(), strategy, graph, ...SURFACE_RULES }).render();
}

/** Registers one prompt for each strategy, with its name: `plan_act_reflect`. */
export function registerPlanPrompts(server: McpServer): void {
  for (const { strategy, title, description } of PROMPTS) {
    server.registerPrompt(strategy.toLowerCase(), { title, description }, () => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: planningGuide(strategy) } }],
    }));
  }
}
