import { describe, expect, it } from 'vitest';
import { minutesModule } from '../../test/minutes-module.ts';
import type { PlannerModule } from '../harness/module/planner-module.ts';
import { refuse } from '../harness/module/refusal.ts';
import { openSessionsLayer } from './contract/planner-story.ts';
import type { OpenSurface, PlannerOnSurfaces, Surface, SurfaceSetting } from './contract/planner-surface.ts';
import { surfaceLaws } from './contract/surface-laws.ts';

const minutes: PlannerOnSurfaces = {
  module: minutesModule,
  config: { title: 'Retro' },
  say: 'The tests are slow',
  more: (n) => `Line ${n}`,
  choose: 'nobody',
  command: { type: 'pin', line: 1 },
  refused: { type: 'pin', line: 99 },
};

/** The names of the laws that a planner breaks on a surface, of all or of one. */
async function broken(
  open: OpenSurface,
  { law, planner = minutes }: { readonly law?: string; readonly planner?: PlannerOnSurfaces } = {},
): Promise<readonly string[]> {
  const laws: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  surfaceLaws(planner, [{ name: 'http', load: async () => open, patienceMs: 50 }], {
    describe: (_name, body) => body(),
    it: (name, body) => void laws.push({ name, body }),
  });
  const found: string[] = [];
  for (const { name, body } of laws.filter(({ name }) => law === undefined || name === law))
    await body().catch(() => found.push(name));
  return found;
}

/** The application layer as a surface that tells every fact, with something about it changed. */
function surfaceWith(change: (surface: Surface) => Partial<Surface> = () => ({})): OpenSurface {
  return async (setting) => {
    const surface = await openSessionsLayer(setting);
    const whole: Surface = {
      ...surface,
      async followed(head) {
        const [id = ''] = (await setting.store.list({ limit: 1 })).map((journal) => journal.id);
        const { journal } = await setting.sessions.open(id);
        const begun = (await journal.facts()).findIndex(({ type }) => type === 'user_input');
        return Array.from({ length: head - begun }, (_, at) => begun + 1 + at);
      },
    };
    return { ...whole, ...change(whole) };
  };
}

const withMinutes = (change: Partial<PlannerModule>): PlannerOnSurfaces => ({
  ...minutes,
  module: { ...minutesModule, ...change },
});

