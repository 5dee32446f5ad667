import { expect, test } from 'vitest';
import { nextSidebar, sidebarLook } from './sidebars.ts';

test('a desktop opens and closes', () => {
  expect(nextSidebar('responsive', false)).toBe('closed');
  expect(nextSidebar('closed', false)).toBe('responsive');
  expect([sidebarLook('responsive', false), sidebarLook('closed', false)]).toEqual(['full', 'icons']);
});

test('a phone goes from responsive or closed to open, and back to responsive', () => {
  expect(nextSidebar('responsive', true)).toBe('open');
  expect(nextSidebar('closed', true)).toBe('open');
  expect(nextSidebar('open', true)).toBe('responsive');
  expect([sidebarLook('open', true), sidebarLook('closed', true)]).toEqual(['full', 'away']);
});
