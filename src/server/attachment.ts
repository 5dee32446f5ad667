const LONGEST = 150;

/**
 * Header under which an answer is saved as a file. The name is said twice (RFC 6266): in letters that every browser reads, and
 * whole in UTF-8 (RFC 5987). What could end the line or lead to another folder is no part of a name; a long one keeps its ending.
 */
export function attachment(name: string): string {
  const clean =
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]+/gu, '_')
      .replace(/^[.\s]+|\s+$/g, '') || 'file';
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  const whole = clean.length > LONGEST ? clean.slice(0, LONGEST - ending.length).toWellFormed() + ending : clean;
  const plain = whole.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(whole).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
