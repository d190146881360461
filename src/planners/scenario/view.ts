import type { ViewBlock } from '../../harness/module/view-block.ts';
import { endStatusOf, type Scenario, type ScenarioAgent } from './file/scenario.ts';

/** What a person wants to know about the played side: who it is, what it wants, and what it can do. */
export function sideBlocks(
  { metadata, agents }: Scenario,
  agent: ScenarioAgent,
  enabledTools: readonly string[] | undefined,
): readonly ViewBlock<never>[] {
  const { agentId, principal, situation, goals, tools } = agent;
  const others = agents.filter((each) => each !== agent).map((each) => each.principal.name);
  return [
    {
      type: 'fields',
      title: metadata.title,
      items: [
        { label: 'About', value: metadata.description },
        { label: 'You play', value: `${principal.name} (${agentId})` },
        { label: 'Who that is', value: principal.description },
        { label: 'Situation', value: situation },
        { label: 'Other side', value: others.join(', ') || 'Anybody' },
      ],
    },
    {
      type: 'table',
      title: 'Goals',
      columns: [{ key: 'goal', label: 'Goal' }],
      rows: goals.map((goal) => ({ cells: { goal } })),
    },
    {
      type: 'table',
      title: 'Tools',
      columns: [
        { key: 'tool', label: 'Tool' },
        { key: 'does', label: 'What it does' },
        { key: 'ends', label: 'Ends the conversation as' },
      ],
      rows: tools
        .filter(({ toolName }) => enabledTools?.includes(toolName) ?? true)
        .map((tool) => ({
          id: tool.toolName,
          cells: {
            tool: tool.toolName,
            does: tool.description,
            ends: tool.endsConversation ? endStatusOf(tool) : null,
          },
        })),
    },
  ];
}
