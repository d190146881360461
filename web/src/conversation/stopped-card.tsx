import { OctagonPause } from 'lucide-react';
import type { Waiting } from '../api/contracts.ts';
import { WaitingFrame } from './waiting-frame.tsx';

/** Planning went on by itself for too long: it goes on when somebody says something. */
export function StoppedCard({ item }: { readonly item: Extract<Waiting, { type: 'stopped' }> }) {
  return (
    <WaitingFrame icon={OctagonPause} label="Stopped" title="Planning was stopped">
      <p className="break-words whitespace-pre-wrap">{item.message}</p>
      <p className="text-small text-soft">Say or whisper something below, and it goes on.</p>
    </WaitingFrame>
  );
}
