import { implement } from '../../server/route.ts';
import { invoicingContract } from '../contract.ts';
import { changeBilling, readBilling, readMonths, readWip } from './billing.ts';
import { keepConnector, readConnector } from './connector.ts';
import { addCost, changeCost, listCosts, removeCost } from './costs.ts';
import { creditInvoice } from './credit.ts';
import { oneInvoice } from './details.ts';
import { discardInvoice, editInvoice, newInvoice } from './drafts.ts';
import { downloadPdf, downloadXml } from './files.ts';
import { decideInvoice, issueInvoice } from './issue.ts';
import { countInvoices, exportInvoices, lastUsed, listInvoices } from './lists.ts';
import { payInvoice } from './payments.ts';
import { pushInvoices } from './push.ts';
import { keepSeller, listSellers } from './sellers.ts';
import { listUnbilled, previewUnbilled } from './unbilled.ts';
import { listWriteOffs, oneWriteOff } from './write-off-lists.ts';
import { askWriteOff, decideWriteOff, takeBackWriteOff, withdrawWriteOff } from './write-offs.ts';

export const invoicingRoutes = implement(invoicingContract, {
  'POST /api/invoices/list': listInvoices,
  'POST /api/invoices/counts': countInvoices,
  'POST /api/invoices/export': exportInvoices,
  'POST /api/invoices/push': pushInvoices,
  'GET /api/invoices/last_used': lastUsed,
  'POST /api/invoices/unbilled': listUnbilled,
  'GET /api/invoices/unbilled_time': previewUnbilled,
  'GET /api/invoices/wip': readWip,
  'GET /api/invoices/by_month': readMonths,
  'GET /api/projects/:id/billing': readBilling,
  'PUT /api/projects/:id/billing': changeBilling,
  'GET /api/projects/:id/costs': listCosts,
  'POST /api/projects/:id/costs': addCost,
  'PUT /api/project_costs/:id': changeCost,
  'DELETE /api/project_costs/:id': removeCost,
  'GET /api/invoice_sellers': listSellers,
  'PUT /api/invoice_sellers/:id': keepSeller,
  'GET /api/invoice_connector': readConnector,
  'PUT /api/invoice_connector': keepConnector,
  'POST /api/write_offs/list': listWriteOffs,
  'GET /api/write_offs/:id': oneWriteOff,
  'POST /api/write_offs': askWriteOff,
  'POST /api/write_offs/:id/decide': decideWriteOff,
  'POST /api/write_offs/:id/withdraw': withdrawWriteOff,
  'POST /api/write_offs/:id/take_back': takeBackWriteOff,
  'GET /api/invoices/:id': oneInvoice,
  'POST /api/invoices': newInvoice,
  'PUT /api/invoices/:id': editInvoice,
  'DELETE /api/invoices/:id': discardInvoice,
  'POST /api/invoices/:id/decide': decideInvoice,
  'POST /api/invoices/:id/issue': issueInvoice,
  'POST /api/invoices/:id/credit': creditInvoice,
  'POST /api/invoices/:id/payments': payInvoice,
  'GET /api/invoices/:id/pdf': downloadPdf,
  'GET /api/invoices/:id/xml': downloadXml,
});
