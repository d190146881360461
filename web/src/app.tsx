import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { DeepLinks } from './setup/deep-links.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { openSession } from './state/open-session.ts';
import { followSessions, useSessions } from './state/sessions.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { lazyPart } from './ui/lazy-part.tsx';
import { Loading } from './ui/loading.tsx';
import { Notices } from './ui/toast.tsx';

const ComparePage = lazyPart(async () => (await import('./journal/compare-page.tsx')).ComparePage, Loading);
const Home = lazyPart(async () => (await import('./home/home.tsx')).Home, Loading);
const SessionPage = lazyPart(async () => (await import('./shell/session-page.tsx')).SessionPage, Loading);
const InboxPage = lazyPart(async () => (await import('./inbox/inbox-page.tsx')).InboxPage, Loading);
const JournalPage = lazyPart(async () => (await import('./journal/journal-page.tsx')).JournalPage, Loading);
const JournalsPage = lazyPart(
  async () => (await import('./journal/journals-page.tsx')).JournalsPage,
  Loading,
);

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
          <Switch>
            <Route path="/">
              <Home />
            </Route>
            <Route path="/inbox">
              <InboxPage />
            </Route>
            <Route path="/sessions/:id">{({ id }) => <OpenSession key={id} id={idIn(id)} />}</Route>
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
        </ErrorBoundary>
      </Shell>
      <DeepLinks />
      <Notices />
    </CSPProvider>
  );
}

/** A session. It is requested at once, while the page that shows it may still be loading. */
function OpenSession({ id }: { readonly id: string }) {
  useEffect(() => openSession(id), [id]);
  return <SessionPage id={id} />;
}

/** An id from an address. If it is malformed, the server reports that. */
function idIn(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
