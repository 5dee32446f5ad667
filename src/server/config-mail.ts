/** Where mails go and whom they come from. */
export interface MailSettings {
  /** Server that takes them; without one they are written to files. */
  smtpUrl: string | undefined;
  from: { name: string; address: string };
}

/** One address and nothing else: no list, no name, nothing that a header could be made of. */
export const ADDRESS = /^[^\s@<>()[\]",:;\\]+@[^\s@<>()[\]",:;\\]+\.?[^\s@<>()[\]",:;\\.]+$/;

const domainOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
};

/** @throws Error in one readable line when a setting cannot be used */
export function readMail(env: NodeJS.ProcessEnv, publicUrl: string, product: string): MailSettings {
  const smtpUrl = env['SMTP_URL'] || undefined;
  if (smtpUrl !== undefined && (!/^smtps?:\/\//.test(smtpUrl) || !URL.canParse(smtpUrl) || new URL(smtpUrl).hostname === ''))
    throw new Error('SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.');
  const given = env['MAIL_FROM'] || `no-reply@${domainOf(publicUrl)}`;
  const [, name = product, address = given] = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(given) ?? [];
  if (!ADDRESS.test(address)) throw new Error(`MAIL_FROM must be an e-mail address, not "${given}".`);
  return { smtpUrl, from: { name: name || product, address } };
}

const REGISTRATIONS = ['open', 'domain', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** Who may make an account. @throws Error */
export function readRegistration(text: string | undefined): Registration {
  const found = REGISTRATIONS.find((each) => each === (text || 'domain'));
  if (!found) throw new Error(`REGISTRATION must be one of: ${REGISTRATIONS.join(', ')}, not "${text}".`);
  return found;
}

/** Addresses and ranges of proxies whose word about a call's origin counts. @throws Error that names what is none */
export function readProxies(text: string | undefined): string[] {
  const ranges = (text ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  const wrong = ranges.find((range) => !/^(loopback|linklocal|uniquelocal|[\da-f:.]+(\/\d{1,3})?)$/i.test(range));
  if (wrong !== undefined) throw new Error(`TRUST_PROXY must hold addresses or ranges such as 10.0.0.0/8, not "${wrong}".`);
  return ranges;
}
