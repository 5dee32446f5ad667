import { said } from '../../kit/said.ts';
import { type AnyNotice, noticeKind } from '../../settings/server/public.ts';

interface PricingFacts {
  pricing: string;
  client: string;
  by: string;
  reason: string;
}

/** A pricing waits for one's decision. */
export const PRICING_ASKED = noticeKind<PricingFacts>('pricing.asked', {
  label: said`Pricings that wait for your decision`,
  words: ({ pricing, client, by, reason }) => ({
    title: said`${by} asks you to approve "${pricing}" for ${client}.`,
    lines: reason === '' ? [] : [reason],
    action: said`Open the pricing`,
  }),
});

/** A pricing of one's own was decided on, or somebody asks about it. */
export const PRICING_DECIDED = noticeKind<PricingFacts & { decision: 'approved' | 'rejected' | 'asked' }>('pricing.decided', {
  label: said`Decisions on your pricings`,
  words: ({ pricing, by, reason, decision }) => ({
    title: {
      approved: said`${by} approved "${pricing}".`,
      rejected: said`${by} rejected "${pricing}".`,
      asked: said`${by} asks about "${pricing}".`,
    }[decision],
    lines: reason === '' ? [] : [reason],
    action: said`Open the pricing`,
  }),
});

/** Somebody wrote about a pricing in which one takes part. */
export const PRICING_MESSAGE = noticeKind<{ pricing: string; by: string; text: string }>('pricing.message', {
  label: said`Messages about pricings`,
  words: ({ pricing, by, text }) => ({
    title: said`${by} wrote about "${pricing}".`,
    lines: [text],
    action: said`Open the chat`,
  }),
});

export const pricingNotices: readonly AnyNotice[] = [PRICING_ASKED, PRICING_DECIDED, PRICING_MESSAGE];
