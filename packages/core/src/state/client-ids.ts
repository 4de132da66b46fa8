/**
 * Client order ids, which make placing an order idempotent: one (account, client id) names one order while
 * it is open, and for 24 h or the account's next 100,000 ended orders after, whichever ends first
 * (INV-13). An order that a plan enters takes its name from whichever had it.
 */
import { assert, CLIENT_ID_RETENTION_MS, CLIENT_ID_RETENTION_ORDERS } from '@halcyon/domain';

interface Reserved {
  readonly clientId: string;
  readonly order: number;
  /** Unix ms; 0 while the order is open. */
  endedAt: number;
  /** How many orders its user had ended when this one ended. */
  endedCount: number;
}

interface Owner {
  readonly ids: Map<string, Reserved>;
  /** Those whose orders ended, in this order; one that gave its name to another order is not in `ids`. */
  ended: Reserved[];
  head: number;
}

/** What a snapshot keeps of one account. */
export type ClientIdsImage = [
  account: number,
  ids: [clientId: string, order: number, endedAt: number, endedCount: number][],
];

export class ClientIds {
  private readonly owners = new Map<number, Owner>();

  /**
   * The order that holds this client id, 0 = it is free.
   * @param endedCount orders the account's user has ended so far
   */
  holder(account: number, clientId: string, time: number, endedCount: number): number {
    const reserved = this.owners.get(account)?.ids.get(clientId);
    if (reserved === undefined) return 0;
    return expired(reserved, time, endedCount) ? 0 : reserved.order;
  }

  /** Gives the client id to an order: one that had it until now is not found by it any more. */
  reserve(account: number, clientId: string, order: number): void {
    assert(order > 0 && clientId !== '', 'a client id without an order, or the other way round');
    this.owner(account).ids.set(clientId, { clientId, order, endedAt: 0, endedCount: 0 });
  }

  /** The order ended: its client id stays reserved for a while. */
  end(account: number, clientId: string, order: number, time: number, endedCount: number): void {
    const owner = this.owner(account);
    const reserved = owner.ids.get(clientId);
    if (reserved === undefined || reserved.order !== order) return;
    reserved.endedAt = time;
    reserved.endedCount = endedCount;
    owner.ended.push(reserved);
    forgetExpired(owner, time, endedCount);
  }

  /** Canonical content, for snapshots and the state hash. */
  image(): ClientIdsImage[] {
    const image: ClientIdsImage[] = [];
    for (const [account, owner] of this.owners) {
      const open: ClientIdsImage[1] = [];
      for (const [id, r] of owner.ids) if (r.endedAt === 0) open.push([id, r.order, 0, 0]);
      open.sort((a, b) => a[1] - b[1]);
      const ended: ClientIdsImage[1] = [];
      for (let i = owner.head; i < owner.ended.length; i++) {
        const r = owner.ended[i]!;
        if (owner.ids.get(r.clientId) !== r) continue;
        ended.push([r.clientId, r.order, r.endedAt, r.endedCount]);
      }
      image.push([account, [...ended, ...open]]);
    }
    return image.sort((a, b) => a[0] - b[0]);
  }

  restore(image: readonly ClientIdsImage[]): void {
    for (const [account, ids] of image) {
      const owner = this.owner(account);
      for (const [clientId, order, endedAt, endedCount] of ids) {
        const reserved = { clientId, order, endedAt, endedCount };
        owner.ids.set(clientId, reserved);
        if (endedAt !== 0) owner.ended.push(reserved);
      }
    }
  }

  private owner(account: number): Owner {
    let owner = this.owners.get(account);
    if (owner === undefined) {
      owner = { ids: new Map(), ended: [], head: 0 };
      this.owners.set(account, owner);
    }
    return owner;
  }
}

function expired(reserved: Reserved, time: number, endedCount: number): boolean {
  if (reserved.endedAt === 0) return false;
  return (
    time - reserved.endedAt >= CLIENT_ID_RETENTION_MS ||
    endedCount - reserved.endedCount >= CLIENT_ID_RETENTION_ORDERS
  );
}

function forgetExpired(owner: Owner, time: number, endedCount: number): void {
  while (owner.head < owner.ended.length) {
    const reserved = owner.ended[owner.head]!;
    if (owner.ids.get(reserved.clientId) === reserved) {
      if (!expired(reserved, time, endedCount)) break;
      owner.ids.delete(reserved.clientId);
    }
    owner.head += 1;
  }
  if (owner.head > 1_024 && owner.head * 2 > owner.ended.length) {
    owner.ended = owner.ended.slice(owner.head);
    owner.head = 0;
  }
}
