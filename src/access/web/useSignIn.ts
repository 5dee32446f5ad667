import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type SignInFacts, signInFacts } from '../../web/guard.ts';
import { HOME } from '../../web/paths.ts';
import { isSignedIn } from '../../web/session.ts';

/** Ways to sign in here, once known. Who is signed in already goes home. */
export function useSignIn(): SignInFacts | undefined {
  const navigate = useNavigate();
  const [facts, setFacts] = useState<SignInFacts>();
  useEffect(() => {
    if (isSignedIn()) void navigate({ href: HOME, replace: true });
    void signInFacts().then(setFacts);
  }, [navigate]);
  return facts;
}
