import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { apiTokenContract } from './contract/api-tokens.ts';
import { CountryCode, Currency, Id, LanguageCode, Name, Version, nullable, paging, strict } from '../kit/shapes.ts';

const Flags = Type.Record(Type.String(), Type.Boolean());
const Accesses = Type.Record(Type.String({ maxLength: 60 }), Flags);
const PageKey = Type.Object({ page: Type.Optional(Type.String()) });

const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  is_superuser: Type.Optional(Type.Boolean()),
  token: Type.Optional(Type.String()),
});

const LoginForm = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  grant_type: Type.Optional(Type.String({ pattern: '^password$' })),
});

const RoleName = Type.String({ minLength: 1, maxLength: 60 });
const Role = strict({ role: RoleName, accesses: Accesses });
const Done = Type.Object({ success: Type.Boolean() });

/** One address and nothing else, with blanks around it forgiven. */
const Address = Type.String({
  maxLength: 320,
  pattern: '^\\s*[^\\s@<>()\\[\\]",:;\\\\]+@[^\\s@<>()\\[\\]",:;\\\\]+\\.[^\\s@<>()\\[\\]",:;\\\\.]+\\s*$',
});
/** As somebody who registers calls themselves. */
const OwnName = Type.String({ maxLength: 100 });
const LinkToken = Type.String({ maxLength: 500 });
const Moment = Type.String();

const Session = Type.Object({
  id: Id,
  tenant_id: Type.Integer(),
  firm: Type.String(),
  created_at: Moment,
  last_seen_at: Moment,
  expires_at: Moment,
  ip: Type.String(),
  agent: Type.String(),
  auth_method: Type.String(),
  is_current: Type.Boolean(),
});
const OfUser = strict({ user_id: Type.Optional(Id) });

const Issuer = Type.String({ minLength: 1, maxLength: 500 });
const ClientId = Type.String({ minLength: 1, maxLength: 500 });
const ClientSecret = Type.String({ minLength: 1, maxLength: 2000 });
const Provider = Type.Object({
  id: Id,
  name: Name,
  issuer: Issuer,
  client_id: ClientId,
  is_active: Type.Boolean(),
  domains: Type.Array(Type.String()),
  /** That it vouches for now: they end when it is removed. */
  sessions: Type.Integer(),
  version: Version,
});
const signInRules = {
  sso_only: Type.Boolean(),
  factors: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 }),
  fresh_minutes: nullable(Type.Integer({ minimum: 1, maximum: 43_200 })),
};
/** 0 while the firm has never said anything. */
const RulesVersion = Type.Integer({ minimum: 0 });
const SignInRules = Type.Object({ ...signInRules, version: RulesVersion });

