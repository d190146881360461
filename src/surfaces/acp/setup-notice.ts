import { setupSnapshot } from '../../sessions/commands/setup.ts';
import type { OpenSession } from '../../sessions/open-session.ts';

/** A notice about missing setup, and how to complete it from an editor. */
export async function setupNotice(session: OpenSession): Promise<string> {
  const { entry, module, llm } = session;
  const initial = await session.appliedConfig(await session.view());
  const { fields } = await setupSnapshot(entry.planner, {}, { llm, initial });
  const shown = fields.filter(({ visible }) => visible !== false);
  const missing = shown.filter(
    ({ required, value, error }) =>
      error !== undefined || (required && (value === undefined || value === '')),
  );
  const named = missing.length > 0 ? missing : shown;
  const lines = named.map(({ key, label, help, error }) =>
    [`- ${label} (\`${key}\`)`, error ?? help ?? ''].filter(Boolean).join(': '),
  );
  const example = JSON.stringify(Object.fromEntries(named.slice(0, 1).map(({ key }) => [key, '…'])));
  return `${module.title} has to be set up before it plans. Messages until then are recorded.

${lines.join('\n')}

Send it like \`/configure ${example}\`.`;
}
