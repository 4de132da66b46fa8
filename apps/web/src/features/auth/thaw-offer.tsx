/** Offers a link that thaws, to who froze the account and signs in. */

import { AskLink } from './ask-link.tsx';
import { askThaw } from './thaw-api.ts';

/** The form. @param props.email what was typed, '' = nothing was */
export function ThawOffer({ email }: { readonly email: string }) {
  return <AskLink text="security.thawOffer" sent="security.thawSent" email={email} ask={askThaw} />;
}
