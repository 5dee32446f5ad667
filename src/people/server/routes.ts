import { notAllowed } from '../../kit/problem.ts';
import { implement } from '../../server/route.ts';
import { peopleContract } from '../contract.ts';
import { exportUsers } from './export.ts';
import { invitationTemplate, inviteUsers, validateTable } from './invite.ts';
import { personHistory } from './history.ts';
import { editFirmLevels, readFirmLevels } from './levels.ts';
import { updateMany } from './many.ts';
import { listColleagues, listGrades, listManagers, listUnitMembers, readMe } from './me.ts';
import { listDetailedGrades, writeSteps } from './steps.ts';
import { addTeam, createEmptyTeams, deleteTeam, editTeam, listTeamDetails, listTeamsWithLevels } from './teams.ts';
import { unmergeTeam } from './unmerge.ts';
import { gradePyramid, listUsers, readUser } from './users.ts';
import { deleteUsers } from './leavers.ts';
import { addUser, editUser } from './records.ts';

export const peopleRoutes = implement(peopleContract, {
  'GET /users/me': readMe,
  'GET /api/users/me': readMe,
  'GET /api/users/grades': listGrades,
  'GET /api/users/users_all': listColleagues,
  'GET /api/users/detailed_grades': listDetailedGrades,
  'PUT /api/users/detailed_grades': writeSteps,
  'POST /api/users/users_business_unit': listUnitMembers,
  'POST /api/users/update_by_admin': updateMany,
  'POST /api/users': listUsers,
  'POST /api/users/pyramid': gradePyramid,
  'POST /api/users/export_users': exportUsers,
  'GET /api/users/invitation_template': invitationTemplate,
  'POST /api/users/validate_table': validateTable,
  'POST /api/users/invite': inviteUsers,
  // The table closes it to everybody, so the edge answers before this is reached.
  'GET /api/users/available_countries': async () => {
    throw notAllowed();
  },
  'GET /api/users/:id': (tx, _actor, { params }) => readUser(tx, params.id),
  'GET /api/users/:id/history': personHistory,
  'POST /api/users/edit': editUser,
  'POST /api/users/delete': deleteUsers,
  'POST /api/user_management/add_user': addUser,
  'GET /api/user_management/managers': listManagers,
  'GET /api/teams/get_details': listTeamDetails,
  'GET /api/teams/booking_levels': listTeamsWithLevels,
  'GET /api/teams/firm_levels': readFirmLevels,
  'PUT /api/teams/firm_levels': editFirmLevels,
  'POST /api/teams/create_empty_teams': createEmptyTeams,
  'POST /api/teams/add': addTeam,
  'POST /api/teams/edit': editTeam,
  'POST /api/teams/delete': deleteTeam,
  'POST /api/teams/unmerge': unmergeTeam,
});
