/** Of the content security policy of the document; a style element without it would be refused. Browsers show it to scripts alone. */
export function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
