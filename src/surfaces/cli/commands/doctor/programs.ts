import { CODING_AGENTS, codingAgentProgram } from '../../../../machine/agents/agent-names.ts';
import { programFile } from '../../../../machine/program-file.ts';
import type { Finding } from './finding.ts';

const CHROMIUM = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Checks programs that only some commands need. Runs none of them. */
export function checkPrograms(env: NodeJS.ProcessEnv): Finding[] {
  return [checkGit(env), checkAgents(env), checkChromium(env)];
}

function checkGit(env: NodeJS.ProcessEnv): Finding {
  const git = programFile('git', env);
  if (git !== undefined) return { check: 'git', state: 'ok', text: git };
  return {
    check: 'git',
    state: 'info',
    text: 'no git; only `wayfold commits` needs it',
    fix: 'Install git from https://git-scm.com.',
  };
}

function checkAgents(env: NodeJS.ProcessEnv): Finding {
  const installed = CODING_AGENTS.filter((name) => programFile(codingAgentProgram(name, env), env));
  if (installed.length > 0) return { check: 'agents', state: 'ok', text: installed.join(', ') };
  return {
    check: 'agents',
    state: 'info',
    text: 'no coding agent; only `wayfold commits plan` needs one',
    fix: `Install one of ${CODING_AGENTS.join(', ')}, or plan with a model: --backend model`,
  };
}

function checkChromium(env: NodeJS.ProcessEnv): Finding {
  const names = env.WAYFOLD_CHROMIUM ? [env.WAYFOLD_CHROMIUM] : CHROMIUM;
  const [chromium] = names.flatMap((name) => programFile(name, env) ?? []);
  return {
    check: 'chromium',
    state: 'info',
    text: chromium ?? 'no Chromium; only the browser tests of Wayfold itself need one',
  };
}
