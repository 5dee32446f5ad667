import { notAllowed } from '../../kit/problem.ts';
import { storeFile } from '../../server/files.ts';
import { type Route, implement } from '../../server/route.ts';
import { type Searchable, findEverywhere } from '../../server/search.ts';
import { inspectUpload } from '../../server/uploads.ts';
import { settingsContract } from '../contract.ts';
import { type BrandingOf, mergeUserSettings, settingsReader, signInPage } from './firm.ts';
import { changeSessionLife, readSessionLife } from './session-life.ts';
import { addTask, deleteTasks, editTasks, listTasks } from './tasks.ts';

/** The collections to search come from all rooms, and who signs in how from a later one: the roots hand them in. */
export const settingsRoutes = (searchables: readonly Searchable[], brandingOf: BrandingOf): Route[] =>
  implement(settingsContract, {
    'GET /api/settings': settingsReader(brandingOf),
    'GET /api/settings/sign_in': signInPage(brandingOf),
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
    'POST /api/files': async (tx, actor, { body }, { config }) => {
      const file = await inspectUpload(body.file.bytes, body.file.name);
      const { id, name } = await storeFile(tx, config, actor.userId, file);
      return { filename: id, name };
    },
    'POST /api/settings/smart_search': (tx, actor, { body }) => findEverywhere(tx, actor, searchables, body),
  });
