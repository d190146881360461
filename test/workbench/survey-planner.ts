import { definePlanner } from 'wayfold';
import { z } from 'zod';

/** A planner with a map and a chart, whose points, lines, areas and series can each be kept. */
export default definePlanner({
  id: 'survey',
  title: 'Survey',
  description: 'Surveys a valley.',
  config: z.strictObject({}),
  facts: { part_kept: { schema: z.strictObject({ name: z.string() }), kind: 'decision' } },
  state: {
    initial: [] as readonly string[],
    apply: (kept, fact) => (fact.type === 'part_kept' ? [...kept, fact.name] : kept),
  },
  plan: () => [],
  commands: {
    keep: {
      title: 'Keep',
      input: z.strictObject({ name: z.string().meta({ title: 'Name' }) }),
      decide: ({ fact }, { name }) => [fact.part_kept({ name })],
    },
  },
  view({ state: kept, call }) {
    const part = (name: string) => ({
      label: kept.includes(name) ? `${name} (kept)` : name,
      actions: [{ label: 'Keep', command: call.keep({ name }) }],
    });
    const corners = [
      [47, 11],
      [47, 12],
      [46, 12],
    ] as const;
    return [
      {
        type: 'map',
        points: [{ id: 'camp', lat: 46.5, lng: 11.5, ...part('Camp') }],
        lines: [{ id: 'river', points: corners, ...part('River') }],
        areas: [{ id: 'wood', points: corners, ...part('Wood') }],
      },
      {
        type: 'chart',
        kind: 'line',
        series: ['Rain', 'Snow'].map((name) => {
          const { label, actions } = part(name);
          return { name: label, actions, points: corners };
        }),
      },
    ];
  },
});
