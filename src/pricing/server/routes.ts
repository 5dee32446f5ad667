import { implement } from '../../server/route.ts';
import { pricingContract } from '../contract.ts';
import { budgetOrigin, previewBudget, takeOver } from './budget.ts';
import { listMessages, readUpTo, sendMessage, totalMessages } from './chat.ts';
import { checkWorst, handleChange, updateProfit } from './compute.ts';
import { decide, setStatus } from './decisions.ts';
import { onePricing } from './details.ts';
import { deletePricing, editPricing, newPricing, newVersion, updateTable } from './drafts.ts';
import { exportPricing } from './export.ts';
import { initPricing } from './init.ts';
import { countPricings, existingPricing, listOfProject, listPricings, listTouched } from './lists.ts';
import { readChoices } from './stamps.ts';
import { createSecondment, createTable, createTables } from './tables.ts';
import { approveSeveral } from './several.ts';
import { askTeam, previewTeam, undoTeam } from './team.ts';

export const pricingRoutes = implement(pricingContract, {
  'GET /api/pricing_chats/total_messages': totalMessages,
  'GET /api/pricing_chats/messages': listMessages,
  'POST /api/pricing_chats/messages': sendMessage,
  'PUT /api/pricings/:id/read': readUpTo,
  'GET /api/pricings/:id/budget': previewBudget,
  'POST /api/pricings/:id/budget': takeOver,
  'GET /api/pricings/:id/team': previewTeam,
  'POST /api/pricings/:id/team': askTeam,
  'POST /api/pricings/:id/team/undo': undoTeam,
  'GET /api/pricing/project_budget': budgetOrigin,
  'POST /api/pricing/pricings': listPricings,
  'GET /api/pricing/projects_pricing': listOfProject,
  'POST /api/pricing/touched_pricings': listTouched,
  'GET /api/projects/count_pricing_projects': countPricings,
  'GET /api/pricing/existing_pricing': existingPricing,
  'GET /api/pricings/:id': onePricing,
  'GET /api/pricing_choices': readChoices,
  'POST /api/pricing/init': initPricing,
  'POST /api/pricing/new': newPricing,
  'POST /api/pricings/:id/versions': newVersion,
  'POST /api/pricing/edit': editPricing,
  'POST /api/pricing/create_table': createTable,
  'POST /api/pricing/create_table_multi': createTables,
  'POST /api/pricing/create_table_secondment': createSecondment,
  'POST /api/pricing/update_table': updateTable,
  'POST /api/pricing/handle_change': handleChange,
  'POST /api/pricing/update_profit': updateProfit,
  'POST /api/pricing/check_worst': checkWorst,
  'POST /api/pricing/export': exportPricing,
  'POST /api/pricing/delete': deletePricing,
  'POST /api/pricings/:id/status': setStatus,
  'POST /api/pricing/approve': decide,
  'POST /api/pricing/approve_several': approveSeveral,
});
