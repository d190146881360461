/** What a host says about itself, as far as this app needs it. */
export interface HostContext {
  readonly theme?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

/** What a host can do for an app. */
interface HostCapabilities {
  readonly updateModelContext?: object;
}

/** The answer of a tool. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a host tells its app. */
interface HostEvents {
  onContext(context: HostContext): void;
  onToolResult(result: ToolResult): void;
  /** Nothing is shown any more. */
  onEnd(): void;
}

/** A message of JSON-RPC as it comes: nothing about it is known before it is looked at. */
interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly message?: unknown };
}

const PROTOCOL = '2026-01-26';
const PATIENCE_MS = 60_000;

/**
 * The connection to the host that shows this app: JSON-RPC by messages between windows, as MCP Apps has it. Written by hand,
 * because the SDK for apps is forty times as large as all of this.
 */
export class HostConnection {
  readonly #events: HostEvents;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #last = 0;
  #capabilities: HostCapabilities = {};

  constructor(events: HostEvents) {
    this.#events = events;
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      // Only the host may speak to the app: any other frame could send messages too.
      if (source === window.parent) this.#receive(Object(data));
    });
  }

  /** Introduces the app. */
  async open(): Promise<void> {
    const { hostCapabilities, hostContext } = await this.#request('ui/initialize', {
      protocolVersion: PROTOCOL,
      appInfo: { name: 'wayfold-plan', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    });
    this.#capabilities = Object(hostCapabilities);
    this.#events.onContext(Object(hostContext));
    this.#notify('ui/notifications/initialized', {});
  }

  /** Calls a tool of the server that the app came from. */
  async callTool(name: string, input: object): Promise<ToolResult> {
    return await this.#request('tools/call', { name, arguments: input });
  }

  /** Lets the model know in its next turn what a person did here, where the host passes that on. */
  async tellModel(text: string): Promise<void> {
    if (this.#capabilities.updateModelContext === undefined) return;
    await this.#request('ui/update-model-context', { content: [{ type: 'text', text }] });
  }

  /** Asks for as much room as there is to show. */
  resize(width: number, height: number): void {
    this.#notify('ui/notifications/size-changed', { width, height });
  }

  #receive(message: Message): void {
    const { jsonrpc, id, method, params, result, error } = message;
    if (jsonrpc !== '2.0') return;
    if (typeof method === 'string') {
      this.#told(method, Object(params));
      if (typeof id === 'number' || typeof id === 'string') this.#answer(id, method);
    } else if (typeof id === 'number' && (result || error)) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
  }

  #told(method: string, params: object): void {
    if (method === 'ui/notifications/tool-result') this.#events.onToolResult(params);
    if (method === 'ui/notifications/host-context-changed') this.#events.onContext(params);
    if (method === 'ui/resource-teardown') this.#events.onEnd();
  }

  #answer(id: number | string, method: string): void {
    const isKnown = method === 'ping' || method === 'ui/resource-teardown';
    this.#send(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
  }

  async #request(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#last;
    const answer = await new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('The host does not answer.'));
      }, PATIENCE_MS);
      this.#waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      this.#send({ id, method, params });
    });
    if (answer.error) throw new Error(String(answer.error.message ?? 'The host refused.'));
    return Object(answer.result);
  }

  #notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    // A sandboxed frame does not know the origin of its host.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
