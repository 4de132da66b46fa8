/** A long id, such as that of a transaction. */

/** Shortened where a table has no room for it, whole on a card and for who hears it; one press marks all of it. */
export function HashText({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr" className="hash" title={text}>
      {text}
    </bdi>
  );
}
