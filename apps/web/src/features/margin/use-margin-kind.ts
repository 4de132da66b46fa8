/** The margin account that the terminal shows. */

import type { MarginKind } from '@halcyon/domain/web';
import { kindOfAccount, useTerminalAccount } from '../terminal/account/terminal-account.ts';

/** Cross, or isolated. */
export function useMarginKind(): MarginKind {
  return kindOfAccount(useTerminalAccount().account);
}
