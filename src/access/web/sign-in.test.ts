import { expect, test } from 'vitest';
import { CallError } from '../../web/api.ts';
import { isBadLink, refusalKey } from './sign-in.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const refused = (status: number, detail: unknown) => new CallError(status, { detail } as never);

test('every code of the sign-in calls has words in every language', () => {
  const codes = [
    'LOGIN_BAD_CREDENTIALS',
    'LOGIN_USER_NOT_VERIFIED',
    'RESET_PASSWORD_BAD_TOKEN',
    'REGISTER_USER_ALREADY_EXISTS',
    'REGISTER_DISABLED',
    'TOO_MANY_ATTEMPTS',
    'SSO_NOT_CONFIGURED',
    'SSO_UNAVAILABLE',
  ];
  for (const code of codes) {
    const key = refusalKey(refused(400, code))?.replace(/^access\./, '') ?? '';
    for (const texts of [en, fr, de, es]) expect((texts as Record<string, string>)[key], `${code} ${key}`).toBeTruthy();
  }
});

test('a reason of the password rule is said in the words of the server', () => {
  const error = refused(400, { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason: 'Use at least 8 characters.' });
  expect(refusalKey(error)).toBeUndefined();
  expect(error.detail).toBe('Use at least 8 characters.');
  expect(isBadLink(error)).toBe(false);
  expect(isBadLink(refused(400, 'RESET_PASSWORD_BAD_TOKEN'))).toBe(true);
});

test('without an answer, or without words in it, something is said all the same', () => {
  expect(refusalKey(new CallError(0, undefined))).toBe('web.no_connection');
  expect(refusalKey(new CallError(500, undefined))).toBe('web.failed');
  expect(refusalKey(refused(422, 'Invalid'), 'access.email_wrong')).toBe('access.email_wrong');
});
