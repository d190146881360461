import type { Invocation } from '../../invocation.ts';
import type { Verb } from '../../verb.ts';
import type { InboxAction } from './act.ts';

/** `wayfold inbox …`: everything that waits for a person, across sessions. */
export function addInboxCommands(program: Verb): void {
  const inbox = program
    .command('inbox')
    .description('show everything that needs a person, across sessions, and decide on it')
    .option('--watch', 'follow the inbox and report each new item, until Ctrl-C')
    .option('--brief', 'print one line per item; by default a terminal shows each item in full')
    .examples(
      'wayfold inbox',
      'wayfold inbox show talk/7',
      'wayfold inbox --watch --json',
      'wayfold inbox approve talk/7',
    )
    .runs(async (invocation, options: { watch?: boolean; brief?: boolean }) =>
      (await import('./list.ts')).list(invocation, options),
    );
  const deciding = (name: string, description: string) =>
    inbox.command(name).description(description).argument('<item>', 'item, as `wayfold inbox` shows it');

  deciding('show', 'show an item with everything you need to decide')
    .examples('wayfold inbox show talk:mill/20')
    .runs(async (invocation, item: string) => (await import('./list.ts')).showItem(invocation, item));
  for (const [option, description, item] of [
    ['approve', 'send a draft, exactly as it is', 'talk/7'],
    ['accept', 'accept a plan, exactly as it is', 'talk:mill/20'],
    ['resume', 'resume a session that a limit has stopped', 'talk/31'],
  ] as const) {
    deciding(option, description)
      .examples(`wayfold inbox ${option} ${item}`)
      .runs(acting((_: object) => ({ type: 'take', option })));
  }
  deciding('dismiss', 'dismiss a draft')
    .option('--regenerate', 'write another one')
    .examples('wayfold inbox dismiss talk/7 --regenerate')
    .runs(
      acting(({ regenerate }: { regenerate?: boolean }) => ({
        type: 'take',
        option: regenerate ? 'regenerate' : 'dismiss',
      })),
    );
  deciding('answer', 'answer a question, or give the text that an item asks for')
    .argument('<text>', 'the answer')
    .examples('wayfold inbox answer tasks:x3f9k2/9 "On Friday."')
    .runs(acting((text: string) => ({ type: 'answer', text })));
  deciding('choose', 'choose one of the options of an item')
    .argument('<option>', 'the id of the option, or its number in the list')
    .examples('wayfold inbox choose trip:west/12 2')
    .runs(acting((option: string) => ({ type: 'choose', option })));
  deciding('reject', 'reject a plan; later plans see the reason')
    .option('--reason <text>', 'why')
    .examples('wayfold inbox reject talk:mill/20 --reason "no caches here"')
    .runs(
      acting(({ reason }: { reason?: string }) => ({
        type: 'take',
        option: 'reject',
        fields: reason === undefined ? {} : { reason },
      })),
    );
}

/** Runs the action that the command line describes on an item. */
function acting<Given>(actionOf: (given: Given) => InboxAction) {
  return async (invocation: Invocation, item: string, given: Given) =>
    (await import('./act.ts')).act(invocation, item, actionOf(given));
}
