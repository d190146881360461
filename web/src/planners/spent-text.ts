import { amountText } from '../ui/amount.ts';

/** What something took: `1,240 tokens · $0.0031`. Empty when it took nothing. */
export function spentText({ tokens, usd }: { readonly tokens: number; readonly usd: number }): string {
  return [
    ...(tokens > 0 ? [amountText('tokens', tokens)] : []),
    ...(usd > 0 ? [amountText('usd', usd)] : []),
  ].join(' · ');
}
