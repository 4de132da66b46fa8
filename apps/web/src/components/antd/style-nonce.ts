/**
 * Ant Design makes style elements while it runs, and the policy of the page stops those without the
 * nonce of the answer. Its own setting reaches most of them, but not those that measure scroll bars or
 * lock scrolling; so every style element made by script gets the nonce where it is made. Scripts come
 * from our files alone, so this lets in nothing else.
 */

/** Must run before the first component of Ant Design. Without a nonce (development) nothing changes. */
export function giveStylesTheNonce(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  const nonce = meta?.nonce ?? '';
  if (nonce === '') return;
  const create = document.createElement.bind(document);
  const withNonce = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  document.createElement = withNonce as typeof document.createElement;
}
