import { type FormEvent, useState } from 'react';
import { ask } from '../api/client.ts';
import { usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Asks for the server's token. It is kept in a cookie that scripts cannot read. */
export function SignIn() {
  const [token, setToken] = useState('');
  const { busy, problem, run } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => ask('/api/session', { body: { token } }))) location.reload();
  };
  return (
    <main className="grid h-full place-items-center p-4">
      <form onSubmit={submit} className="flex w-full max-w-sm flex-col gap-3 rounded-md border bg-raised p-6">
        <h1 className="text-title font-semibold">Sign in to Wayfold</h1>
        <label htmlFor="token" className="flex flex-col gap-1 text-small font-medium">
          Token
          <TextInput
            id="token"
            type="password"
            name="token"
            autoComplete="current-password"
            required
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
        </label>
        <p className="text-small text-soft">
          The value of <code className="font-mono">WAYFOLD_TOKEN</code> where the server was started.
        </p>
        <ProblemNote problem={problem} />
        <Button type="submit" look="primary" waits={busy} disabled={token === ''}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
