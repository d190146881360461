import { reportConnection } from '../state/connection.ts';

/** The handler of each type of event. */
export type StreamHandlers = Readonly<Record<string, (data: unknown, id: string) => void>>;

export interface LiveStreamOptions {
  /** The address, read each time the stream is opened: it contains the position to continue from. */
  address(): string;
  readonly on: StreamHandlers;
  /** Called when a stream is there, the first time and after each break. */
  readonly onOpen?: () => void;
  /** Called when the server answers with a refusal, whose reason a stream cannot read. */
  readonly onRefused?: () => void;
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 4000;
/** Browsers allow six connections to a server, so a hidden page closes its own. */
const HIDDEN_MS = 20_000;

/** Follows server-sent events and reconnects after breaks, until it is closed. Reports when there is no connection. */
export function openLiveStream({ address, on, onOpen, onRefused }: LiveStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let stopped = false;
  const key = Symbol('stream');

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(address());
    source = opened;
    opened.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      reportConnection(key, 'open');
      onOpen?.();
    };
    opened.onerror = () => {
      if (stopped || source !== opened) return;
      // A browser itself tries again what broke off, and gives up what was refused.
      const isRefused = opened.readyState === EventSource.CLOSED;
      close();
      reportConnection(key, 'broken');
      timer = setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      if (isRefused) onRefused?.();
    };
    for (const [type, handle] of Object.entries(on)) {
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        handle(JSON.parse(data), lastEventId);
      });
    }
  };
  const onVisibility = () => {
    if (!document.hidden) {
      clearTimeout(timer);
      if (source === undefined) open();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(close, HIDDEN_MS);
  };

  document.addEventListener('visibilitychange', onVisibility);
  open();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
    reportConnection(key, 'ended');
  };
}
