import { Link } from 'wouter';
import type { SessionState } from '../api/contracts.ts';

/** What a read-only session waits for, and where it is decided. */
export function DecidedElsewhere({ session: { id, waiting } }: { readonly session: SessionState }) {
  return waiting.map((item) => (
    <div key={item.id} className="rounded-md border border-accent bg-raised px-3 py-2 text-small">
      <p dir="auto" className="line-clamp-4 break-words">
        {item.text}
      </p>
      <Link href={`/sessions/${encodeURIComponent(id)}`} className="font-medium text-accent hover:underline">
        Decide
      </Link>
    </div>
  ));
}
