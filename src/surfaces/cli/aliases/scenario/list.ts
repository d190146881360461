import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { shippedScenarios } from './scenario-file.ts';

/** Lists the scenarios that come with Wayfold. */
export async function list(invocation: Invocation): Promise<undefined> {
  const scenarios = shippedScenarios().map(({ file, scenario: { metadata, agents } }) => {
    const { id, title, description } = metadata;
    return { id, title, description, agents: agents.map(({ agentId }) => agentId), file };
  });
  await printList(invocation, scenarios, {
    value: (scenario) => scenario,
    none: 'No scenario comes with this version.',
    columns: [{ title: 'ID' }, { title: 'TITLE' }, { title: 'AGENTS' }],
    row: ({ id, title, agents }) => [id, title, agents.join(', ')],
  });
  const [first] = scenarios;
  if (first) invocation.output.note(`Play one: wayfold scenario run ${first.id} --auto`);
  return undefined;
}
