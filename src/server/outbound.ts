import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

/** How calls to addresses that people or peers name may leave: nowhere near this machine or its network. */
export interface OutboundOptions {
  /** Origins (`https://sso.example:8443`) that the operator trusts, whatever they resolve to. */
  allow: readonly string[];
  milliseconds?: number;
  bytes?: number;
  /** Resolves names; the system's resolver unless told. */
  lookup?: typeof dns.lookup;
}

const MILLISECONDS = 5000;
const BYTES = 1_048_576;

/** Ranges of RFC 6890 and its kin that are not the public internet. */
const closedV4 = new net.BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = range.split('/');
  closedV4.addSubnet(address, Number(bits), 'ipv4');
}
/** Of version 6 only what is handed out is public, and of that not what carries version 4 inside. */
const openV6 = new net.BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');
const closedV6 = new net.BlockList();
for (const [address, bits] of [
  ['2001:db8::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closedV6.addSubnet(address, bits, 'ipv6');
}

/** True for an address of the public internet. */
export const isPublic = (address: string): boolean => {
  const family = net.isIP(address);
  if (family === 4) return !closedV4.check(address, 'ipv4');
  return family === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
};

const refused = (what: string): Error => new Error(`This address is not called: ${what}.`);

/** Checks every address at the moment of connecting: a name that resolves differently the second time gains nothing. */
const checkedLookup =
  (lookup: typeof dns.lookup): net.LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const addresses = found as unknown as dns.LookupAddress[];
      const closed = error ? undefined : addresses.find(({ address }) => !isPublic(address));
      const first = addresses?.[0];
      if (error || closed || !first) done(error ?? refused('it is not public'), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

function check(url: URL, allow: readonly string[]): boolean {
  if (url.username || url.password) throw refused('it holds a password');
  if (allow.includes(url.origin)) return false;
  if (url.protocol !== 'https:') throw refused('it is not https');
  if (url.port !== '') throw refused('its port is not 443');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(host) !== 0 && !isPublic(host)) throw refused('it is not public');
  return true;
}

/**
 * A `fetch` for addresses that somebody else chose: https on port 443 to public addresses, or an origin on the allow-list;
 * no redirects, no proxy, five seconds and one megabyte at most.
 */
export function guardedFetch({ allow, milliseconds = MILLISECONDS, bytes = BYTES, lookup = dns.lookup }: OutboundOptions) {
  return async (address: string, init: { method?: string; body?: unknown; headers?: unknown } = {}): Promise<Response> => {
    const url = new URL(address);
    const closed = check(url, allow);
    const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>));
    const body = init.body === undefined || init.body === null ? undefined : String(init.body as string);
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(milliseconds);
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: init.method ?? 'GET',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        agent: false,
        signal,
        ...(closed ? { lookup: checkedLookup(lookup) } : {}),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.byteLength;
          if (size > bytes) request.destroy(refused('its answer is too large'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 502;
          const given = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
            value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
          );
          const empty = status === 204 || status === 205 || status === 304;
          resolve(new Response(empty ? null : Buffer.concat(parts), { status, headers: given }));
        });
      });
      request.end(body);
    });
  };
}
