import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOwnPath } from './session.ts';

beforeEach(() => void vi.stubGlobal('location', new URL('https://cadre.example/account/login')));
afterEach(() => void vi.unstubAllGlobals());

test.each(['/home', '/planning/planning_page?from=2026-09-07&x=//y', '/management/clients_&_projects', '/admin/users/1#top'])(
  '%s is followed after signing in',
  (path) => expect(isOwnPath(path)).toBe(true),
);

test.each([
  ...[
    '//evil',
    '//evil.example/x',
    'https://evil',
    'https://evil.example',
    '/\\evil',
    '\\\\evil',
    '/\\/evil',
    'javascript:alert(1)',
  ],
  ...['', 'home', ' /home', '/\t/evil', '/\n/evil', 'data:text/html,x', '///evil', '/..//evil\\'],
])('C5: %j is not', (path) => expect(isOwnPath(path)).toBe(false));
