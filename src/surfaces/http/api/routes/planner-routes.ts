import { z } from 'zod';
import { ConfigSnapshot } from '../../../../harness/setup/config-store.ts';
import type { RegistryEntry } from '../../../../host/registry.ts';
import { describeAllCommands } from '../../../../sessions/commands/command-descriptions.ts';
import { commandsOf, SetupValues } from '../../../../sessions/commands/commands.ts';
import { setupSnapshot } from '../../../../sessions/commands/setup.ts';
import { describeExports } from '../../../../sessions/queries.ts';
import { titleFromText } from '../../../../sessions/title-from-text.ts';
import type { ApiContext } from '../api-context.ts';
import { type Operation, operation } from '../operation.ts';
import { Planners } from '../responses/response-schemas.ts';
import { modelLabel } from '../responses/session-response.ts';

const SetupBody = z.strictObject({ values: SetupValues });

const Fits = z.strictObject({
  planners: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        fit: z.number().min(0).max(1),
        title: z.string().describe('The title of a session with this text; empty if the planner finds one.'),
      }),
    )
    .readonly()
    .describe('The best first.'),
});

/** The setup form of a planner without settings. */
const NO_SETUP: ConfigSnapshot = { fields: [], canSave: true, pending: false, dirty: false };

/** The routes for planners: list, setup form, and which one suits a text. */
export function plannerRoutes({ sessions: { registry }, llm }: ApiContext): readonly Operation[] {
  const setupOf = async ({ planner }: RegistryEntry): Promise<ConfigSnapshot> =>
    planner.createConfigStore === undefined
      ? NO_SETUP
      : await setupSnapshot(planner, {}, { llm, checks: false });
  return [
    operation({
      id: 'listPlanners',
      route: 'GET /planners',
      summary: 'Every planner, with its empty setup form, its commands and its examples.',
      answer: { status: 200, schema: Planners },
      async handle({ c }) {
        const planners = await Promise.all(
          registry.entries.map(async (entry) => {
            const { id, title, description, icon, talks, examples } = entry.module;
            return {
              id,
              name: title,
              description,
              ...(icon !== undefined && { icon }),
              talks,
              commands: commandsOf(entry.module),
              commandForms: describeAllCommands(entry.module),
              exports: describeExports(entry.module),
              examples,
              setup: await setupOf(entry),
            };
          }),
        );
        return c.json({ model: modelLabel(llm), planners });
      },
    }),
    operation({
      id: 'evaluatePlannerSetup',
      route: 'POST /planners/:plannerId/setup',
      summary: 'The setup form of a planner with these values in it. Nothing is applied.',
      params: z.strictObject({ plannerId: z.string().max(100) }),
      body: SetupBody,
      answer: { status: 200, schema: ConfigSnapshot },
      handle: async ({ c, path, body }) =>
        c.json(await setupSnapshot(registry.get(path.plannerId).planner, body.values, { llm })),
    }),
    operation({
      id: 'fittingPlanners',
      route: 'POST /fits',
      summary: 'How well a text fits each planner, from 0 to 1.',
      body: z.strictObject({ text: z.string().max(200_000) }),
      answer: { status: 200, schema: Fits },
      async handle({ c, body: { text } }) {
        const planners = registry.entries.flatMap(({ module }) => {
          const { id, title: name, fits } = module;
          if (fits === undefined) return [];
          return [
            { id, name, fit: Math.min(1, Math.max(0, fits(text))), title: titleFromText(module, text) },
          ];
        });
        return c.json({ planners: planners.toSorted((a, b) => b.fit - a.fit) });
      },
    }),
  ];
}
