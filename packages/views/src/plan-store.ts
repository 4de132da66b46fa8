import {
  assert,
  type OrderId,
  type PlanAmendedEvent,
  type PlanEndedEvent,
  type PlanOpenedEvent,
} from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { type PlanView, STATUS_OF_PLAN_END } from './types.ts';

/** Ended plans kept for each account: orders that came of them say what set them off. */
const ENDED_KEPT = 500;

/** Snapshots before contracts have neither options nor anything attached. */
type Later = Pick<PlanView, 'options' | 'attached'>;
type SavedPlan = Omit<PlanView, keyof Later> & Partial<Later>;

/** Pending plans and the latest ended ones: few and long-lived, so plain objects do. */
export class PlanStore {
  readonly #plans = new Map<OrderId, PlanView>();

  get(id: OrderId): PlanView | undefined {
    return this.#plans.get(id);
  }

  opened(event: PlanOpenedEvent, account: AccountState): void {
    const { kind: _kind, seq: _seq, time, ...terms } = event;
    this.#add(
      {
        ...terms,
        options: terms.options ?? 0,
        attached: terms.attached ?? null,
        status: 'live',
        order: 0,
        code: 0,
        createdTime: time,
        updatedTime: time,
      },
      account,
    );
  }

  #add(plan: PlanView, account: AccountState): void {
    this.#plans.set(plan.plan, plan);
    if (plan.status === 'live') {
      account.plans ??= new Set();
      account.plans.add(plan.plan);
    } else {
      account.endedPlans ??= new Set();
      account.endedPlans.add(plan.plan);
    }
    if (plan.clientId === '') return;
    account.planClients ??= new Map();
    const rival = account.planClients.get(plan.clientId);
    if (rival === undefined || rival < plan.plan) {
      account.planClients.set(plan.clientId, plan.plan);
    }
  }

  amended(event: PlanAmendedEvent): void {
    const plan = this.#known(event.plan);
    const { triggerPrice, price, quantity, quoteAmount, time } = event;
    const { callbackPpm = plan.callbackPpm, triggerBy = plan.triggerBy } = event;
    const { attached = plan.attached } = event;
    this.#plans.set(plan.plan, {
      ...plan,
      triggerPrice,
      price,
      quantity,
      quoteAmount,
      callbackPpm,
      triggerBy,
      attached,
      updatedTime: time,
    });
  }

  ended(event: PlanEndedEvent, account: AccountState): void {
    const plan = this.#known(event.plan);
    this.#plans.set(plan.plan, {
      ...plan,
      status: STATUS_OF_PLAN_END[event.end],
      order: event.order,
      code: event.code,
      updatedTime: event.time,
    });
    account.plans?.delete(plan.plan);
    account.endedPlans ??= new Set();
    account.endedPlans.add(plan.plan);
    for (const oldest of account.endedPlans) {
      if (account.endedPlans.size <= ENDED_KEPT) break;
      this.#forget(oldest, account);
    }
  }

  #forget(id: OrderId, account: AccountState): void {
    account.endedPlans?.delete(id);
    const clientId = this.#plans.get(id)?.clientId ?? '';
    if (account.planClients?.get(clientId) === id) account.planClients.delete(clientId);
    this.#plans.delete(id);
  }

  #known(id: OrderId): PlanView {
    const plan = this.#plans.get(id);
    assert(plan !== undefined, `views: plan ${id} was never opened`);
    return plan;
  }

  /** Plans of one account: ended ones first, each list in its order. */
  write(to: ByteWriter, accounts: Iterable<AccountState>): void {
    const plans: PlanView[] = [];
    for (const account of accounts) {
      for (const id of account.endedPlans ?? []) plans.push(this.#known(id));
      for (const id of account.plans ?? []) plans.push(this.#known(id));
    }
    to.text(JSON.stringify(plans));
  }

  /** Into a new store. */
  read(from: ByteReader, accountOf: (plan: PlanView) => AccountState): void {
    for (const saved of JSON.parse(from.text()) as SavedPlan[]) {
      const { options = 0, attached = null } = saved;
      const plan = { ...saved, options, attached };
      this.#add(plan, accountOf(plan));
    }
  }
}
