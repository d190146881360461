import type { z } from 'zod';
import { shown } from '../../../../journal/error.ts';
import { GeoServiceError } from '../error.ts';

/** The address and the limits of a service. */
export interface GeoServiceOptions {
  /** The base URL: "https://nominatim.example.org". */
  readonly url: string;
  /** Identifies the caller, as public services require. Browsers send their own instead. */
  readonly userAgent?: string;
  readonly timeoutMs?: number;
  /** The maximum size of an answer. */
  readonly maxBytes?: number;
  readonly fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 4_000_000;
const DEFAULT_USER_AGENT = 'wayfold trip planner (npm: wayfold)';

/**
 * A kind of service at one address. Every answer is validated by a schema; otherwise the request rejects with a {@link
 * GeoServiceError}.
 */
export class GeoService {
  readonly name: string;
  readonly #options: GeoServiceOptions;

  constructor(name: string, options: GeoServiceOptions) {
    this.name = name;
    this.#options = options;
  }

  /**
   * Sends a GET request, or a POST request with a form. `accepts` decides which statuses have an answer in their body.
   */
  async ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    {
      query = {},
      form,
      accepts = (status) => status === 200,
    }: {
      readonly query?: Readonly<Record<string, string | number | undefined>>;
      readonly form?: Readonly<Record<string, string>>;
      readonly accepts?: (status: number) => boolean;
    } = {},
  ): Promise<z.infer<Schema>> {
    const url = this.#address(path, query);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, userAgent = DEFAULT_USER_AGENT } = this.#options;
    const send = this.#options.fetch ?? fetch;
    let text: string;
    try {
      const response = await send(url, {
        signal: AbortSignal.timeout(timeoutMs),
        // A query for one server is not sent to another.
        redirect: 'manual',
        headers: { accept: 'application/json', 'user-agent': userAgent },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      if (!accepts(response.status)) {
        await response.body?.cancel();
        throw this.#failed(`status ${response.status} ${response.statusText}`.trim());
      }
      text = await this.#read(response);
    } catch (cause) {
      if (cause instanceof GeoServiceError) throw cause;
      throw this.#failed(reasonOf(cause, timeoutMs), cause);
    }
    return this.#parsed(text, schema);
  }

  #address(path: string, query: Readonly<Record<string, string | number | undefined>>): URL {
    const { url: base } = this.#options;
    if (!URL.canParse(base)) throw this.#failed(`${shown(base)} is not a URL`);
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  async #read(response: Response): Promise<string> {
    const { maxBytes = DEFAULT_MAX_BYTES } = this.#options;
    const decoder = new TextDecoder();
    let [text, length] = ['', 0];
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw this.#unreadable(`at most ${maxBytes} bytes`, 'a longer answer');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  }

  #parsed<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch (cause) {
      throw this.#unreadable('JSON', shown(text), cause);
    }
    const { data, error } = schema.safeParse(answer);
    if (error === undefined) return data;
    const [issue] = error.issues;
    throw this.#unreadable('the usual fields', `${issue?.path.join('.')}: ${issue?.message}`, error);
  }

  #failed(actual: string, cause?: unknown): GeoServiceError {
    return new GeoServiceError('geo-service-failed', {
      summary: `${this.name} does not answer at ${shown(this.#options.url)}: ${actual}.`,
      fix: 'Check its address and that it is running, or leave it out: the embedded data needs no service.',
      cause,
    });
  }

  #unreadable(expected: string, actual: string, cause?: unknown): GeoServiceError {
    return new GeoServiceError('geo-service-unreadable', {
      summary: `${this.name} at ${shown(this.#options.url)} did not answer with ${expected}: ${actual}.`,
      fix: `Check that this is an address of ${this.name}.`,
      cause,
    });
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return shown(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
