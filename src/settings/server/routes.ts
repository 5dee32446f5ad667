import { notAllowed } from '../../kit/problem.ts';
import { storeFile } from '../../server/files.ts';
import { type Route, implement } from '../../server/route.ts';
import { type Searchable, findEverywhere } from '../../server/search.ts';
import { inspectUpload } from '../../server/uploads.ts';
import { settingsContract } from '../contract.ts';
import { mergeUserSettings, readSettings, signInPage } from './firm.ts';
import { addTask, deleteTasks, editTasks, listTasks } from './tasks.ts';

/** The collections to search come from all rooms, so the roots hand them in. */
export const settingsRoutes = (searchables: readonly Searchable[]): Route[] =>
  implement(settingsContract, {
    'GET /api/settings': readSettings,
    'GET /api/settings/sign_in': signInPage,
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
