import { IconCalculator } from '@tabler/icons-react';
import { projectParts } from '../../clients/web/public.ts';
import { reviewParts } from '../../rates/web/public.ts';
import type { FoundPlace, PaletteAction, Screen } from '../../web/screens.ts';

const page = 'pricing';
const PRICING = '/management/pricing';

export const screens: Screen[] = [
  {
    path: PRICING,
    page,
    title: 'pricing.pricing',
    menu: { group: 'management', order: 2, icon: IconCalculator },
    load: () => import('./Pricings.tsx'),
    operation: 'pricing.pricings',
  },
  { path: `${PRICING}/$id`, page, title: 'pricing.pricing', load: () => import('./Pricing.tsx'), operation: 'pricing.pricings' },
];

export const places: FoundPlace[] = [
  { collection: 'pricings', title: 'pricing.pricing', page, to: (id) => ({ path: `${PRICING}/${id}`, search: {} }) },
];

export const actions: PaletteAction[] = [
  {
    id: 'pricing.new',
    title: 'pricing.new',
    page,
    operation: 'pricing.new',
    to: { path: PRICING, search: { add: '1' } },
  },
];

/** What a project was priced at stands with its budget; which pricings rates touch, with their review. */
export const register = (): void => {
  projectParts.budget.fill({ id: 'pricings', title: 'pricing.of_project', load: () => import('./ProjectPricings.tsx') });
  reviewParts.fill({ id: 'touched', title: 'pricing.touched', load: () => import('./TouchedPricings.tsx') });
};
