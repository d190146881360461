import type { Invocation } from '../../invocation.ts';
import { tableLines } from '../../terminal/text-table.ts';
import { shippedScenarios } from './scenario-file.ts';

/** Lists the scenarios that come with Wayfold. */
export async function list({ output }: Invocation): Promise<undefined> {
  const scenarios = shippedScenarios();
  if (output.json) {
    for (const { file, scenario } of scenarios) {
      const { id, title, description } = scenario.metadata;
      const agents = scenario.agents.map(({ agentId }) => agentId);
      await output.value({ id, title, description, agents, file });
    }
    return undefined;
  }
  const rows = scenarios.map(({ scenario: { metadata, agents } }) => [
    metadata.id,
    metadata.title,
    agents.map(({ agentId }) => agentId).join(', '),
  ]);
  const columns = [{ title: 'ID' }, { title: 'TITLE' }, { title: 'AGENTS' }];
  for (const line of tableLines(columns, rows)) await output.line(line);
  if (rows.length > 0) output.note(`Play one: wayfold scenario run ${rows[0]?.[0]} --auto`);
  return undefined;
}
