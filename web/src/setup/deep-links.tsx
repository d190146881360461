import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSessions } from '../state/sessions.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { notify } from '../ui/toast.tsx';
import { addressLinks, useFollowedLink } from './address-links.ts';

const LinkOfferDialog = lazyPart(async () => (await import('./link-offer-dialog.tsx')).LinkOfferDialog);

/** Follows the link in the address, when the page opens and whenever it changes. */
export function DeepLinks() {
  const [, navigate] = useLocation();
  const { followed } = useFollowedLink();
  const areKnown = useSessions(({ planners }) => planners.length > 0);
  useEffect(() => {
    if (!areKnown) return;
    const begin = () => {
      if (location.hash.length > 1) void addressLinks();
    };
    begin();
    addEventListener('hashchange', begin);
    return () => removeEventListener('hashchange', begin);
  }, [areKnown]);
  useEffect(() => {
    switch (followed?.type) {
      case undefined:
      case 'offer':
        return;
      case 'refused':
        notify({ title: followed.title, description: followed.reason });
        return;
      case 'open':
        // The address of the session itself carries its setup: what else it says stays.
        if (location.pathname !== addressOfSession(followed.session))
          navigate(addressOfSession(followed.session), { replace: true });
        if (followed.isOlder) {
          notify({
            title: 'The link is older than this setup',
            description: 'The setup has changed since the link was made. Nothing was changed.',
          });
        }
        return;
      default:
        followed satisfies never;
    }
  }, [followed, navigate]);

  if (followed?.type !== 'offer') return null;
  const leave = (session: string | undefined) => {
    useFollowedLink.setState({ followed: undefined });
    const here = location.pathname + location.search;
    navigate(session === undefined ? here : addressOfSession(session), { replace: true });
  };
  return <LinkOfferDialog offer={followed.offer} onLeave={leave} />;
}

function addressOfSession(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}
