/** A payment id is the key to its page, so the report carries the pattern and never the id or the query. */
function pathPattern(pathname: string): string {
  return pathname.replace(
    /^\/(payment|customer-payment|upgrade|receipt)\/(?!(?:verify|success|cancel)$)[^/]+/,
    '/$1/:id',
  );
}

/** Told once per page; whether it arrives is of no concern to the customer. */
export function reportPageView(url: string): void {
  void fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ path: pathPattern(location.pathname) }),
    keepalive: true,
    credentials: 'omit',
  })
    // Read to its end, or the browser keeps the connection busy.
    .then((answer) => answer.text())
    .catch(() => undefined);
}
