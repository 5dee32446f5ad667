import { IconFileInvoice } from '@tabler/icons-react';
import { projectParts } from '../../clients/web/public.ts';
import type { FoundPlace, PaletteAction, Screen } from '../../web/screens.ts';

const page = 'invoices';
const INVOICES = '/management/invoices';

export const screens: Screen[] = [
  {
    path: INVOICES,
    page,
    title: 'invoicing.invoices',
    menu: { group: 'management', order: 3, icon: IconFileInvoice },
    load: () => import('./Invoices.tsx'),
    operation: 'invoices.list',
  },
];

export const places: FoundPlace[] = [
  { collection: 'invoices', title: 'invoicing.invoice', page, to: (id) => ({ path: INVOICES, search: { id } }) },
];

export const actions: PaletteAction[] = [
  {
    id: 'invoicing.new',
    title: 'invoicing.new',
    page,
    operation: 'invoices.push',
    to: { path: INVOICES, search: { add: 'new' } },
  },
  {
    id: 'invoicing.unbilled',
    title: 'invoicing.unbilled',
    page,
    operation: 'invoices.list',
    to: { path: INVOICES, search: { tab: 'unbilled' } },
  },
  {
    id: 'invoicing.write_offs',
    title: 'invoicing.write_offs',
    page,
    operation: 'invoices.list',
    to: { path: INVOICES, search: { tab: 'write_offs' } },
  },
];

/** What a project was invoiced has a tab of its own. */
export const register = (): void => {
  projectParts.invoices.fill({ id: 'invoices', title: 'invoicing.invoices', load: () => import('./ProjectInvoices.tsx') });
};
