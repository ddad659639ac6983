/** What templates know besides their data. */
export interface TemplateContext {
  /** Origin under which browsers see the product, without a trailing slash. */
  appUrl: string;
  companyName: string;
  /** Opens what the vault has sealed: keys that must not lie readable in the outbox. */
  open: (sealed: string) => string;
}
