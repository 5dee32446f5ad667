import { IconCoins } from '@tabler/icons-react';
import type { Screen } from '../../web/screens.ts';

export const screens: Screen[] = [
  {
    path: '/management/financial_variables',
    page: 'financial_variables',
    title: 'rates.financial_variables',
    menu: { group: 'management', order: 4, icon: IconCoins },
    load: () => import('./FinancialVariables.tsx'),
    operation: 'pricing_admin.details',
  },
];
