/**
 * A planner that waits for a decision and then acts: it plans a release, asks whether to go, publishes once somebody says
 * so, and hands over the release notes. Run it with `wayfold up --planner examples/release-planner.ts`.
 */
import { definePlanner, refuse } from 'wayfold';
import { z } from 'zod';

interface Release {
  readonly said: readonly string[];
  readonly changes: readonly string[];
  readonly stage: 'collecting' | 'planned' | 'approved' | 'published' | 'stopped';
  /** Where the plan stands that waits for a decision. */
  readonly plannedAt: number;
  readonly address?: string;
  readonly reason?: string;
}

export default definePlanner({
  id: 'release',
  title: 'Release',
  description: 'Plans a release, asks whether to go, and publishes it.',
  icon: 'rocket',
  config: z.strictObject({
    tag: z.string().min(1).meta({ title: 'Version', placeholder: '1.4.0' }),
    channel: z.enum(['stable', 'preview']).default('stable').meta({ title: 'Channel' }),
  }),
  facts: {
    release_planned: {
      schema: z.strictObject({ changes: z.array(z.string()) }),
      kind: 'plan',
      text: ({ changes }) => `Planned with ${changes.length} changes.`,
    },
    release_approved: { schema: z.strictObject({ by: z.string() }), kind: 'decision' },
    release_stopped: {
      schema: z.strictObject({ by: z.string(), reason: z.string() }),
      kind: 'decision',
      text: ({ reason }) => `Stopped: ${reason}`,
    },
    release_published: {
      schema: z.strictObject({ address: z.string() }),
      kind: 'plan',
      text: ({ address }) => `Published at ${address}`,
    },
  },
  state: {
    initial: { said: [], changes: [], stage: 'collecting', plannedAt: 0 } as Release,
    apply(state, fact): Release {
      switch (fact.type) {
        case 'user_input':
          return { ...state, said: [...state.said, fact.text ?? ''] };
        case 'release_planned':
          return { ...state, changes: fact.changes, stage: 'planned', plannedAt: fact.seq };
        case 'release_approved':
          return { ...state, stage: 'approved' };
        case 'release_stopped':
          return { ...state, stage: 'stopped', reason: fact.reason };
        case 'release_published':
          return { ...state, stage: 'published', address: fact.address };
        default:
          return state;
      }
    },
  },
  plan: ({ state, fact }) => [
    fact.release_planned({ changes: state.said.flatMap((text) => text.split('\n')) }),
  ],
  commands: {
    go: {
      title: 'Release it',
      input: z.strictObject({}),
      confirm: true,
      decide({ state, fact }, _input, { by }) {
        if (state.stage !== 'planned') throw refuse('Nothing waits for a decision.');
        return [fact.release_approved({ by })];
      },
    },
    stop: {
      title: 'Stop the release',
      input: z.strictObject({ reason: z.string().min(1).meta({ title: 'Why' }) }),
      decide({ state, fact }, { reason }, { by }) {
        if (state.stage !== 'planned') throw refuse('Nothing waits for a decision.');
        return [fact.release_stopped({ by, reason })];
      },
    },
  },
  waiting({ state, config, call, ask }) {
    if (state.stage !== 'planned') return [];
    const text = `Release ${config?.tag} with ${state.changes.length} changes?`;
    const options = [{ id: 'go', label: 'Release it', command: call.go({}) }];
    return [{ id: `decision-${state.plannedAt}`, seq: state.plannedAt, text, options, form: ask.stop({}) }];
  },
  understand: ({ text }, { state, call }) =>
    state.stage === 'planned' && /^(?:go|yes|release it)$/i.test(text.trim()) ? call.go({}) : undefined,
  reactors: ({ config }) => [
    {
      name: 'publish-release',
      reactsTo: ['release_approved'],
      // A real one would call a registry here, with the idempotency key of the context.
      async act(_fact, { idempotencyKey }) {
        const { tag = '', channel = '' } = Object(config());
        const address = `https://releases.example/${channel}/${tag}#${idempotencyKey.slice(0, 8)}`;
        return [{ type: 'release_published', address }];
      },
    },
  ],
  status({ state }) {
    const byStage = {
      collecting: 'idle',
      planned: 'waiting',
      approved: 'working',
      published: 'completed',
      stopped: 'rejected',
    } as const;
    return byStage[state.stage];
  },
  view: ({ state, config }) => [
    {
      type: 'fields',
      items: [
        { label: 'Version', value: config?.tag ?? null },
        { label: 'Stage', value: state.stage },
        ...(state.address === undefined ? [] : [{ label: 'Address', value: state.address }]),
      ],
    },
    {
      type: 'steps',
      title: 'Changes',
      items: state.changes.map((title, i) => ({
        id: `${i + 1}`,
        title,
        status: state.stage === 'published' ? 'done' : state.stage === 'stopped' ? 'cancelled' : 'pending',
      })),
    },
  ],
  artifacts: ({ state, config }) =>
    state.stage === 'published'
      ? [
          {
            id: 'notes',
            name: 'release-notes.md',
            mediaType: 'text/markdown',
            text: [`# ${config?.tag}`, '', ...state.changes.map((change) => `- ${change}`), ''].join('\n'),
          },
        ]
      : [],
});
