import fs from 'node:fs';
import { addProvider, keepDomains, listProviders, removeProvider } from '../access/server/public.ts';
import { Problem } from '../kit/problem.ts';
import { type Command, need, tenantOf, text, using } from './commands-kit.ts';
import { readDomains } from './config-sign-in.ts';
import type { Running } from './start.ts';
import { type Tx, withTenant } from './tx.ts';

/** Runs work in a firm; what a room refuses is one line for the operator. */
async function inFirm<T>(running: Running, slug: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tenant = await tenantOf(running, slug);
  return withTenant(running.host, { tenant }, work).catch((error: unknown) => {
    throw error instanceof Problem ? new Error(error.message, { cause: error }) : error;
  });
}

/** A secret never stands on a command line, where every user of the machine can read it. */
function readSecret(file: string | undefined): string {
  const secret =
    file === undefined ? (process.env['CLIENT_SECRET'] ?? '') : fs.readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  if (secret === '')
    throw new Error('Give the client secret in --secret-file FILE (- reads it from the input) or in CLIENT_SECRET.');
  return secret;
}

/** The operator's commands for identity providers. What an operator names as a domain counts as proved. */
export const providerCommands: Record<string, Command> = {
  'provider add': {
    usage: 'provider add --tenant T --issuer URL --client-id ID [--secret-file FILE] [--name N] [--domains a.org,b.org]',
    summary:
      'Adds an identity provider to a firm, or gives the one of this issuer new credentials. It vouches for addresses of the domains.',
    options: { tenant: text, issuer: text, 'client-id': text, 'secret-file': text, name: text, domains: text },
    async run({ values }) {
      const [slug = '', issuer = '', clientId = ''] = need(values, 'tenant', 'issuer', 'client-id');
      const named = values['domains'] as string | undefined;
      const domains = named === undefined ? undefined : readDomains(named, '--domains');
      const clientSecret = readSecret(values['secret-file'] as string | undefined);
      const name = (values['name'] as string | undefined) ?? (URL.canParse(issuer) ? new URL(issuer).hostname : issuer);
      return using(async (running) => {
        const spec = { name, issuer, clientId, clientSecret, ...(domains ? { domains } : {}) };
        const id = await inFirm(running, slug, (tx) => addProvider(tx, running.config, spec));
        const redirect = `${running.config.publicUrl}/oauth`;
        return {
          json: { id, tenant: slug, issuer, client_id: clientId, domains: domains ?? [], redirect_uri: redirect },
          text: `${slug} signs in at ${issuer}. The address to register there: ${redirect}`,
        };
      });
    },
  },
  'provider list': {
    usage: 'provider list --tenant T',
    summary: 'Lists the identity providers of a firm, without their secrets.',
    options: { tenant: text },
    async run({ values }) {
      const [slug = ''] = need(values, 'tenant');
      return using(async (running) => {
        const providers = await inFirm(running, slug, listProviders);
        const lines = providers.map(
          ({ id, name, issuer, is_active, domains }) =>
            `${id}  ${name}  ${issuer}  ${domains.join(',') || 'no domains'}${is_active ? '' : '  (off)'}`,
        );
        return { json: providers, text: lines.join('\n') || `${slug} has no identity provider.` };
      });
    },
  },
  'provider domains': {
    usage: 'provider domains --tenant T --id ID --domains a.org,b.org',
    summary: 'Says for which e-mail domains a provider vouches, instead of those it had. A domain belongs to one provider.',
    options: { tenant: text, id: text, domains: text },
    async run({ values }) {
      const [slug = '', id = ''] = need(values, 'tenant', 'id');
      const domains = readDomains((values['domains'] as string | undefined) ?? '', '--domains');
      return using(async (running) => {
        await inFirm(running, slug, async (tx) => {
          if (!(await listProviders(tx)).some((each) => each.id === id)) throw new Error(`${slug} has no provider ${id}.`);
          await keepDomains(tx, id, domains);
        });
        return { json: { id, tenant: slug, domains }, text: `The provider vouches for: ${domains.join(', ') || 'nothing'}.` };
      });
    },
  },
  'provider remove': {
    usage: 'provider remove --tenant T --id ID',
    summary: 'Removes an identity provider of a firm and ends the sessions that it vouched for.',
    options: { tenant: text, id: text },
    async run({ values }) {
      const [slug = '', id = ''] = need(values, 'tenant', 'id');
      return using(async (running) => {
        await inFirm(running, slug, (tx) => removeProvider(tx, id));
        return { json: { id, tenant: slug, removed: true }, text: 'The provider is removed.' };
      });
    },
  },
};
