import { expect, it } from 'vitest';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { toolOutcome } from './tool-outcome.ts';

const { tools } = new PlanningToolsSection({ session: new Session() });
const [setup] = tools;

it('a conflict is returned to the model, which can act on it', async () => {
  const outcome = await toolOutcome(async () => {
    if (!setup) throw new Error('no tools');
    return await setup.call({ objective: 'a' }, { expectedVersion: 9 });
  });
  expect(outcome).toEqual({
    ok: false,
    message: expect.stringContaining('version 9'),
    error: { code: 'conflict' },
  });
});
