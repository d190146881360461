/** What the server refused, in its own words. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Asks the server of this page, whose answers have the shape that is asked for. */
export async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (response.ok) return await response.json();
  const problem: { detail?: string } = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem.detail ?? `The server answered ${response.status}.`);
}

/** Whether the token was right. */
export async function signIn(token: string): Promise<boolean> {
  const response = await fetch('/api/session', { method: 'POST', body: JSON.stringify({ token }) });
  if (response.ok || response.status === 401) return response.ok;
  throw new Refusal(response.status, `The server answered ${response.status}.`);
}

export function journalPath(id: string, part = ''): string {
  return `/api/journals/${encodeURIComponent(id)}${part}`;
}
