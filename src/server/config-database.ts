import net from 'node:net';

/** What a name of a database server says of where it stands. */
type Place = 'here' | 'own network' | 'elsewhere';

const PRIVATE = new net.BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Endings that no public name has, and names of one word, which container networks and `/etc/hosts` know. */
const INNER = /^[^.]+$|\.(internal|local|localhost|home\.arpa)$/;

function placeOf(host: string): Place {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === '' || name.startsWith('/') || name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name))
    return 'here';
  const family = net.isIP(name);
  if (family === 0) return INNER.test(name) ? 'own network' : 'elsewhere';
  return PRIVATE.check(name, family === 6 ? 'ipv6' : 'ipv4') ? 'own network' : 'elsewhere';
}

/** The one value of a parameter; the driver takes the last of several, a reader the first. @throws Error */
function only(url: URL, parameter: string, name: string): string | undefined {
  const values = url.searchParams.getAll(parameter);
  if (values.length > 1) throw new Error(`${name} names ${parameter} twice.`);
  return values[0];
}

/**
 * The address of a database. What travels to another machine is encrypted, and the server shows a certificate that holds for
 * its name (`sslmode=verify-full`): the half measures of TLS, which anybody in between passes, are not taken. In a network of
 * one's own `sslmode=disable` says that the network is trusted instead.
 * @throws Error in one readable line, which never repeats the address: it holds a password
 */
export function readDatabaseUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) throw new Error(`${name} must be a postgres:// address.`);
  const url = new URL(text);
  const mode = only(url, 'sslmode', name);
  // The driver takes a host in the query before the one of the address.
  const place = placeOf(only(url, 'host', name) || decodeURIComponent(url.hostname));
  if (mode === 'verify-full') {
    if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
      throw new Error(`${name} asks for verify-full, and NODE_TLS_REJECT_UNAUTHORIZED=0 switches it off.`);
    return text;
  }
  if (place === 'here' && (mode === undefined || mode === 'disable')) return text;
  if (mode === 'disable' && place === 'own network') return text;
  if (mode === undefined && place === 'own network')
    throw new Error(
      `${name} names another machine: add sslmode=verify-full (and sslrootcert=FILE for a CA of your own), or sslmode=disable if the network between is trusted.`,
    );
  throw new Error(
    `${name} must say sslmode=verify-full (and sslrootcert=FILE for a CA of your own)${mode === undefined ? ': it names another machine' : `, not ${/^[a-z-]{1,20}$/.test(mode) ? mode : 'that'}`}.`,
  );
}
