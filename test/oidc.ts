import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person as the provider knows them. */
export interface ProviderPerson {
  email: string;
  email_verified?: boolean;
}

/** A certified identity provider on loopback. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** People by what they type at `login`, which becomes their subject. */
  people: Map<string, ProviderPerson>;
  close(): Promise<void>;
}

export const listenOnLoopback = async (server: http.Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const closeServer = (server: http.Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** @param app the address at which people use the product: the code goes to its `/oauth` */
export async function startProvider(app: string, clientId = 'cadre'): Promise<TestProvider> {
  let handle: http.RequestListener = () => undefined;
  const server = http.createServer((request, response) => handle(request, response));
  const issuer = await listenOnLoopback(server);
  const people = new Map<string, ProviderPerson>();
  const clientSecret = `secret of ${clientId} that is long enough`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${app}/oauth`],
        post_logout_redirect_uris: [`${app}/account/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email_verified: true, ...people.get(sub) }),
    }),
    cookies: { keys: ['keys of a test'] },
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  });
  handle = provider.callback();
  return { issuer, clientId, clientSecret, people, close: () => closeServer(server) };
}

/** What a provider sent back to the product's address. */
export type Callback = Record<string, string>;

/** A browser at the provider: follows redirects, keeps cookies, fills in the two pages, stops at the product's address. */
export async function signInAtProvider(start: string, login: string, app: string): Promise<Callback> {
  const cookies = new Map<string, string>();
  let address = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    form = undefined;
    if (location) {
      address = new URL(location, address).href;
      if (address.startsWith(`${app}/oauth`)) return Object.fromEntries(new URL(address).searchParams);
    } else {
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The provider answered ${response.status}: ${page.replace(/<[^>]*>/g, ' ').slice(0, 400)}`);
      address = new URL(action, address).href;
      form = new URLSearchParams(
        page.includes('value="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' },
      );
    }
  }
  throw new Error('The provider sent the browser in circles.');
}
