import { Problem } from '../../kit/problem.ts';
import { implement } from '../../server/route.ts';
import { accessContract } from '../contract.ts';
import { addRole, changeLanguage, deleteRole, explain, listRoles, updateRole } from './roles.ts';
import { changeTenant, login, logout, logoutBearer } from './sessions.ts';

export const accessRoutes = implement(accessContract, {
  'POST /auth/jwt/login': login,
  'POST /auth/jwt/logout': logoutBearer,
  'POST /api/otp_auth/logout': logout,
  'GET /api/otp_auth/auth_link': async () => {
    throw new Problem(404, { detail: 'SSO_NOT_CONFIGURED' });
  },
  'GET /api/otp_auth/login_gate': async () => {
    throw new Problem(400, { detail: 'LOGIN_BAD_CREDENTIALS' });
  },
  'POST /api/otp_auth/change_tenant': changeTenant,
  'GET /api/settings/role_accesses': listRoles,
  'POST /api/settings/add_role_access': addRole,
  'PUT /api/settings/update_role_access': updateRole,
  'DELETE /api/settings/delete_role_access': deleteRole,
  'GET /api/access/explain': explain,
  'PUT /api/users/change_language': changeLanguage,
});
