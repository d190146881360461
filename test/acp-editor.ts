import { Writable } from 'node:stream';
import {
  type ClientConnection,
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { CliProcess } from './cli-process.ts';

export type Permission = (asked: RequestPermissionRequest) => Promise<RequestPermissionResponse>;

/** An editor with `wayfold acp` as a process of its own, by the SDK's own client. */
export class Editor {
  readonly process: CliProcess;
  readonly agent: ClientConnection['agent'];
  readonly updates: { readonly sessionId: string; readonly update: SessionUpdate }[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  permission: Permission = async () => ({ outcome: { outcome: 'cancelled' } });

  readonly #cwd: string;

  private constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#cwd = cwd;
    this.process = new CliProcess(['acp'], { cwd, env });
    const { stdin, stdout } = this.process.child;
    if (!stdin || !stdout) throw new Error('no pipes');
    const input = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stdout.on('data', (text: string) => controller.enqueue(new TextEncoder().encode(text)));
        stdout.on('end', () => controller.close());
      },
    });
    this.agent = client()
      .onNotification('session/update', ({ params }) => void this.updates.push(params))
      .onRequest('session/request_permission', ({ params }) => {
        this.asked.push(params);
        return this.permission(params);
      })
      .connect(ndJsonStream(Writable.toWeb(stdin), input)).agent;
  }

  static async open(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Editor> {
    const editor = new Editor(cwd, env);
    await editor.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
    return editor;
  }

  async newSession(): Promise<string> {
    return (await this.agent.request('session/new', { cwd: this.#cwd, mcpServers: [] })).sessionId;
  }

  /** A new session in a mode. */
  async newSessionIn(modeId: string): Promise<string> {
    const sessionId = await this.newSession();
    await this.agent.request('session/set_mode', { sessionId, modeId });
    return sessionId;
  }

  /** Sends a prompt and resolves to why its turn ended. */
  async prompt(sessionId: string, text: string): Promise<string> {
    const { stopReason } = await this.agent.request('session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text }],
    });
    return stopReason;
  }

  /** All that the agent has said. */
  said(): string[] {
    return this.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
        ? [update.content.text]
        : [],
    );
  }

  heard(): string[] {
    return this.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'user_message_chunk' && update.content.type === 'text'
        ? [update.content.text]
        : [],
    );
  }

  /** The plan as the editor shows it: the last update counts. */
  plan(): string[] | undefined {
    const plans = this.updates.flatMap(({ update }) => (update.sessionUpdate === 'plan' ? [update] : []));
    return plans.at(-1)?.entries.map(({ content, status }) => `${status}: ${content}`);
  }
}

export const approve: Permission = async () => ({ outcome: { outcome: 'selected', optionId: 'approve' } });
export const reject: Permission = async () => ({ outcome: { outcome: 'selected', optionId: 'reject' } });

/** Answers each question with the first option of this name. */
export function choosing(...names: readonly string[]): Permission {
  const left = [...names];
  return async ({ options }) => {
    const name = left.shift();
    const chosen = options.find((option) => option.name.includes(name ?? '?'));
    return chosen
      ? { outcome: { outcome: 'selected', optionId: chosen.optionId } }
      : { outcome: { outcome: 'cancelled' } };
  };
}