/** Sign-in, sessions, firms of an account and role accesses. */
export const accessContract = contract({
  'POST /auth/jwt/login': {
    summary: 'Sign in by e-mail and password (form fields username and password).',
    access: 'public',
    form: true,
    body: LoginForm,
    reply: TokenReply,
  },
  'POST /auth/jwt/logout': { summary: 'End the session of the bearer.', access: 'signed_in', status: 204 },
  'POST /api/otp_auth/logout': {
    summary: 'End the session of the token in the query; always answers success.',
    access: 'public',
    query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: Type.Object({ success: Type.Boolean(), logout_url: Type.Optional(Type.String()) }),
  },
  'POST /auth/register': {
    summary: 'Make an account; a mail asks to confirm its address. Fields that are not named are ignored.',
    access: 'public',
    status: 201,
    body: Type.Object({
      email: Address,
      password: Type.String(),
      first_name: Type.Optional(OwnName),
      last_name: Type.Optional(OwnName),
    }),
    reply: Type.Object({
      id: Id,
      email: Type.String(),
      is_active: Type.Boolean(),
      is_superuser: Type.Boolean(),
      is_verified: Type.Boolean(),
    }),
  },
  'POST /auth/forgot-password': {
    summary: 'Ask for a mail with a link to a new password; the same for every address.',
    access: 'public',
    status: 202,
    body: Type.Object({ email: Address }),
  },
  'POST /auth/reset-password': {
    summary: 'A new password by the token of a link: of a reset, an invitation, or to confirm an address.',
    access: 'public',
    body: Type.Object({ token: LinkToken, password: Type.String() }),
  },
  'POST /api/links/look': {
    summary: 'What the token of a link opens.',
    access: 'public',
    body: strict({ token: LinkToken }),
    reply: Type.Object({
      purpose: Type.Unsafe<'reset' | 'invite' | 'confirm' | 'set_up'>({
        type: 'string',
        enum: ['reset', 'invite', 'confirm', 'set_up'],
      }),
      email: nullable(Type.String()),
      firm: nullable(Type.String()),
      expires_at: Moment,
    }),
  },
  'POST /api/set_up': {
    summary: 'Make the first firm and its administrator by the set-up link.',
    access: 'public',
    body: strict({
      token: LinkToken,
      firm: Name,
      slug: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$' })),
      email: Address,
      password: Type.String(),
      first_name: Type.String({ minLength: 1, maxLength: 100 }),
      last_name: Type.String({ minLength: 1, maxLength: 100 }),
      currency: Type.Optional(Currency),
      time_zone: Type.Optional(Type.String({ maxLength: 100 })),
      countries: Type.Optional(Type.Array(CountryCode, { minItems: 1, maxItems: 50 })),
    }),
    reply: Type.Object({ success: Type.Boolean(), tenant: Type.Object({ slug: Type.String(), name: Type.String() }) }),
  },
  'POST /api/users/change_password': {
    summary: 'Change one’s own password; other sessions end.',
    access: 'signed_in',
    body: strict({ current_password: Type.String({ minLength: 1, maxLength: 1024 }), password: Type.String() }),
    reply: Done,
  },
  'GET /api/sessions': {
    summary: 'One’s own live sessions; for administrators those of a user in the firm.',
    access: 'signed_in',
    query: OfUser,
    list: true,
    reply: Session,
  },
  'DELETE /api/sessions': {
    summary: 'End every session but this one; for administrators those of a user in the firm.',
    access: 'signed_in',
    query: OfUser,
    reply: Type.Object({ success: Type.Boolean(), ended: Type.Integer() }),
  },
  'DELETE /api/sessions/:id': {
    summary: 'End one of one’s sessions; for administrators any in the firm.',
    access: 'signed_in',
    params: strict({ id: Id }),
    reply: Done,
  },
  ...apiTokenContract,
  'GET /api/invitations': {
    summary: 'Invitations that were not accepted yet, the latest first; with user_id that of one person.',
    access: 'users.invite',
    pages: ['users', 'user_details'],
    query: strict({ user_id: Type.Optional(Id), ...paging }),
    list: true,
    reply: Type.Object({
      user_id: Id,
      email: Type.String(),
      created_at: Moment,
      expires_at: Moment,
      is_live: Type.Boolean(),
    }),
  },
  'POST /api/invitations': {
    summary: 'Invite a person of the firm, or send the invitation again.',
    access: 'users.invite',
    pages: ['users', 'user_details'],
    body: strict({ user_id: Id }),
    reply: Done,
  },
  'DELETE /api/invitations/:id': {
    summary: 'Take back the invitation of a user.',
    access: 'users.invite',
    pages: ['users', 'user_details'],
    params: strict({ id: Id }),
    reply: Done,
  },
  'GET /api/otp_auth/auth_link': {
    summary: 'Address of the identity provider, of a firm or an e-mail where several are known.',
    access: 'public',
    query: Type.Object({
      tenant: Type.Optional(Type.String({ maxLength: 100 })),
      email: Type.Optional(Type.String({ maxLength: 320 })),
    }),
    reply: Type.Object({ auth_link: Type.String(), authorization_url: Type.String() }),
  },
  'GET /api/otp_auth/login_gate': {
    summary: 'Redeem the code of a single sign-on.',
    access: 'public',
    query: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4096 })),
      state: Type.Optional(Type.String({ maxLength: 200 })),
      iss: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: TokenReply,
  },
  'POST /api/otp_auth/change_tenant': {
    summary: 'A new token for another firm of the same account.',
    access: 'signed_in',
    body: Type.Unsafe<string | { tenant: string | number }>({
      anyOf: [
        { type: 'string' },
        { type: 'object', required: ['tenant'], properties: { tenant: { type: ['string', 'integer'] } } },
      ],
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      token: Type.String(),
      access_token: Type.String(),
      tenant: Type.Object({ id: Type.Integer(), slug: Type.String(), name: Type.String() }),
    }),
  },
  'GET /api/sign_in_providers': {
    summary: 'Identity providers of the firm, without their secrets.',
    access: 'administrator',
    pages: ['settings'],
    list: true,
    reply: Provider,
  },
  'GET /api/sign_in_providers/addresses': {
    summary: 'The addresses of this installation that an identity provider must know.',
    access: 'administrator',
    pages: ['settings'],
    reply: Type.Object({ redirect_uri: Type.String(), logout_uri: Type.String() }),
  },
  'POST /api/sign_in_providers': {
    summary: 'Add an identity provider. The operator says which e-mail domains it vouches for.',
    access: 'administrator',
    pages: ['settings'],
    body: strict({ name: Name, issuer: Issuer, client_id: ClientId, client_secret: ClientSecret }),
    reply: Provider,
  },
  'PATCH /api/sign_in_providers/:id': {
    summary: 'Change an identity provider; its issuer stays.',
    access: 'administrator',
    pages: ['settings'],
    params: Type.Object({ id: Id }),
    body: strict({
      name: Type.Optional(Name),
      client_id: Type.Optional(ClientId),
      client_secret: Type.Optional(ClientSecret),
      is_active: Type.Optional(Type.Boolean()),
    }),
    reply: Provider,
  },
  'DELETE /api/sign_in_providers/:id': {
    summary: 'Remove an identity provider and end the sessions that it vouched for.',
    access: 'administrator',
    pages: ['settings'],
    params: Type.Object({ id: Id }),
    reply: Done,
  },
  'GET /api/sign_in_rules': {
    summary: 'What the firm demands of a sign-in.',
    access: 'administrator',
    pages: ['settings'],
    reply: SignInRules,
  },
  'PUT /api/sign_in_rules': {
    summary: 'Change what the firm demands of a sign-in.',
    access: 'administrator',
    pages: ['settings'],
    body: strict({ ...signInRules, version: Type.Optional(RulesVersion) }),
    reply: SignInRules,
  },
  'GET /api/settings/role_accesses': {
    summary: 'Page flags of every role.',
    access: 'signed_in',
    query: PageKey,
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Object({ accesses: Type.Array(Type.Object({ role: Type.String(), accesses: Accesses })) }),
    }),
  },
  'GET /api/settings/export_role_accesses': {
    summary: 'The matrix of pages, flags and roles as a file.',
    access: 'administrator',
    audited: 'exported',
    pages: ['settings'],
    flag: 'can_export',
    query: Type.Object({ page: Type.Optional(Type.String()), format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) }),
    raw: 'file',
  },
  'POST /api/settings/add_role_access': {
    summary: 'Add a role.',
    access: 'administrator',
    query: PageKey,
    body: Role,
    reply: Role,
  },
  'PUT /api/settings/update_role_access': {
    summary: 'Change the flags of a role.',
    access: 'administrator',
    query: PageKey,
    body: Role,
    reply: Role,
  },
  'DELETE /api/settings/delete_role_access': {
    summary: 'Delete a role that nobody has.',
    access: 'administrator',
    query: PageKey,
    body: strict({ role: RoleName }),
    reply: Done,
  },
  'GET /api/access/explain': {
    summary: 'Which rule decides whether a user may call an operation, open a page, or reach an object.',
    access: 'administrator',
    query: strict({
      user_id: Id,
      operation: Type.Optional(
        Type.String({ maxLength: 100, description: 'Its name in the access table, or its method and path.' }),
      ),
      page: Type.Optional(Type.String({ maxLength: 60 })),
      object_id: Type.Optional(Id),
    }),
    reply: Type.Object({
      allowed: Type.Boolean(),
      reason: Type.String(),
      checks: Type.Array(Type.Object({ layer: Type.String(), allowed: Type.Boolean(), reason: Type.String() })),
    }),
  },
  'PUT /api/users/change_language': {
    summary: 'Change one’s own language.',
    access: 'signed_in',
    body: Type.Unsafe<string | { language: string }>({
      anyOf: [
        { type: 'string', enum: ['en', 'fr', 'de', 'es'] },
        { type: 'object', required: ['language'], properties: { language: { type: 'string', enum: ['en', 'fr', 'de', 'es'] } } },
      ],
    }),
    reply: Type.Object({ language: LanguageCode }),
  },
});
