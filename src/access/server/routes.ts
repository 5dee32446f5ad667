import { type Route, implement } from '../../server/route.ts';
import { accessContract } from '../contract.ts';
import { changePassword, forgotPassword, lookAtLink, register, resetPassword } from './accounts.ts';
import { addApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import { type Explained, explainer } from './explain.ts';
import { listInvitations, revokeInvitation, sendInvitation } from './invitations.ts';
import { authLink, loginGate } from './oidc.ts';
import {
  changeProvider,
  changeRules,
  createProvider,
  deleteProvider,
  listProviders,
  providerAddresses,
  readRules,
} from './oidc-providers.ts';
import { addRole, changeLanguage, deleteRole, exportRoles, listRoles, updateRole } from './roles.ts';
import { endSession, endSessions, listSessions } from './session-list.ts';
import { changeTenant, login, logout, logoutBearer } from './sessions.ts';
import { type FoundFirm, setUp } from './set-up.ts';

/** What rooms above this one do for it, handed in by the roots. */
export interface AccessPorts {
  foundFirm: FoundFirm;
  explained: Explained;
}

export const accessRoutes = ({ foundFirm, explained }: AccessPorts): Route[] =>
  implement(accessContract, {
    'POST /auth/jwt/login': login,
    'POST /auth/jwt/logout': logoutBearer,
    'POST /api/otp_auth/logout': logout,
    'POST /auth/register': register,
    'POST /auth/forgot-password': forgotPassword,
    'POST /auth/reset-password': resetPassword,
    'POST /api/links/look': lookAtLink,
    'POST /api/set_up': setUp(foundFirm),
    'POST /api/users/change_password': changePassword,
    'GET /api/sessions': listSessions,
    'DELETE /api/sessions': endSessions,
    'DELETE /api/sessions/:id': endSession,
    'GET /api/api_tokens': listApiTokens,
    'POST /api/api_tokens': addApiToken,
    'DELETE /api/api_tokens/:id': revokeApiToken,
    'GET /api/invitations': listInvitations,
    'POST /api/invitations': sendInvitation,
    'DELETE /api/invitations/:id': revokeInvitation,
    'GET /api/otp_auth/auth_link': authLink,
    'GET /api/otp_auth/login_gate': loginGate,
    'POST /api/otp_auth/change_tenant': changeTenant,
    'GET /api/sign_in_providers': listProviders,
    'GET /api/sign_in_providers/addresses': providerAddresses,
    'POST /api/sign_in_providers': createProvider,
    'PATCH /api/sign_in_providers/:id': changeProvider,
    'DELETE /api/sign_in_providers/:id': deleteProvider,
    'GET /api/sign_in_rules': readRules,
    'PUT /api/sign_in_rules': changeRules,
    'GET /api/settings/role_accesses': listRoles,
    'GET /api/settings/export_role_accesses': exportRoles,
    'POST /api/settings/add_role_access': addRole,
    'PUT /api/settings/update_role_access': updateRole,
    'DELETE /api/settings/delete_role_access': deleteRole,
    'GET /api/access/explain': explainer(explained),
    'PUT /api/users/change_language': changeLanguage,
  });
