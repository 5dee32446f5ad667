import { implement } from '../../server/route.ts';
import { supportContract } from '../contract.ts';
import { answerTicket, closeTicket, createTicket } from './ticket-acts.ts';
import { changeDesk, readDesk } from './desk.ts';
import { erasePerson, listLeavers, readLeaver, restrictPerson } from './leavers.ts';
import { exportMyData } from './my-data.ts';
import { readImage, uploadImage } from './images.ts';
import { acknowledgeNotice, changePrivacy, readNotice, readPrivacy } from './privacy.ts';
import { listAllTickets, listTickets, readTicket } from './tickets.ts';
import { eventChoices, exportAccess, exportEvents, listAccess, listEvents } from './audit.ts';
import { addWebhook, changeWebhook, listDeliveries, listWebhooks, removeWebhook, retryDelivery, tryWebhook } from './webhooks.ts';

export const supportRoutes = implement(supportContract, {
  'POST /api/support': createTicket,
  'POST /api/support/upload': uploadImage,
  'GET /api/support/images/:id': readImage,
  'GET /api/support/tickets': listTickets,
  'GET /api/support/all_tickets': listAllTickets,
  'GET /api/support/tickets/:id': readTicket,
  'POST /api/support/tickets/:id/answer': answerTicket,
  'POST /api/support/tickets/:id/close': closeTicket,
  'GET /api/support/desk': readDesk,
  'PUT /api/support/desk': changeDesk,
  'GET /api/my_data': exportMyData,
  'GET /api/privacy': readPrivacy,
  'PUT /api/privacy': changePrivacy,
  'GET /api/privacy/leavers': listLeavers,
  'GET /api/privacy/leavers/:id': readLeaver,
  'POST /api/privacy/leavers/:id/erase': erasePerson,
  'PUT /api/privacy/people/:id/restriction': restrictPerson,
  'GET /api/privacy/notice': readNotice,
  'POST /api/privacy/notice/read': acknowledgeNotice,
  'GET /api/webhooks': listWebhooks,
  'POST /api/webhooks': addWebhook,
  'PATCH /api/webhooks/:id': changeWebhook,
  'DELETE /api/webhooks/:id': removeWebhook,
  'POST /api/webhooks/:id/test': tryWebhook,
  'GET /api/webhooks/:id/deliveries': listDeliveries,
  'POST /api/webhook_deliveries/:id/retry': retryDelivery,
  'GET /api/audit_events': listEvents,
  'GET /api/audit_events/choices': eventChoices,
  'GET /api/audit_events/export': exportEvents,
  'GET /api/access_log': listAccess,
  'GET /api/access_log/export': exportAccess,
});
