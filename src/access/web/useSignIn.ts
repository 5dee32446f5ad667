import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type SignInFacts, signInFacts } from '../../web/guard.ts';
import { HOME } from '../../web/paths.ts';
import { isSignedIn } from '../../web/session.ts';

/** Ways to sign in here, once known. @param turn another one asks anew, where the server did not answer */
export function useSignInFacts(turn = 0): SignInFacts | undefined {
  const [facts, setFacts] = useState<SignInFacts>();
  useEffect(() => void signInFacts().then(setFacts), [turn]);
  return facts;
}

/** The same for the pages where one signs in: who is signed in already goes home. */
export function useSignIn(turn = 0): SignInFacts | undefined {
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn()) void navigate({ href: HOME, replace: true });
  }, [navigate]);
  return useSignInFacts(turn);
}

/** Text key of why the provider sent somebody back without a code (`?error=access_denied`); it leaves the address at once. */
export function useProviderRefusal(): string | undefined {
  const [error] = useState(() => new URLSearchParams(location.search).get('error'));
  useEffect(() => {
    // Past the router: for it nothing has moved.
    if (error !== null) History.prototype.replaceState.call(window.history, window.history.state, '', location.pathname);
  }, [error]);
  if (error === null) return undefined;
  return error === 'access_denied' ? 'access.sso_cancelled' : 'access.sso_refused';
}
