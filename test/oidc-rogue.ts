import { createPublicKey, createSecretKey } from 'node:crypto';
import http from 'node:http';
import { type JWTHeaderParameters, type JWTPayload, SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { closeServer, listenOnLoopback } from './oidc.ts';

/** What is wrong with the tokens of a rogue issuer; `nothing` for the proof that all else is right. */
export const FAULTS = [
  'wrong iss',
  'wrong aud',
  'expired',
  'nbf in future',
  'alg none',
  'HS256 with the public key',
  'unknown kid',
  'jku header',
  'nonce missing',
  'metadata issuer',
] as const;

export type Fault =
  | (typeof FAULTS)[number]
  | 'nothing'
  | 'iat in future'
  | 'algorithm off the list'
  | 'many audiences'
  | 'no token'
  | 'thin'
  | 'moved'
  | 'silent';

/** An issuer that answers what the tests tell it to. */
export interface RogueIssuer {
  issuer: string;
  clientId: string;
  fault: Fault;
  nonce: string;
  subject: string;
  claims: JWTPayload;
  /** Calls of the address that a token's `jku` names. */
  lured: number;
  /** The token endpoint was asked so many times. */
  asked: number;
  close(): Promise<void>;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Issues whatever is asked for under its own name, with one thing wrong. */
export async function startRogue(clientId = 'cadre'): Promise<RogueIssuer> {
  const [good, foreign, odd] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES384', { extractable: true }),
  ]);
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'good', use: 'sig' };
  const oddJwk = { ...(await exportJWK(odd.publicKey)), kid: 'odd', use: 'sig', alg: 'ES384' };
  const spki = await exportSPKI(good.publicKey);

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const { fault } = rogue;
    const claims: JWTPayload = {
      iss: fault === 'wrong iss' ? 'https://accounts.example' : rogue.issuer,
      aud: fault === 'wrong aud' ? 'another' : fault === 'many audiences' ? [clientId, 'another'] : clientId,
      sub: rogue.subject,
      iat: fault === 'iat in future' ? now + 600 : fault === 'expired' ? now - 7200 : now,
      exp: fault === 'expired' ? now - 3600 : now + 3600,
      ...(fault === 'nbf in future' ? { nbf: now + 3600 } : {}),
      ...(fault === 'nonce missing' ? {} : { nonce: rogue.nonce }),
      ...(fault === 'thin' ? {} : rogue.claims),
    };
    const header: JWTHeaderParameters = { alg: 'RS256', kid: fault === 'unknown kid' ? 'unknown' : 'good', typ: 'JWT' };
    if (fault === 'alg none') return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`;
    if (fault === 'HS256 with the public key') {
      const key = createSecretKey(Buffer.from(createPublicKey(spki).export({ type: 'spki', format: 'pem' })));
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(key);
    }
    if (fault === 'algorithm off the list')
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'odd' }).sign(odd.privateKey);
    if (fault === 'jku header') header['jku'] = `${rogue.issuer}/lure`;
    const key = fault === 'jku header' || fault === 'unknown kid' ? foreign.privateKey : good.privateKey;
    return new SignJWT(claims).setProtectedHeader(header).sign(key);
  }

  async function answer(url: string): Promise<unknown> {
    if (url === '/.well-known/openid-configuration') {
      const issuer = rogue.fault === 'metadata issuer' ? 'https://accounts.example' : rogue.issuer;
      const [authorize, token] = [`${rogue.issuer}/authorize`, `${rogue.issuer}/token`];
      return {
        issuer,
        authorization_endpoint: authorize,
        token_endpoint: token,
        jwks_uri: `${rogue.issuer}/jwks`,
        userinfo_endpoint: `${rogue.issuer}/me`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES384', 'none'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      };
    }
    if (url === '/jwks') return { keys: [jwk, oddJwk] };
    if (url === '/lure') {
      rogue.lured++;
      return { keys: [{ ...(await exportJWK(foreign.publicKey)), kid: 'good' }] };
    }
    if (url === '/me') return { sub: rogue.subject, ...rogue.claims };
    rogue.asked++;
    const id_token = rogue.fault === 'no token' ? undefined : await idToken();
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token };
  }

  const server = http.createServer((request, response) => {
    const url = request.url ?? '';
    request.resume();
    if (url === '/token' && rogue.fault === 'silent') return;
    if (url === '/token' && rogue.fault === 'moved') {
      response.writeHead(307, { location: `${rogue.issuer}/elsewhere` }).end();
      return;
    }
    void answer(url).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const rogue: RogueIssuer = {
    issuer: await listenOnLoopback(server),
    clientId,
    fault: 'nothing',
    nonce: '',
    subject: 'rogue',
    claims: {},
    lured: 0,
    asked: 0,
    close: () => closeServer(server),
  };
  return rogue;
}
