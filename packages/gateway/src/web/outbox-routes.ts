/**
 * The mails that no server was asked to take, for the person at this machine. Who reads them can reset
 * any password, so they are shown only where nobody else gets: see `outboxOpen` in config.ts.
 */
import type { Outbox } from '@halcyon/domain/web';
import { MAILS_LISTED_MAX } from '@halcyon/records';
import { WebError } from '../http/web-error.ts';
import { mailText } from '../mail/mail-text.ts';
import type { WebRoute } from './context.ts';

const outbox: WebRoute = {
  method: 'GET',
  path: '/outbox',
  access: 'public',
  async handle(context, request): Promise<Outbox> {
    // A page of another host whose name leads to this machine asks with its own name.
    const asked = `${request.raw.protocol}://${request.raw.headers.host ?? ''}`;
    if (!context.outboxOpen || !request.loopback || !context.origins.isOwn(asked)) {
      throw new WebError('outboxClosed', 404, '40404', 'This exchange shows no outbox.');
    }
    const mails = await context.identity.listMails({ limit: MAILS_LISTED_MAX });
    return mails.map((mail) => {
      const { id, recipient, createdAt } = mail;
      return { id, recipient, createdAt, ...mailText(mail) };
    });
  },
};

/** The routes of this file. */
export const OUTBOX_ROUTES: readonly WebRoute[] = [outbox];
