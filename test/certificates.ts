import { X509Certificate, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import net from 'node:net';

/** A key with its certificate, as servers and clients read them. */
export interface Certified {
  key: string;
  certificate: string;
}

/** An authority that a test makes for itself. */
export interface Authority {
  certificate: string;
  /** A certificate for these names and addresses; it ran out yesterday where that is asked for. */
  certify(names: readonly string[], expired?: boolean): Certified;
}

/** A value in DER (X.690): its tag, its length, its parts. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const object = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const YES = der(0x01, Buffer.from([0xff]));
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));
const ECDSA_WITH_SHA256 = sequence(object('2a8648ce3d040302'));
const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from(common)))));
const moment = (days: number): Buffer => {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
};
const extension = (hex: string, value: Buffer): Buffer => sequence(object(hex), YES, der(0x04, value));
const isAuthority = extension('551d13', sequence(YES));
const alternatives = (names: readonly string[]): Buffer =>
  extension(
    '551d11',
    sequence(
      ...names.map((name) =>
        net.isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
      ),
    ),
  );

/** A certificate (RFC 5280) over a fresh key, signed by another key or by its own. */
function issue(subject: string, extensions: Buffer, days: [number, number], by?: { name: string; key: string }): Certified {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = sequence(
    VERSION_3,
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(by?.name ?? subject),
    sequence(moment(days[0]), moment(days[1])),
    nameOf(subject),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensions)),
  );
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, by?.key ?? key));
  return { key, certificate: new X509Certificate(sequence(body, ECDSA_WITH_SHA256, signature)).toString() };
}

export function newAuthority(name: string): Authority {
  const own = issue(name, isAuthority, [-10, 10]);
  return {
    certificate: own.certificate,
    certify: (names, expired = false) =>
      issue(names[0] ?? 'nobody', alternatives(names), expired ? [-9, -1] : [-9, 9], { name, key: own.key }),
  };
}
