import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { useSessions } from '../state/sessions.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { notify } from '../ui/toast.tsx';
import type { Followed, LinkOffer } from './deep-link.ts';
import { loadLinks } from './link-reader.ts';

const LinkOfferDialog = lazyPart(async () => (await import('./link-offer-dialog.tsx')).LinkOfferDialog);

/** Follows the link in the address, when the page opens and whenever it changes. The only one who reads the hash. */
export function DeepLinks() {
  const [, navigate] = useLocation();
  const [hash, setHash] = useState(() => location.hash);
  const [offer, setOffer] = useState<LinkOffer>();
  const areKnown = useSessions(({ planners }) => planners.length > 0);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  useEffect(() => {
    if (!areKnown || hash.length < 2) return;
    let isOver = false;
    void follow(hash).then((followed) => {
      if (isOver) return;
      switch (followed.type) {
        case 'none':
          return;
        case 'refused':
          notify({ title: followed.title, description: followed.reason });
          return;
        case 'open':
          setHash('');
          // The address of the session itself carries its setup: what else it says stays.
          if (location.pathname !== `/sessions/${encodeURIComponent(followed.session)}`)
            navigate(`/sessions/${encodeURIComponent(followed.session)}`, { replace: true });
          if (followed.isOlder) {
            notify({
              title: 'The link is older than this setup',
              description: 'The session was set up anew since. Nothing was changed.',
            });
          }
          return;
        case 'offer':
          setOffer(followed.offer);
          return;
        default:
          followed satisfies never;
      }
    });
    return () => {
      isOver = true;
    };
  }, [hash, areKnown, navigate]);

  if (offer === undefined) return null;
  const leave = (session: string | undefined) => {
    setOffer(undefined);
    setHash('');
    const here = location.pathname + location.search;
    navigate(session === undefined ? here : `/sessions/${encodeURIComponent(session)}`, { replace: true });
  };
  return (
    <Suspense>
      <LinkOfferDialog offer={offer} onLeave={leave} />
    </Suspense>
  );
}

async function follow(hash: string): Promise<Followed> {
  const { followLink } = await loadLinks();
  return await followLink(hash, { planners: useSessions.getState().planners, findSession });
}

async function findSession(id: string): Promise<SessionState | undefined> {
  try {
    return await ask<SessionState>(sessionPath(id));
  } catch (error) {
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}
