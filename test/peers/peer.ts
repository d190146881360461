import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { sdkAgent } from '../a2a-agents.ts';
import { all, message, sdkClient, textOf } from '../a2a-fixture.ts';
import { CliProcess } from '../cli-process.ts';
import { eventually } from '../eventually.ts';

/** An agent that repeats what it hears; what begins with "slow" it answers when it is told to. */
export interface PeerAgent {
  readonly url: string;
  heard(): readonly string[];
  letAnswer(): void;
  close(): Promise<void>;
}

/** How a task stood at the end of what its caller was told. */
export interface CallEnd {
  readonly taskId: string;
  readonly state: string;
  readonly text: string;
}

/** An agent and a caller that are made with something else than Wayfold. */
export interface Peer {
  readonly name: string;
  /** Whether its agents can be asked to stop. */
  readonly cancels: boolean;
  agent(): Promise<PeerAgent>;
  /** Says something, and returns what it was told last before the stream ended, also by being cut. */
  say(url: string, text: string): Promise<CallEnd>;
  cancel(url: string, taskId: string): Promise<string>;
  /** Takes a stream up again, and reads it to its end. */
  follow(url: string, taskId: string): Promise<CallEnd>;
}

/** The agent and client of the A2A SDK's samples, of the newest version of the protocol. */
export const sdkPeer: Peer = {
  name: 'the A2A SDK 1.x',
  cancels: true,
  async agent() {
    const answer = Promise.withResolvers<void>();
    const { heard, url, close } = await sdkAgent(async ({ text, status }) => {
      status(TaskState.TASK_STATE_WORKING);
      if (text.startsWith('slow')) await answer.promise;
      status(TaskState.TASK_STATE_COMPLETED, `The sample heard: ${text}`);
    });
    return { url, close, heard: () => heard.map((each) => textOf(each) ?? ''), letAnswer: answer.resolve };
  },
  async say(url, text) {
    const client = await sdkClient(`${url}.well-known/agent-card.json`);
    return await endOf(client.sendMessageStream(message(text)));
  },
  async cancel(url, id) {
    const client = await sdkClient(`${url}.well-known/agent-card.json`);
    const { status } = await client.cancelTask({ id, tenant: '', metadata: undefined });
    return stateName(status?.state);
  },
  async follow(url, id) {
    const client = await sdkClient(`${url}.well-known/agent-card.json`);
    return await endOf(client.resubscribeTask({ id, tenant: '' }));
  },
};

async function endOf(events: AsyncGenerator<StreamResponse, void, undefined>): Promise<CallEnd> {
  const seen: StreamResponse[] = [];
  const kept = async function* () {
    for await (const event of events) {
      seen.push(event);
      yield event;
    }
  };
  await all(kept()).catch(() => undefined);
  let end: CallEnd = { taskId: '', state: '', text: '' };
  for (const { payload } of seen) {
    if (payload?.$case !== 'task' && payload?.$case !== 'statusUpdate') continue;
    const taskId = payload.$case === 'task' ? payload.value.id : payload.value.taskId;
    const { status } = payload.value;
    end = { taskId, state: stateName(status?.state), text: textOf(status?.message) ?? '' };
  }
  return end;
}

function stateName(state: TaskState | undefined): string {
  return String(TaskState[state ?? 0])
    .replace('TASK_STATE_', '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** Agents of AWS's Strands Agents SDK, which speaks version 0.3 of the protocol. */
export function strandsPeer(cache: string, cwd: string): Peer {
  const program = (name: string) => new URL(`./${name}.mjs`, import.meta.url).pathname;
  const call = async (...args: string[]): Promise<readonly StrandsEvent[]> => {
    const caller = new CliProcess([cache, ...args], { cwd, main: program('strands-caller'), input: '' });
    await caller.end();
    return caller.lines.map((line) => JSON.parse(line));
  };
  return {
    name: 'Strands Agents',
    cancels: false,
    async agent() {
      const running = new CliProcess([cache], { cwd, main: program('strands-agent') });
      await eventually(() => running.stdout).toMatch(/^port \d+$/m);
      return {
        url: `http://127.0.0.1:${/^port (\d+)$/m.exec(running.stdout)?.[1]}`,
        heard: () => running.lines.flatMap((line) => /^heard (.*)/.exec(line)?.[1] ?? []),
        letAnswer: () => running.write('go\n'),
        close: async () => void (await running.end('SIGKILL')),
      };
    },
    say: async (url, text) => strandsEnd(await call(url, 'say', text)),
    cancel: async (url, taskId) => strandsEnd(await call(url, 'cancel', taskId)).state,
    follow: async (url, taskId) => strandsEnd(await call(url, 'follow', taskId)),
  };
}

interface StrandsEvent {
  readonly id?: string;
  readonly taskId?: string;
  readonly status?: {
    readonly state: string;
    readonly message?: { readonly parts: readonly { readonly text?: string }[] };
  };
}

function strandsEnd(events: readonly StrandsEvent[]): CallEnd {
  const last = events.findLast(({ status }) => status !== undefined);
  const text = last?.status?.message?.parts.map((part) => part.text ?? '').join('') ?? '';
  return { taskId: last?.taskId ?? last?.id ?? '', state: last?.status?.state ?? '', text };
}
