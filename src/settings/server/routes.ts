import { notAllowed } from '../../kit/problem.ts';
import { storeFile } from '../../server/files.ts';
import { type Route, implement } from '../../server/route.ts';
import { type FilterSource, filterOptions } from '../../server/filter-options.ts';
import { type Searchable, findEverywhere } from '../../server/search.ts';
import { searchRows } from '../../server/search-rows.ts';
import { inspectUpload } from '../../server/uploads.ts';
import { settingsContract } from '../contract.ts';
import { addField, listFields, updateField } from './fields.ts';
import { type BrandingOf, mergeUserSettings, settingsReader, signInPage } from './firm.ts';
import { changeGeneral, readGeneral } from './general.ts';
import type { AnyNotice } from './notices.ts';
import { notificationsOf } from './notifications.ts';
import { changeSessionLife, readSessionLife } from './session-life.ts';
import { addTask, deleteTasks, editTasks, listTasks } from './tasks.ts';

/** What comes from later rooms: the collections to search, choices of filters, who signs in how, kinds of notifications. The roots hand it in. */
export interface Brought {
  searchables: readonly Searchable[];
  filters: readonly FilterSource[];
  brandingOf: BrandingOf;
  notices: readonly AnyNotice[];
}

export function settingsRoutes({ searchables, filters, brandingOf, notices }: Brought): Route[] {
  const notifications = notificationsOf(notices);
  return implement(settingsContract, {
    'GET /api/settings': settingsReader(brandingOf),
    'GET /api/settings/sign_in': signInPage(brandingOf),
    'GET /api/settings/general': readGeneral,
    'PUT /api/settings/general': changeGeneral,
    'GET /api/settings/get_all_data_fields': listFields,
    'POST /api/settings/add_data_field': addField,
    'PUT /api/settings/update_data_field': updateField,
    'GET /api/settings/session_life': readSessionLife,
    'PUT /api/settings/session_life': changeSessionLife,
    'PUT /api/user_settings': mergeUserSettings,
    'GET /api/settings/get_tasks': listTasks,
    'POST /api/settings/add_type_task': addTask,
    'POST /api/settings/edit_type_tasks': editTasks,
    'POST /api/settings/delete_type': deleteTasks,
    // The table closes it to everybody, so the edge answers before this is reached.
    'POST /api/settings/change_default_country': async () => {
      throw notAllowed();
    },
    'POST /api/files': async (tx, actor, { body, query }, { config }) => {
      const file = await inspectUpload(body.file.bytes, body.file.name, { documents: query.documents === true });
      const { id, name } = await storeFile(tx, config, actor.userId, file);
      return { filename: id, name };
    },
    'GET /api/notifications': notifications.list,
    'GET /api/notifications/unread': notifications.unread,
    'POST /api/notifications/read': notifications.read,
    'GET /api/notifications/kinds': notifications.kinds,
    'POST /api/users/edit_notifications': notifications.edit,
    'POST /api/settings/smart_search': (tx, actor, { body }) => findEverywhere(tx, actor, searchables, body),
    'POST /api/settings/search': (tx, actor, { body }) => searchRows(tx, actor, searchables, body),
    'POST /api/settings/smart_filters': (tx, actor, { body }) => filterOptions(tx, actor, filters, body),
  });
}
