import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFound() {
  return (
    <EmptyState
      isPage
      icon={Compass}
      title="Page not found"
      action={
        <Link href="/" className="text-small font-medium text-accent underline">
          Go to the home page
        </Link>
      }
    >
      The link may be incomplete.
    </EmptyState>
  );
}
