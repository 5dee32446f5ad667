/** What rooms may use while the first page loads: names only, no screen hangs on it. */
export { type SettingsSection, addSettingsSection } from './sections.ts';
