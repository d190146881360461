import { cutToColumns } from './text/column-width.ts';
import { onOneLine } from './text/printable.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const ERASE_LINE = '\r\x1b[K';

/** A line below the output with the current activity, on a terminal only. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream | undefined;
  #text = '';
  #frame = 0;
  #shown = false;
  #paused = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Without a stream nothing is shown. */
  constructor(stream: NodeJS.WriteStream | undefined) {
    this.#stream = stream;
  }

  set(text: string): void {
    this.#text = onOneLine(text);
    if (this.#text === '') this.#stop();
    else this.#start();
  }

  /** Hides the line, for a question, until `resume`. */
  pause(): void {
    this.#paused += 1;
    this.#erase();
  }

  resume(): void {
    this.#paused -= 1;
  }

  /** Writes other output in place of the line. */
  async around(write: () => Promise<void>): Promise<void> {
    this.pause();
    try {
      await write();
    } finally {
      this.resume();
    }
  }

  close(): void {
    this.#stop();
  }

  #start(): void {
    if (this.#stream === undefined || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
    this.#timer.unref();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#erase();
  }

  #draw(): void {
    if (this.#paused > 0 || this.#stream === undefined) return;
    this.#frame = (this.#frame + 1) % FRAMES.length;
    const line = cutToColumns(`${FRAMES[this.#frame]} ${this.#text}`, Math.max(10, this.#stream.columns - 1));
    this.#stream.write(`${ERASE_LINE}${line}`);
    this.#shown = true;
  }

  #erase(): void {
    if (this.#shown) this.#stream?.write(ERASE_LINE);
    this.#shown = false;
  }
}