describe('the surface contract', () => {
  it('passes if a surface agrees with the sessions', async () => {
    expect(await broken(surfaceWith())).toEqual([]);
  });

  it.each<[string, (surface: Surface) => Partial<Surface>, string]>([
    [
      'shows something else',
      ({ show }) => ({ show: async (id) => ({ ...(await show(id)), blocks: [] }) }),
      'shows what the planner shows',
    ],
    [
      'answers without what the facts tell',
      ({ show, say }) => ({
        say: async (id, text) => ({ ...(await say(id, text)), text: 'Done.' }),
        show: async (id) => ({ ...(await show(id)), text: '' }),
      }),
      'replies with the texts of its facts',
    ],
    [
      'does another command',
      ({ do: act }) => ({ do: (id) => act(id, { type: 'own', name: 'Grace' }) }),
      'runs a command',
    ],
    [
      'refuses with a code of its own',
      ({ do: act }) => ({
        do: async (id, command) => {
          const answer = await act(id, command);
          return answer.code === undefined ? answer : { ...answer, code: 'failed' };
        },
      }),
      'refuses with the same code, and leaves nothing but the record of it',
    ],
    [
      'does what is to be refused',
      ({ do: act }) => ({
        do: (id, command) => act(id, command.line === 99 ? { type: 'own', name: 'Grace' } : command),
      }),
      'refuses with the same code, and leaves nothing but the record of it',
    ],
    [
      'takes another option than was chosen',
      ({ do: act }) => ({ choose: (id) => act(id, { type: 'pin', line: 1 }) }),
      'offers waiting items, and runs the chosen option',
    ],
    ['names somebody else', () => ({ by: 'somebody' }), 'records the author'],
    [
      'shows the present for the past',
      ({ show }) => ({ showPast: (id) => show(id) }),
      'shows a moment in the past',
    ],
    [
      'shows what was erased',
      ({ show }) => {
        let shown: Awaited<ReturnType<Surface['show']>> | undefined;
        return {
          show: async (id) => {
            shown ??= await show(id);
            return shown;
          },
        };
      },
      'shows erased text nowhere',
    ],
    [
      'shows the session in the place of its fork',
      ({ show }) => ({ show: (id) => show(id.replace(/:forked$/, ':forked-not')) }),
      'shows a fork as the session was at that moment',
    ],
    [
      'leaves facts out of its stream',
      ({ followed }) => ({ followed: async (head) => ((await followed?.(head)) ?? []).slice(1) }),
      'streams every fact',
    ],
    [
      'says nothing of a pause',
      ({ show }) => ({ show: async (id) => ({ ...(await show(id)), text: '' }) }),
      'records what is said while it is paused, plans nothing, and says who paused it and why',
    ],
    [
      'drops what is said during a pause',
      ({ say }) => ({
        say: async (id, text) =>
          text === 'Line 2' ? { text: 'Paused by grace: Prices changed' } : say(id, text),
      }),
      'plans for what was said while it was paused, once it is resumed',
    ],
    [
      'pays no attention to versions',
      ({ do: act }) => ({ doAt: (id, command) => act(id, command) }),
      'refuses a command that expects an earlier version before anything is recorded',
    ],
    [
      'pays no attention to keys',
      ({ say }) => ({ sayOnce: (id, text) => say(id, text) }),
      'records a message once that is repeated under its key, at once, later and elsewhere',
    ],
    [
      'takes one of two messages that come at once',
      ({ say }) => ({ say: async (id, text) => (text === 'Line 5' ? { text: '' } : say(id, text)) }),
      'loses nothing that two clients say at once, and plans it once',
    ],
    [
      'says everything twice',
      ({ say }) => ({
        say: async (id, text) => {
          await say(id, text);
          return await say(id, text);
        },
      }),
      'loses nothing that two clients say at once, and plans it once',
    ],
    [
      'tells an archived session nothing, and says that it did',
      ({ say }) => ({ say: async (id, text) => (text === 'Line 8' ? { text: 'Done.' } : say(id, text)) }),
      'refuses what is said to an archived session, and records nothing',
    ],
  ])('finds a surface that %s', async (_, change, law) => {
    expect(await broken(surfaceWith(change), { law })).toEqual([law]);
  });

  it.each<[string, Partial<SurfaceSetting>, string]>([
    ['knows no limits', { limits: undefined }, 'keeps to the limits of the configuration'],
    [
      'changes sessions whose planner is not loaded',
      { own: [minutesModule] },
      'shows a session whose planner is not loaded, and changes nothing in it',
    ],
  ])('finds a surface that %s', async (_, changed, law) => {
    expect(await broken((setting) => surfaceWith()({ ...setting, ...changed }), { law })).toEqual([law]);
  });

  let calls = 0;
  const { pin } = minutesModule.commands;

  it.each<[string, Partial<PlannerModule>, string]>([
    [
      'shows something else each time',
      { view: () => [{ type: 'markdown', text: String(++calls) }] },
      'shows what the planner shows',
    ],
    [
      'decides by who asks',
      {
        commands: {
          ...minutesModule.commands,
          ...(pin && {
            pin: {
              ...pin,
              decide(at, input, context) {
                if (context.by === 'surface') throw refuse('Not for you.');
                return pin.decide(at, input, context);
              },
            },
          }),
        },
      },
      'runs a command',
    ],
    [
      'remembers what was said outside its state',
      {
        view: (() => {
          const seen = new Set<string>();
          return ({ state }) => {
            for (const said of (state as { said: readonly string[] }).said) seen.add(said);
            return [{ type: 'markdown', text: [...seen].join(' ') }];
          };
        })(),
      },
      'shows erased text nowhere',
    ],
  ])('finds a planner that %s', async (_, change, law) => {
    const asSurface = surfaceWith(() => ({ by: 'surface' }));
    const open: OpenSurface = async (setting) => {
      const surface = await asSurface(setting);
      return {
        ...surface,
        do: async (id, { type, ...input }) => {
          const session = await setting.sessions.open(id);
          try {
            await session.do({ type, ...input }, { by: 'surface' });
            return { text: '' };
          } catch {
            return { text: 'refused', code: 'refused' };
          }
        },
      };
    };
    expect(await broken(open, { law, planner: withMinutes(change) })).toEqual([law]);
  });
});
