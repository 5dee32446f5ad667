import { newId } from '../../kit/ids.ts';
import { said } from '../../kit/said.ts';
import { type Job, type JobVisit, jobKind, onErrand } from '../../server/jobs.ts';
import type { Letter } from '../../server/mail.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { digest, newToken } from './tokens.ts';

export type Purpose = 'reset' | 'invite' | 'confirm' | 'set_up';

/** How long a link opens something, from when its mail was sent. */
const LIVES: Readonly<Record<Purpose, string>> = {
  reset: '30 minutes',
  invite: '72 hours',
  confirm: '24 hours',
  set_up: '24 hours',
};

interface Asked {
  purpose: Purpose;
  /** Null: nobody has the address. The same is done, and nothing comes of it. */
  accountId: string | null;
  tenant?: number;
  userId?: string;
  language: string;
  by?: string;
}

/** A mail with a link, to be sent after the commit. The token is made when it is sent, so that it stands nowhere. */
const LINK_LETTER = jobKind<{ letter: string; link: string }>('access.link_letter');
const NOTICE_LETTER = jobKind<{ letter: string; to: string; language: string }>('access.notice_letter');

/** Asks for a link and for the mail that carries it; an earlier one of the kind opens nothing any more. */
export async function askLink(tx: Tx, { purpose, accountId, tenant, userId, language, by }: Asked): Promise<void> {
  const link = newId();
  await tx.all(sql`
    select access.ask_link(${link}, ${purpose}, ${accountId}::uuid, ${tenant ?? null}::int, ${userId ?? null}::uuid, ${language},
      ${LIVES[purpose]}::interval, ${by ?? null}::uuid)`);
  await tx.send(LINK_LETTER, { letter: newId(), link });
}

/** Asks for the invitations of many people of a firm in one statement; a mail goes to each. */
export async function askInvitations(
  tx: Tx,
  members: readonly { id: string; account_id: string; language: string }[],
  by: string | undefined,
): Promise<void> {
  if (members.length === 0) return;
  const links = members.map(() => newId());
  await tx.all(sql`
    select access.ask_invitations(${links}::uuid[], ${members.map((each) => each.account_id)}::uuid[],
      ${members.map((each) => each.id)}::uuid[], ${members.map((each) => each.language)}::text[], ${LIVES.invite}::interval,
      ${by ?? null}::uuid)`);
  await tx.sendAll(
    LINK_LETTER,
    links.map((link) => ({ letter: newId(), link })),
  );
}

/** Tells a person by mail that their password was changed, whoever did it. */
export const tellOfPassword = (tx: Tx, to: string, language: string): Promise<void> =>
  tx.send(NOTICE_LETTER, { letter: newId(), to, language });

interface Armed {
  purpose: Purpose;
  email: string | null;
  firm: string | null;
  language: string;
  has_password: boolean;
  sso_only: boolean;
}

/** A new token for a link that was asked for, or undefined when it was revoked or replaced. */
export async function armLink(global: JobVisit['global'], link: string): Promise<(Armed & { token: string }) | undefined> {
  const token = newToken();
  const [armed] = await global<Armed>(sql`select * from access.arm_link(${link}, ${digest(token)})`);
  return armed && { ...armed, token };
}

type Words = Pick<Letter, 'subject' | 'paragraphs' | 'link'>;

const IGNORE = 'If you did not ask for this, you need not do anything: nothing changes.';

function resetWords(product: string, path: string): Words {
  return {
    subject: said`Choose a new password for ${product}`,
    paragraphs: [
      said`Somebody asked for a new password for your account at ${product}. Choose it here, within 30 minutes:`,
      IGNORE,
    ],
    link: { label: said`Choose a password`, path },
  };
}

function confirmWords(product: string, path: string): Words {
  return {
    subject: said`Confirm your address for ${product}`,
    paragraphs: [
      said`An account at ${product} was made with this address. Confirm that it is yours by choosing your password, within 24 hours:`,
      IGNORE,
    ],
    link: { label: said`Choose a password`, path },
  };
}

function inviteWords(
  product: string,
  { firm, path, hasPassword, byPassword }: { firm: string; path: string; hasPassword: boolean; byPassword: boolean },
): Words {
  const subject = said`${firm} invites you to ${product}`;
  const label = said`Sign in`;
  if (!byPassword)
    return {
      subject,
      paragraphs: [
        said`${firm} has made an account for you at ${product}. Sign in with your organisation, with this address:`,
        said`If you do not know ${firm}, you need not do anything.`,
      ],
      link: { label, path: '/account/login' },
    };
  if (hasPassword)
    return {
      subject,
      paragraphs: [
        said`${firm} has added you at ${product}. Sign in as you do already; the firm stands in the menu of your name.`,
        said`If you do not know ${firm}, you need not do anything.`,
      ],
      link: { label, path: '/account/login_management' },
    };
  return {
    subject,
    paragraphs: [
      said`${firm} has made an account for you at ${product}. Choose your password to begin, within 72 hours:`,
      said`If the link has expired, ask ${firm} to send it again.`,
    ],
    link: { label: said`Choose a password`, path },
  };
}

function wordsOf(
  { purpose, firm, has_password, sso_only, token }: Armed & { token: string },
  product: string,
  passwordLogin: boolean,
): Words {
  const path = `/account/reset/${token}`;
  if (purpose === 'invite')
    return inviteWords(product, {
      firm: firm ?? product,
      path,
      hasPassword: has_password,
      byPassword: passwordLogin && !sso_only,
    });
  return purpose === 'confirm' ? confirmWords(product, path) : resetWords(product, path);
}

const sendLink = onErrand(LINK_LETTER, async ({ letter, link }, { global, mail, config }) => {
  const armed = await armLink(global, link);
  if (!armed?.email) return;
  await mail.send({
    id: letter,
    to: armed.email,
    language: armed.language,
    ...wordsOf(armed, mail.product, config.passwordLogin),
  });
});

const sendNotice = onErrand(NOTICE_LETTER, async ({ letter, to, language }, { mail }) => {
  const paragraphs = [
    said`The password of your account at ${mail.product} was changed, and other devices were signed out.`,
    'If this was not you, choose a new password at once and tell your administrator.',
  ];
  const link = { label: said`Choose a password`, path: '/account/forgot' };
  await mail.send({ id: letter, to, language, subject: said`Your password for ${mail.product} was changed`, paragraphs, link });
});

export const linkJobs: readonly Job[] = [sendLink, sendNotice];
