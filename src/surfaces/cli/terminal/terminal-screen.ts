const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';
const HOME = '\x1b[H';
const REST_OF_LINE = '\x1b[K';
const REST_OF_SCREEN = '\x1b[J';
/** Terminals that support synchronized updates draw at once; others ignore these sequences. */
const BEGIN_UPDATE = '\x1b[?2026h';
const END_UPDATE = '\x1b[?2026l';

const CTRL_C = '\x03';

export interface TerminalScreenOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** The lines to show at this size. */
  readonly draw: (size: { readonly columns: number; readonly rows: number }) => readonly string[];
  readonly onQuit: () => void;
  readonly onInterrupt: () => void;
}

/** The alternate screen of the terminal; the shell's screen is restored however the process ends. */
export class TerminalScreen {
  readonly #options: TerminalScreenOptions;
  #open = false;

  constructor(options: TerminalScreenOptions) {
    this.#options = options;
  }

  enter(): void {
    const { stdin, stdout } = this.#options;
    this.#open = true;
    process.on('exit', this.leave);
    stdout.on('resize', this.redraw);
    if (stdin.isTTY) {
      stdin.setRawMode(true);
      stdin.on('data', this.#onKey);
    }
    stdout.write(ENTER);
    this.redraw();
  }

  readonly redraw = (): void => {
    const { stdout, draw } = this.#options;
    if (!this.#open) return;
    const { columns, rows } = stdout;
    // The last column stays empty, because some terminals would wrap and scroll.
    const lines = draw({ columns: columns - 1, rows }).map((line) => `${line}${REST_OF_LINE}`);
    stdout.write(`${BEGIN_UPDATE}${HOME}${lines.join('\r\n')}${REST_OF_SCREEN}${END_UPDATE}`);
  };

  readonly leave = (): void => {
    const { stdin, stdout } = this.#options;
    if (!this.#open) return;
    this.#open = false;
    process.off('exit', this.leave);
    stdout.off('resize', this.redraw);
    if (stdin.isTTY) {
      stdin.off('data', this.#onKey);
      stdin.setRawMode(false);
    }
    stdout.write(LEAVE);
  };

  /** In raw mode, typed text is not echoed and Ctrl-C is a key like any other. */
  readonly #onKey = (bytes: Buffer): void => {
    const keys = bytes.toString('utf8');
    if (keys.includes(CTRL_C)) this.#options.onInterrupt();
    else if (keys === 'q') this.#options.onQuit();
  };
}
