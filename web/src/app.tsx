import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { DeepLinks } from './setup/deep-links.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { followSessions, useSessions } from './state/sessions.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { lazyPart } from './ui/lazy-part.ts';
import { Loading } from './ui/loading.tsx';
import { Notices } from './ui/toast.tsx';

const ComparePage = lazyPart(async () => (await import('./journal/compare-page.tsx')).ComparePage);
const Home = lazyPart(async () => (await import('./home/home.tsx')).Home);
const SessionPage = lazyPart(async () => (await import('./shell/session-page.tsx')).SessionPage);
const InboxPage = lazyPart(async () => (await import('./inbox/inbox-page.tsx')).InboxPage);
const JournalPage = lazyPart(async () => (await import('./journal/journal-page.tsx')).JournalPage);
const JournalsPage = lazyPart(async () => (await import('./journal/journals-page.tsx')).JournalsPage);

const SIGN_IN_CODES = new Set(['token-needed', 'token-refused']);

export function App() {
  useEffect(() => followSessions(), []);
  const code = useSessions(({ problem }) => problem?.code);
  if (code !== undefined && SIGN_IN_CODES.has(code)) return <SignIn />;
  return (
    // The page's policy takes styles from files only, so components must not add elements of their own.
    <CSPProvider disableStyleElements>
      <Shell>
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/">
                <Home />
              </Route>
              <Route path="/inbox">
                <InboxPage />
              </Route>
              <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} id={idIn(id)} />}</Route>
              <Route path="/compare">
                <ComparePage />
              </Route>
              <Route path="/journals">
                <JournalsPage />
              </Route>
              <Route path="/journals/:id">{({ id }) => <JournalPage key={id} id={idIn(id)} />}</Route>
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <DeepLinks />
      <Notices />
    </CSPProvider>
  );
}

/** An id as it stands in an address; where that is broken it names nothing, which the server then says. */
function idIn(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
