import type { Command } from 'commander';
import { addExample } from '../../example.ts';
import type { Perform } from '../../invocation.ts';
import type { InboxAction } from './act.ts';

const ITEM = 'item, as `wayfold inbox` shows it';

/** `wayfold inbox …`: everything that waits for a person, across sessions. */
export function addInboxCommands(program: Command, perform: Perform): void {
  const inbox = program
    .command('inbox')
    .description('show everything that waits for a person, across sessions, and decide on it')
    .option('--watch', 'go on, and tell each new item, until Ctrl-C')
    .action((options: { watch?: boolean }, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./list.ts')).list(invocation, options),
      ),
    );
  addExample(inbox, ['wayfold inbox', 'wayfold inbox --watch --json', 'wayfold inbox approve talk/7']);

  const act = async (command: Command, item: string, action: InboxAction): Promise<void> =>
    perform(command.optsWithGlobals(), async (invocation) =>
      (await import('./act.ts')).act(invocation, item, action),
    );

  const approve = inbox
    .command('approve')
    .description('send a draft, exactly as it is')
    .argument('<item>', ITEM)
    .action((item: string, _: object, command: Command) =>
      act(command, item, { type: 'take', option: 'approve' }),
    );
  addExample(approve, ['wayfold inbox approve talk/7']);

  const dismiss = inbox
    .command('dismiss')
    .description('drop a draft')
    .argument('<item>', ITEM)
    .option('--regenerate', 'have another one written')
    .action((item: string, { regenerate }: { regenerate?: boolean }, command: Command) =>
      act(command, item, { type: 'take', option: regenerate ? 'regenerate' : 'dismiss' }),
    );
  addExample(dismiss, ['wayfold inbox dismiss talk/7 --regenerate']);

  const answer = inbox
    .command('answer')
    .description('answer a question, or fill in what an item asks for')
    .argument('<item>', ITEM)
    .argument('<text>', 'the answer')
    .action((item: string, text: string, _: object, command: Command) =>
      act(command, item, { type: 'answer', text }),
    );
  addExample(answer, ['wayfold inbox answer tasks:x3f9k2/9 "On Friday."']);

  const choose = inbox
    .command('choose')
    .description('take one of the options that are offered')
    .argument('<item>', ITEM)
    .argument('<option>', 'the id of the option, or its number in the list')
    .action((item: string, option: string, _: object, command: Command) =>
      act(command, item, { type: 'choose', option }),
    );
  addExample(choose, ['wayfold inbox choose trip:west/12 2']);

  const accept = inbox
    .command('accept')
    .description('accept a plan, exactly as it is')
    .argument('<item>', ITEM)
    .action((item: string, _: object, command: Command) =>
      act(command, item, { type: 'take', option: 'accept' }),
    );
  addExample(accept, ['wayfold inbox accept commits:main/20']);

  const reject = inbox
    .command('reject')
    .description('reject a plan; the reason is told to whoever plans next')
    .argument('<item>', ITEM)
    .option('--reason <text>', 'why')
    .action((item: string, { reason }: { reason?: string }, command: Command) =>
      act(command, item, { type: 'take', option: 'reject', fields: reason === undefined ? {} : { reason } }),
    );
  addExample(reject, ['wayfold inbox reject commits:main/20 --reason "no caches here"']);

  const resume = inbox
    .command('resume')
    .description('let a session go on that a limit has stopped')
    .argument('<item>', ITEM)
    .action((item: string, _: object, command: Command) =>
      act(command, item, { type: 'take', option: 'resume' }),
    );
  addExample(resume, ['wayfold inbox resume talk/31']);
}
