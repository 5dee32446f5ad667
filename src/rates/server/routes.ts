import { implement } from '../../server/route.ts';
import { ratesContract } from '../contract.ts';
import { readDetails } from './lines.ts';
import { exportRates, rateTemplate, submitRates, validateRates } from './rate-import.ts';
import { listChanges, listRates, previewRates } from './rates.ts';
import { deleteLine, deleteRole } from './removal.ts';
import { listTargets } from './targets.ts';
import { updateVariables } from './variables.ts';

export const ratesRoutes = implement(ratesContract, {
  'GET /api/pricing_admin/details': readDetails,
  'GET /api/rates': listRates,
  'GET /api/rate_changes': listChanges,
  'GET /api/targets': listTargets,
  'POST /api/pricing_admin/preview': previewRates,
  'POST /api/pricing_admin/update_variables': updateVariables,
  'GET /api/pricing_admin/nfi_export': exportRates,
  'GET /api/pricing_admin/nfi_template': rateTemplate,
  'POST /api/pricing_admin/nfi_import': validateRates,
  'POST /api/pricing_admin/nfi_submit': submitRates,
  'POST /api/pricing_admin/delete_sl': deleteLine,
  'POST /api/pricing_admin/delete_sl_role': deleteRole,
});
