/**
 * The mails that no server was asked to take, for the person at this machine. Who reads them can reset
 * any password, so they are shown only where nobody else gets: see `outboxOpen` in config.ts.
 */
import { WireError } from '@halcyon/protocol';
import { MAILS_LISTED_MAX } from '@halcyon/records';
import { isForwarded } from '../auth/client-address.ts';
import { mailText } from '../mail/mail-text.ts';
import { type WebRoute, webRoute } from './route.ts';

const outbox = webRoute('GET /outbox', async (context, request) => {
  // A page of another host whose name leads to this machine asks with its own name.
  const asked = `${request.raw.protocol}://${request.raw.headers.host ?? ''}`;
  const isHere = request.loopback && !isForwarded(request.raw.raw);
  if (!context.outboxOpen || !isHere || !context.origins.isOwn(asked)) {
    throw new WireError('outboxClosed');
  }
  const mails = await context.identity.listMails({ limit: MAILS_LISTED_MAX });
  return mails.map((mail) => {
    const { id, recipient, createdAt } = mail;
    return { id, recipient, createdAt, ...mailText(mail) };
  });
});

/** The routes of this file. */
export const OUTBOX_ROUTES: readonly WebRoute[] = [outbox];
