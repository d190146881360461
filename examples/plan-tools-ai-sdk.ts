/**
 * An agent of the Vercel AI SDK that keeps a plan. Run it: node examples/plan-tools-ai-sdk.ts
 *
 * Give the agent a model of your provider: here one that follows a script stands in for it, so that the example needs no
 * key and no network.
 */
import { ToolLoopAgent } from 'ai';
import {
  Plan,
  PlanningToolsSection,
  renderPlan,
  Session,
  selectLatest,
  toAiSdkTools,
} from 'wayfold/plan-tools';
import { scriptedModel } from './scripted-model.ts';

const model = scriptedModel(
  [
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
  ],
  'I have a plan, and I am on it.',
);

const session = new Session(); // new Session({ journal }) makes it last
const section = new PlanningToolsSection({ session });
const agent = new ToolLoopAgent({ model, instructions: section.render(), tools: toAiSdkTools(section) });

const { text } = await agent.generate({ prompt: 'Triage our bug reports.' });
console.log(text); // → I have a plan, and I am on it.

const plan = await selectLatest(session, Plan);
if (plan) console.log(renderPlan(plan));
// → # Triage the open bug reports
// →
// → Status: active, 1 of 3 steps done
// →
// → - [x] S001: List them
// →   - Found 14 open reports.
// → - [~] S002: Label each
// → - [ ] S003: Answer the reporters
