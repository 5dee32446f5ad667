import fs from 'node:fs';
import path from 'node:path';
import { type Transporter, createTransport } from 'nodemailer';
import type { Text } from '../kit/said.ts';
import { ADDRESS } from './config-mail.ts';
import type { Config } from './config.ts';
import { inLanguage } from './texts.ts';

/** One mail to one person, in words that are still to be said in their language. */
export interface Letter {
  /** Stays the same however often the letter has to be sent: by it mail servers know a repetition. */
  id: string;
  to: string;
  language: string;
  subject: Text;
  paragraphs: readonly Text[];
  /** A button, in the place of `{link}` after the first paragraph; the path is one of our own pages. */
  link?: { label: Text; path: string };
  files?: readonly { name: string; mediaType: string; bytes: Uint8Array }[];
}

/** Sends letters, or writes them to files where no server is named. */
export interface Mailer {
  /** Name by which people know the product. */
  readonly product: string;
  /** @throws Error when the server did not take it; sending it again later is safe */
  send(letter: Letter): Promise<void>;
}

/** The mailer of an installation, whose way can be tried. */
export interface Post extends Mailer {
  /** Where letters go: `mail.example.org:465`, or a folder. */
  readonly place: string;
  /** Greets the server and signs in as for a letter, and sends none. @throws Error when it could not take one */
  greet(): Promise<void>;
}

/** Text for a header: what could end the line, or hide in it, is a blank. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 250);

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** The letter in its language, as text and as a simple page that needs nothing from elsewhere. */
export function render({ language, subject, paragraphs, link }: Letter, { product, publicUrl }: Config): Rendered {
  const say = (text: Text): string => inLanguage(text, language);
  const [first = '', ...rest] = paragraphs.map(say);
  const url = link && publicUrl + link.path;
  const text = [first, ...(url ? [url] : []), ...rest, product].join('\n\n');
  const paragraph = (words: string): string => `<p style="margin:0 0 16px">${escape(words).replaceAll('\n', '<br>')}</p>`;
  const button = (href: string, label: string): string =>
    `<p style="margin:0 0 16px"><a href="${escape(href)}" style="display:inline-block;padding:10px 18px;border-radius:4px;background:#1f3a5f;color:#ffffff;text-decoration:none">${escape(label)}</a></p>` +
    `<p style="margin:0 0 16px;font-size:13px;color:#555555;word-break:break-all">${escape(href)}</p>`;
  const body = [paragraph(first), ...(url && link ? [button(url, say(link.label))] : []), ...rest.map(paragraph)].join('');
  const html =
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8"><title>${escape(plain(say(subject)))}</title></head>` +
    `<body style="margin:0;padding:24px;font:15px/1.5 sans-serif;color:#1a1a1a"><div style="max-width:520px">${body}` +
    `<p style="margin:24px 0 0;color:#555555">${escape(product)}</p></div></body></html>`;
  return { subject: plain(say(subject)), text: `${text}\n`, html };
}

const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Nothing of a letter is ever read from a file or an address: it is text alone. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

function messageOf(letter: Letter, config: Config): Parameters<Transporter['sendMail']>[0] {
  const { mail } = config;
  // The envelope is ours, so that no text of a letter can name a further recipient.
  if (!ADDRESS.test(letter.to)) throw new Error('The address of a letter is none.');
  const domain = mail.from.address.split('@').at(-1) ?? 'localhost';
  return {
    ...render(letter, config),
    messageId: `<${letter.id}@${domain}>`,
    from: { name: plain(mail.from.name), address: mail.from.address },
    to: { name: '', address: letter.to },
    envelope: { from: mail.from.address, to: [letter.to] },
    ...(letter.files
      ? {
          attachments: letter.files.map(({ name, mediaType, bytes }) => ({
            filename: plain(name),
            contentType: mediaType,
            content: Buffer.from(bytes),
          })),
        }
      : {}),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
    ...CLOSED,
  };
}

const outbox = ({ dataDir }: Config): string => path.join(dataDir, 'outbox');

/** A file for each letter, named by its id: what was written already is not written again. */
async function write(letter: Letter, config: Config): Promise<void> {
  const folder = outbox(config);
  await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await transport.sendMail(messageOf(letter, config));
  const file = path.join(folder, `${letter.id}.eml`);
  await fs.promises.writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
  await fs.promises.rename(`${file}.part`, file);
}

/** How this installation sends its letters. Nothing is connected before the first one. */
export function mailerOf(config: Config): Post {
  const { smtpUrl } = config.mail;
  const { product } = config;
  if (smtpUrl === undefined)
    return { product, place: outbox(config), send: (letter) => write(letter, config), greet: async () => undefined };
  const transport = createTransport({ url: smtpUrl, ...TIMES, ...CLOSED } as Parameters<typeof createTransport>[0]);
  return {
    product,
    // Without a password that may stand in the address.
    place: new URL(smtpUrl).host,
    send: async (letter) => void (await transport.sendMail(messageOf(letter, config))),
    greet: async () => void (await transport.verify()),
  };
}
