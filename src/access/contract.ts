import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Id, LanguageCode, strict } from '../kit/shapes.ts';

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
    reply: Done,
  },
  'GET /api/otp_auth/auth_link': {
    summary: 'Address of the identity provider.',
    access: 'public',
    reply: Type.Object({ auth_link: Type.String() }),
  },
  'GET /api/otp_auth/login_gate': {
    summary: 'Redeem the code of a single sign-on.',
    access: 'public',
    query: Type.Object({ code: Type.Optional(Type.String()) }),
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
  'GET /api/settings/role_accesses': {
    summary: 'Page flags of every role.',
    access: 'signed_in',
    query: PageKey,
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Object({ accesses: Type.Array(Type.Object({ role: Type.String(), accesses: Accesses })) }),
    }),
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
    summary: 'Which rule decides whether a user may call an operation.',
    access: 'administrator',
    query: strict({ user_id: Id, operation: Type.String({ maxLength: 100 }) }),
    reply: Type.Object({ allowed: Type.Boolean(), reason: Type.String() }),
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
