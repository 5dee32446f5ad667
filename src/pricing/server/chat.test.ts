import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, listen, startTestApp } from '../../../test/app.ts';
import { pricingWorld } from '../../../test/pricing.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('messages come live to who takes part, are counted until they are read, and are told once meanwhile', async () => {
  const w = await pricingWorld(app);
  const { id, shown } = (await w.priced({ partner_id: w.director.id })).body;
  const line = shown.tables[0].lines[0].id;
  const ear = await listen(app, w.director);
  const write = (text: string, more: object = {}, who = w.manager) =>
    w.post('pricing_chats/messages', { pricing_id: id, text, ...more }, who);
  const sent = await write(' Are ten hours enough? ', { line_id: line, mentions: [w.lead.id] });
  expect(sent.body).toMatchObject({ text: 'Are ten hours enough?', about: 'Audit, Reviewer, Senior', line_id: line, own: true });
  expect(sent.body.mentions).toHaveLength(1);
  expect((await ear.heard('pricing_chat')).keys).toEqual({ id });
  ear.close();
  await write('And the travel?');
  const count = async (who: typeof w.lead) => (await w.get('pricing_chats/total_messages', who)).body;
  expect(await count(w.director)).toMatchObject({ total: 2, pricings: [{ pricing_id: id, name: 'Audit 2027', unread: 2 }] });
  expect((await count(w.lead)).total).toBe(1);
  expect((await count(w.manager)).total).toBe(0);
  expect((await count(w.partner)).total).toBe(0);
  const told = async (who: typeof w.lead): Promise<number> =>
    (await w.firm.call(who, 'GET', '/api/notifications')).body.filter(({ kind }: { kind: string }) => kind === 'pricing.message')
      .length;
  expect(await told(w.director)).toBe(1);
  const list = await w.get(`pricing_chats/messages?pricing_id=${id}`, w.director);
  expect(list.body.map(({ text, own }: { text: string; own: boolean }) => [text, own])).toEqual([
    ['And the travel?', false],
    ['Are ten hours enough?', false],
  ]);
  const read = await w.firm.call(w.director, 'PUT', `/api/pricings/${id}/read`, { message_id: list.body[0].id });
  expect(read.body).toEqual({ unread: 0 });
  // Not back: an older one read later changes nothing.
  await w.firm.call(w.director, 'PUT', `/api/pricings/${id}/read`, { message_id: list.body[1].id });
  expect((await count(w.director)).total).toBe(0);
  await write('One more');
  expect(await told(w.director)).toBe(2);
});

test('who may not see a pricing neither reads nor writes; lines are the pricing’s own; the same message twice is one', async () => {
  const w = await pricingWorld(app);
  const { id } = (await w.priced()).body;
  const other = (await w.priced()).body;
  const junior = await w.firm.user();
  expect((await w.get(`pricing_chats/messages?pricing_id=${id}`, junior)).status).toBe(403);
  expect((await w.post('pricing_chats/messages', { pricing_id: id, text: 'Hello' }, junior)).status).toBe(403);
  const wrong = { pricing_id: id, text: 'Here', line_id: other.shown.tables[0].lines[0].id };
  expect((await w.post('pricing_chats/messages', wrong)).status).toBe(422);
  expect((await w.post('pricing_chats/messages', { pricing_id: id, text: '  ' })).status).toBe(422);
  const message = { id: '01900000-0000-7000-8000-00000000c4a7', pricing_id: id, text: 'Once' };
  await w.post('pricing_chats/messages', message);
  await w.post('pricing_chats/messages', message);
  expect((await w.get(`pricing_chats/messages?pricing_id=${id}`)).body).toHaveLength(1);
  // What was said stays, and the pricing with it.
  expect((await w.post('pricing/delete', { id })).status).toBe(409);
  const alter = w.firm.within((tx) =>
    tx.all(sql`update pricing.messages set text = 'x' where tenant_id = ${tx.tenant} returning 1`),
  );
  await expect(alter).rejects.toThrow();
});
