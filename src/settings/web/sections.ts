import type { ComponentType } from 'react';

/** One part of the settings page. Later rooms bring theirs. */
export interface SettingsSection {
  /** Stands in the address. */
  id: string;
  /** Text key of its name. */
  title: string;
  /** Text key of what it is for. */
  text: string;
  /** Who may see it: an operation of the access table, or `administrator`. */
  access: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Text keys of what stands in it, by which it is found. */
  finds?: readonly string[];
}

const brought: SettingsSection[] = [
  {
    id: 'general',
    title: 'settings.general',
    text: 'settings.general_text',
    access: 'administrator',
    load: () => import('./General.tsx'),
  },
  {
    id: 'tasks',
    title: 'settings.tasks',
    text: 'settings.tasks_text',
    access: 'settings.get_tasks',
    load: () => import('./TaskTypes.tsx'),
  },
  {
    id: 'fields',
    title: 'settings.fields',
    text: 'settings.fields_text',
    access: 'administrator',
    load: () => import('./DataFields.tsx'),
  },
  {
    id: 'notifications',
    title: 'settings.notifications',
    text: 'settings.notifications_text',
    access: 'administrator',
    load: () => import('./Reminders.tsx'),
  },
];

/** Adds a section to the settings page; called by a room's `register`. */
export function addSettingsSection(section: SettingsSection): void {
  if (!brought.some(({ id }) => id === section.id)) brought.push(section);
}

export const settingsSections = (): readonly SettingsSection[] => brought;
