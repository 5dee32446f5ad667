/** What an address of the firm can be told of, as in the texts of the settings. */
export const WEBHOOK_TOPICS = ['time', 'bookings', 'leave', 'projects'] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];
