import { said } from '../../kit/said.ts';
import { type AnyNotice, noticeKind } from '../../settings/server/public.ts';

/** What a person finds in the app who was invited; the invitation itself is a letter of its own. */
export const INVITATION = noticeKind<{ firm: string }>('access.invitation', {
  label: said`Invitations`,
  mail: 'own',
  words: ({ firm }) => ({
    title: said`Welcome to ${firm}`,
    lines: ['Look at your profile and choose language and notifications.'],
    action: said`Open the profile`,
  }),
});

export const accessNotices: readonly AnyNotice[] = [INVITATION];
