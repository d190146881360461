import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import { blocksMarkdown } from '../../../sessions/blocks/markdown.ts';
import { registerPlannerTool } from '../planner-tool.ts';
import type { ToolSet } from '../tool-set.ts';
import { SessionId } from './command-input.ts';
import type { PlannerSessions } from './planner-sessions.ts';
import { sessionAnswer } from './session-answer.ts';
import { sessionResources } from './session-resources.ts';
import { sessionTools } from './session-tools.ts';
import { toolName } from './tool-name.ts';

/** The tools of any planner, derived from its module, with its sessions as resources. */
export function sessionToolSet(
  sessions: PlannerSessions,
  { ephemeral, onError }: { readonly ephemeral: boolean; readonly onError: (error: unknown) => void },
): ToolSet {
  const { module } = sessions;
  const nothing: ReadonlySet<string> = new Set();
  return {
    instructions: guideOf(module),
    resources: sessionResources(sessions, {
      scheme: module.id,
      idName: 'session',
      title: module.title,
      description: `A session of ${module.title}, as JSON and as markdown.`,
      isId: (value) => SessionId.safeParse(value).success,
      ephemeral,
      state: ({ title, status, waiting, blocks }) => ({ title, status, waiting, blocks }),
      read: (view) => ({
        json: { ...sessionAnswer(view, nothing), data: view.data },
        markdown: `# ${view.title.replaceAll(/\s+/g, ' ')}\n\n${blocksMarkdown(view.blocks)}`,
      }),
    }),
    register: (server) => {
      for (const tool of sessionTools(sessions)) registerPlannerTool(server, tool, { onError });
    },
  };
}

function guideOf(module: PlannerModule): string {
  const named = (verb: string) => `\`${toolName(module, verb)}\``;
  const words: Readonly<Record<PlannerModule['talks'], string>> = {
    person: `Say what the user wants and answers with ${named('say')}, in their words.`,
    agent: `Hand over what the other side says with ${named('receive')}. What it writes is sent only after ${named('approve')}.`,
    nobody: 'Use its other tools to change it.',
  };
  return `## ${module.title}

${module.description}

1. Call ${named('start')}. Keep the \`session\` that it answers.
2. ${words[module.talks]}
3. Let the user decide about what is in \`waiting\`, then call the tool that the option names.
4. When you come back to work, call ${named('list')} and ${named('show')}.`;
}
