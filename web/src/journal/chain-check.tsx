import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Verification } from '../../../src/journal/integrity/verification.ts';
import { ask } from '../api/client.ts';
import { usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { journalPath } from './journal-source.ts';

/** Verifies on request that no fact was changed, and reports how far that was checked. */
export function ChainCheck({ id, head }: { readonly id: string; readonly head: number }) {
  const [checked, setChecked] = useState<Verification>();
  const { busy, problem, run, clear } = usePendingAction();
  useEffect(() => {
    if (id) setChecked(undefined);
  }, [id]);
  const verify = () => run(async () => setChecked(await ask<Verification>(journalPath(id, '/verification'))));
  return (
    <>
      <Button
        look="quiet"
        className="px-2!"
        onClick={verify}
        waits={busy}
        title="Check that no fact was changed after it was appended"
      >
        <ChainSign checked={checked} />
        {wordsOf(checked, head)}
      </Button>
      <span role="status" className="sr-only">
        {checked && wordsOf(checked, head)}
      </span>
      {problem && <ProblemNote problem={problem} onClose={clear} />}
    </>
  );
}

function ChainSign({ checked }: { readonly checked: Verification | undefined }) {
  if (checked === undefined) return <ShieldQuestion size={16} aria-hidden />;
  return checked.ok ? (
    <ShieldCheck size={16} className="text-good" aria-hidden />
  ) : (
    <ShieldAlert size={16} className="text-bad" aria-hidden />
  );
}

function wordsOf(checked: Verification | undefined, head: number): string {
  if (checked === undefined) return 'Verify chain';
  if (!checked.ok) return checked.firstBad ? `Broken at seq ${checked.firstBad}` : 'Damaged';
  return checked.head >= head ? 'Chain is intact' : `Intact up to seq ${checked.head}`;
}
