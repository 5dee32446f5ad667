import type { SettingsSection } from './sections.ts';

/** Text keys of what stands in the sections whose texts are this room's: by them the search of the settings finds it. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  general: [
    'settings.firm_name',
    'settings.time_zone',
    'settings.firm_language',
    'settings.week_start',
    'settings.day_limit',
    'settings.project_code',
    'settings.thresholds',
  ],
  tasks: ['settings.task', 'settings.chargeable', 'settings.internal'],
  fields: [
    'settings.field_label',
    'settings.field_key',
    'settings.field_type',
    'settings.field_options',
    'settings.field_required',
  ],
  notifications: ['settings.remind', 'settings.remind_weekday', 'settings.remind_hour'],
  sign_in: [
    'settings.providers',
    'settings.issuer',
    'settings.client_id',
    'settings.client_secret',
    'settings.sso_only',
    'settings.factors',
    'settings.fresh_minutes',
    'settings.session_life',
    'settings.idle_minutes',
    'settings.session_hours',
  ],
  roles: [
    'settings.new_role',
    'settings.preview',
    'settings.flag_view_page',
    'settings.flag_can_create_ticket',
    'settings.flag_can_edit',
    'settings.flag_can_export',
    'settings.flag_can_approve',
    'settings.flag_can_see_cost',
    'settings.flag_see_all_teams',
  ],
  why: ['settings.why_question'],
};

/** A section in which something was found. */
export interface Hit {
  section: SettingsSection;
  /** Names of what was found in it; none when its own name or words say it. */
  names: string[];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Searches all settings by what they are called in the reader's language, accents and capitals apart. Sections that are called so
 * come before those that only hold it.
 */
export function findSettings(sections: readonly SettingsSection[], typed: string, say: (key: string) => string): Hit[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return [];
  const fits = (key: string): boolean => plain(say(key)).includes(wanted);
  const hits = sections.flatMap((section): (Hit & { called: boolean })[] => {
    const names = [...(OWN[section.id] ?? []), ...(section.finds ?? [])].filter(fits).map(say);
    const called = fits(section.title);
    return called || names.length > 0 || fits(section.text) ? [{ section, names: [...new Set(names)], called }] : [];
  });
  return hits.sort((a, b) => Number(b.called) - Number(a.called)).map(({ section, names }) => ({ section, names }));
}
