import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Id, Name, nullable, strict } from '../../kit/shapes.ts';
import { TOKEN_AREAS } from '../rules.ts';

const Moment = Type.String();
const Scope = Type.String({ pattern: `^(${TOKEN_AREAS.join('|')}):(read|write)$` });

const ApiToken = Type.Object({
  id: Id,
  name: Name,
  /** The last letters of the token. */
  ending: Type.String(),
  scopes: Type.Array(Type.String()),
  created_at: Moment,
  expires_at: Moment,
  last_used_at: nullable(Moment),
});

/** Tokens for one's own programs. No token reaches these calls, nor sign-in and roles: they belong to no area. */
export const apiTokenContract = contract({
  'GET /api/api_tokens': {
    summary: 'Tokens that one made for one’s own programs; for administrators those of a user in the firm.',
    access: 'signed_in',
    query: strict({ user_id: Type.Optional(Id) }),
    list: true,
    reply: ApiToken,
  },
  'POST /api/api_tokens': {
    summary: 'Make a token that speaks for oneself within scopes, until a day; it is shown this once.',
    access: 'signed_in',
    body: strict({
      name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
      /** `time:read`, `planning:write`; writing includes reading. */
      scopes: Type.Array(Scope, { minItems: 1, maxItems: 30 }),
      days: Type.Integer({ minimum: 1, maximum: 366 }),
    }),
    reply: Type.Object({ ...ApiToken.properties, token: Type.String() }),
  },
  'DELETE /api/api_tokens/:id': {
    summary: 'Revoke a token of one’s own; for administrators any in the firm.',
    access: 'signed_in',
    params: strict({ id: Id }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
});
