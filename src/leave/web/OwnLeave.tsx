import { useSession } from '../../web/session.ts';
import PersonLeave from './PersonLeave.tsx';

/** One's own leave, in the profile. */
export default function OwnLeave() {
  const me = useSession((session) => session.me?.id);
  return me && <PersonLeave userId={me} />;
}
