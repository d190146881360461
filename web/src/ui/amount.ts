const whole = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** An amount of something that can be limited, in words. */
export function amountText(limit: 'tokens' | 'usd' | 'seconds', amount: number): string {
  switch (limit) {
    case 'tokens':
      return `${whole.format(Math.round(amount))} tokens`;
    case 'usd':
      return money.format(amount);
    case 'seconds':
      return durationText(amount * 1000);
  }
}

/** A length of time, such as "850 ms", "12 s" or "3 min 20 s". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
