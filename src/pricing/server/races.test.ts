import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/app.ts';
import { figure, times } from '../../../test/fault.ts';
import { pricingWorld } from '../../../test/pricing.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Steps that may follow each other. */
const LEGAL = ['created', 'created submitted', 'created submitted approved', 'created submitted withdrawn'];

test('R7: approved, edited, taken back and deleted at once, a pricing has one legal history, and its chat what was written', {
  timeout: 120_000,
}, async () => {
  const w = await pricingWorld(app);
  const rounds = times(4, 100);
  let wrong = 0;
  for (let round = 0; round < rounds; round++) {
    const { id } = (await w.priced({ name: `Round ${round}` })).body;
    await w.submitted(id);
    const messages = [1, 2, 3].map((number) => w.post('pricing_chats/messages', { pricing_id: id, text: `Word ${number}` }));
    const [approved, edited, taken, deleted, ...written] = await Promise.all([
      w.decide(id, {}),
      w.post('pricing/edit', { id, name: 'Other' }),
      w.post(`pricings/${id}/status`, { to: 'draft' }),
      w.post('pricing/delete', { id }),
      ...messages,
    ]);
    // What was submitted once is not deleted; edited it can be only after it was taken back.
    expect(deleted.status).not.toBe(200);
    expect([200, 409]).toContain(approved.status);
    expect([200, 409]).toContain(taken.status);
    expect([200, 409]).toContain(edited.status);
    expect(written.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([approved, taken].filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await w.get(`pricings/${id}`);
    const steps = (body.history as { action: string }[]).map(({ action }) => action).reverse();
    const story = steps[0] === 'created' ? steps.join(' ') : ['created', ...steps].join(' ');
    if (!LEGAL.includes(story)) wrong += 1;
    expect(LEGAL, story).toContain(story);
    expect(body.shown.status).toBe(approved.status === 200 ? 'approved' : 'draft');
    const chat = (await w.get(`pricing_chats/messages?pricing_id=${id}`)).body as { text: string }[];
    expect(chat.map(({ text }) => text).sort()).toEqual(['Word 1', 'Word 2', 'Word 3']);
  }
  figure('R7 pricings with an illegal history', wrong, 0, 'pricings');
});
