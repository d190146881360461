import { CircleAlert, RefreshCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { usePageVersion } from '../state/page-version.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
}

/** Contains the failure of a part of the page. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly failure: unknown }> {
  override state = { failure: undefined as unknown };

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('unknown error') };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    if (usePageVersion.getState().isOld) return <OldPage />;
    return (
      <EmptyState
        icon={CircleAlert}
        title="This part of the page failed"
        action={
          <span className="flex gap-2">
            <Button look="primary" onClick={() => this.setState({ failure: undefined })}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
          </span>
        }
      >
        Nothing in the journal is lost. {failure instanceof Error ? failure.message : String(failure)}
      </EmptyState>
    );
  }
}

/** A part of the page that the server only has in another version. */
function OldPage() {
  return (
    <EmptyState
      icon={RefreshCw}
      title="A newer version is available"
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      This page is out of date. What you have typed is kept.
    </EmptyState>
  );
}
