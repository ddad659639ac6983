/** Input of templates besides their data. */
export interface TemplateContext {
  /** Public origin of the product, without a trailing slash. */
  appUrl: string;
  companyName: string;
  /** Opens values sealed by the vault, such as links in the outbox. */
  open: (sealed: string) => string;
}
