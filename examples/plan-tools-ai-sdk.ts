/**
 * An agent of the Vercel AI SDK that keeps a plan. Run it: node examples/plan-tools-ai-sdk.ts
 *
 * In your own program import from 'wayfold/plan-tools', and give the agent a model of your provider: here one that
 * follows a script stands in for it, so that the example needs no key and no network.
 */
import { ToolLoopAgent } from 'ai';
import {
  Plan,
  PlanningToolsSection,
  renderPlan,
  Session,
  selectLatest,
  toAiSdkTools,
} from '../src/plan-tools/index.ts';
import { scriptedModel } from './plan-tools-scripted-model.ts';

const model = scriptedModel([
  [
    'planning_setup_plan',
    {
      objective: 'Triage the open bug reports',
      initial_steps: [{ title: 'List them' }, { title: 'Label each' }],
    },
  ],
  ['planning_mark_step', { step_id: 'S001', status: 'done', note: 'Found 14 open reports.' }],
  ['planning_add_step', { steps: [{ title: 'Answer the reporters' }] }],
  ['planning_mark_step', { step_id: 'S002', status: 'in_progress' }],
]);

const session = new Session();
const section = new PlanningToolsSection({ session });
const agent = new ToolLoopAgent({ model, instructions: section.render(), tools: toAiSdkTools(section) });

const { text } = await agent.generate({ prompt: 'Triage our bug reports.' });
const plan = await selectLatest(session, Plan);
console.log(text);
if (plan) console.log(renderPlan(plan));
