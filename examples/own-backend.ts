/**
 * A backend of your own for the commit planner: whatever can answer a prompt in a checkout of the repository. This one
 * asks no model; it plans to settle the notes that programmers leave in their code. Run it: node examples/own-backend.ts
 *
 * `WORKER_PLANNING_BACKEND=./my-backend.js#make` lets `wayfold commits plan` use what a module of yours exports.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AgentBackend,
  commitContext,
  PlanningAgent,
  type PlanWire,
  settingsFromEnv,
} from 'wayfold/commits';

/** Reads the checkout, which is thrown away afterwards: whatever a backend does to it harms nobody. */
function make(): AgentBackend {
  return {
    name: 'notes',
    async run(_task, { workingDir, signal }) {
      const files = (await readdir(workingDir)).filter((name) => name.endsWith('.js'));
      const notes: { readonly file: string; readonly text: string }[] = [];
      for (const file of files.toSorted()) {
        const source = await readFile(join(workingDir, file), { encoding: 'utf8', signal });
        for (const [, text = ''] of source.matchAll(/\/\/ FIXME:? (.+)$/gm)) notes.push({ file, text });
      }
      const plan: PlanWire = {
        plan_summary: `Settle ${notes.length} notes in the code`,
        rationale: 'Somebody who knew the code wrote down what is missing.',
        focus_metrics: ['Open notes'],
        guardrails: ['What worked still works.'],
        risks: ['A note may be out of date.'],
        validation: ['No note is left.'],
        steps: notes.slice(0, 6).map(({ file, text }, at) => ({
          id: `note-${at + 1}`,
          title: text.slice(0, 120),
          intent: `A note in ${file} asks for it.`,
          actions: [`Do what the note in ${file} says, then delete it.`],
          files: [file],
          validation: ['The note is gone, and a test shows why it could go.'],
          ...(at > 0 && { dependencies: [`note-${at}`] }),
        })),
        handoff_notes: [],
        fallback_plan: null,
      };
      return { command: ['notes'], stdout: JSON.stringify(plan), stderr: '', durationSeconds: 0 };
    },
  };
}

const repository = await mkdtemp(join(tmpdir(), 'wayfold-example-'));
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: repository,
  });
git('init', '--quiet');
await writeFile(
  join(repository, 'parse.js'),
  '// FIXME: refuse an empty text\n// FIXME: read comments\nexport const parse = (text) => text.split(" ");\n',
);
git('add', '-A');
git('commit', '--quiet', '-m', 'Add the parser');

const settings = settingsFromEnv({ WORKER_PLANNING_VALIDATION_MODE: 'strict', LOGS_BASE_DIR: repository });
const agent = new PlanningAgent(settings, make());
const { plan, origin } = await agent.plan(
  { base: await commitContext(repository, 'HEAD'), goal: 'Make the parser complete' },
  { workingDir: repository },
);
console.log(`${origin}: ${plan.summary}`); // → strict: Settle 2 notes in the code
for (const { stepId, title, dependencies } of plan.steps) console.log(stepId, title, dependencies);
// → note-1 refuse an empty text []
// → note-2 read comments [ 'note-1' ]
await rm(repository, { recursive: true });
