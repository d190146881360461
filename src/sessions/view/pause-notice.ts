import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { pauseOfEverything } from '../../host/pausing.ts';
import type { Session } from '../../host/session.ts';
import type { Pause } from '../../kernel/limits/pause.ts';

/** Why nothing starts in a session, for whoever has just sent a message; `undefined` if it is not paused. */
export async function pauseNotice({
  journal,
  store,
}: Pick<Session, 'journal' | 'store'>): Promise<string | undefined> {
  const { pause } = await ledgerOf(journal);
  if (pause) return `${causeOf(pause)} ${afterwards(`wayfold resume ${journal.id}`)}`;
  const everything = store && (await pauseOfEverything(store));
  return everything && `${causeOf(everything)} ${afterwards('wayfold resume')}`;
}

function causeOf(pause: Pause): string {
  switch (pause.cause) {
    case 'person':
      return `Paused${pause.by === '' ? '' : ` by ${pause.by}`}${pause.reason === undefined ? '' : `: ${pause.reason}`}.`;
    case 'limit':
      return `Paused: ${pause.spent} of ${pause.allowed} ${pause.limit} are spent.`;
    default:
      return pause satisfies never;
  }
}

function afterwards(command: string): string {
  return `Your message is recorded; work on it continues after \`${command}\`.`;
}
