/** US dollars per million tokens. */
interface Price {
  readonly input: number;
  /** For input from the provider's cache. */
  readonly cached?: number;
  readonly output: number;
}

/**
 * List prices, without batch discounts or long-prompt surcharges. `asOf` is the date of the newest source; prices
 * may have changed since. Models that are missing have no known price, and their answers no cost.
 */
export const PRICES: Readonly<
  Record<string, { readonly asOf: string; readonly models: Readonly<Record<string, Price>> }>
> = {
  anthropic: {
    asOf: '2026-09-29',
    models: {
      'claude-fable-5-1': { input: 10, output: 50 },
      'claude-opus-5-5': { input: 4, output: 20 },
      'claude-opus-5': { input: 5, cached: 0.5, output: 25 },
      'claude-opus-4-7': { input: 5, cached: 0.5, output: 25 },
      'claude-opus-4-6': { input: 5, cached: 0.5, output: 25 },
      'claude-opus-4-5': { input: 5, cached: 0.5, output: 25 },
      'claude-sonnet-5-5': { input: 2, cached: 0.2, output: 10 },
      'claude-sonnet-4-6': { input: 3, output: 15 },
      'claude-sonnet-4-5': { input: 3, output: 15 },
      'claude-haiku-4-5': { input: 1, output: 5 },
    },
  },
  google: {
    asOf: '2026-10-07',
    models: {
      'gemini-3.5-flash': { input: 1.5, output: 9 },
      'gemini-3.5-flash-lite': { input: 0.3, output: 2.5 },
      'gemini-3.1-pro-preview': { input: 2, output: 12 },
    },
  },
  openai: {
    asOf: '2026-05-04',
    models: {
      'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
      'gpt-5.5-pro': { input: 30, output: 180 },
      'gpt-5.4': { input: 2.5, cached: 0.25, output: 15 },
      'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
      'gpt-5.4-nano': { input: 0.2, cached: 0.02, output: 1.25 },
    },
  },
};

/** The cost of an answer in US dollars, if the model's price is known. */
export function costOf(
  id: string,
  tokens: { readonly input: number; readonly cached?: number; readonly output: number },
): number | undefined {
  const slash = id.indexOf('/');
  // A dated name such as claude-haiku-4-5-20251001 costs what the undated one does.
  const model = id.slice(slash + 1).replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  const models = PRICES[id.slice(0, slash)]?.models ?? {};
  const price = Object.hasOwn(models, model) ? models[model] : undefined;
  if (price === undefined) return undefined;
  const cached = Math.min(tokens.cached ?? 0, tokens.input);
  const input = (tokens.input - cached) * price.input + cached * (price.cached ?? price.input);
  return (input + tokens.output * price.output) / 1_000_000;
}
