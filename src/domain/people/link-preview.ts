/**
 * Programs that read a shared link before its receiver does: previews of WhatsApp (its name comes first; of Signal too, which uses
 * it), Facebook, Instagram, iMessage, Telegram, X, Slack, LinkedIn, Discord, Teams and Skype, and search engines or mail scanners that name
 * themselves. A Cubot is a phone.
 */
const PREVIEWS = /^WhatsApp\/|facebookexternalhit|meta-externalagent|(?<!cu)bot\b|preview|crawler|spider/i;

/** Whether a User-Agent says that no person opened the link. A scanner that poses as a browser is taken for one. */
export function isLinkPreview(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PREVIEWS.test(userAgent);
}
