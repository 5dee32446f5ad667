/** What an address of the firm can be told of, as in the texts of the settings. */
export const WEBHOOK_TOPICS = ['time', 'bookings', 'leave', 'projects'] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/**
 * For how many months after somebody's last day their records are usually kept, by country: time records in Germany two years
 * (§ 16 Arbeitszeitgesetz), in France five (practice of the CNIL), in Spain four (Article 34.9 of the Estatuto de los
 * Trabajadores). A firm may say otherwise.
 */
export const KEPT_MONTHS: Readonly<Record<string, number>> = { DE: 24, ES: 48, FR: 60 };
/** Everywhere else. */
export const USUALLY_KEPT_MONTHS = 60;
/** Months after which pictures of closed tickets go, where the firm says nothing. */
export const USUAL_PICTURE_MONTHS = 12;

/** How long records are kept in a country, where the firm says nothing. */
export const usuallyKept = (country: string): number => KEPT_MONTHS[country] ?? USUALLY_KEPT_MONTHS;
