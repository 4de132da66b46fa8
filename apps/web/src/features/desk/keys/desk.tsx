/** Keys, commands and the ladder of a product's terminal: in its bar, for somebody who is signed in. */

import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { PartProps } from '../../terminal/product-parts.ts';
import type { SideName } from '../order-form/draft.ts';
import type { FormMarket, OrderSums } from '../order-form/order-product.ts';
import { arm, useArmed } from './armed.ts';
import type { DeskProduct } from './desk-product.ts';
import { showDesk } from './desk-store.ts';
import { type ActionPlan, isPlan, type MarketState, type NoPlan, planOf } from './plan.ts';
import { NoPlanLine, PlanLines, PlanPreview } from './plan-lines.tsx';
import { doesNow, useDesk } from './use-desk.ts';
import { useKeys } from './use-keys.ts';
import './desk.css';

const Ladder = lazyPart(async () => (await import('../ladder/ladder.tsx')).Ladder, 0);
const AlertsDialog = lazyPart(
  async () => (await import('../../alerts/alerts-dialog.tsx')).AlertsDialog,
  0,
);

/** The switch of what sends without a form. */
function ArmSwitch() {
  const t = useT();
  const armed = useArmed();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={armed}
      className="desk-arm"
      aria-label={t('desk.arm')}
      title={t(armed ? 'desk.armed' : 'desk.disarmed')}
      onClick={() => arm(!armed)}
    >
      <Icon name="keyboard" size={16} />
      <span className="desk-arm-word">{t(armed ? 'desk.isArmed' : 'desk.arm')}</span>
    </button>
  );
}

/** What was to be cancelled while nothing is armed waits for a yes, and is shown as it would be done now. */
function Question(props: {
  readonly plan: ActionPlan | NoPlan;
  readonly scene: MarketState;
  readonly onYes: (plan: ActionPlan) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const t = useT();
  const [doing, setDoing] = useState<ActionPlan | null>(null);
  const { scene, onYes, onClose } = props;
  const plan = doing ?? props.plan;
  if (!isPlan(plan)) {
    return (
      <ConfirmDialog
        title={t('order.confirm')}
        confirm={t('action.close')}
        onConfirm={onClose}
        onClose={onClose}
      >
        <NoPlanLine {...plan} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('order.confirm')}
      confirm={t(plan.send.length > 0 ? 'desk.flatten' : 'desk.cancelOrders')}
      danger
      busy={doing !== null}
      onConfirm={() => {
        setDoing(plan);
        void onYes(plan).finally(onClose);
      }}
      onClose={onClose}
    >
      <PlanLines plan={plan} scene={scene} />
    </ConfirmDialog>
  );
}

/** Lets the search know what commands would do. */
function useSearch(desk: ReturnType<typeof useDesk>): void {
  const { scene, acts } = desk;
  const armed = useArmed();
  useEffect(() => {
    showDesk((text) => {
      const plan = acts.hear(text);
      if (plan === null) return null;
      if (!isPlan(plan)) return { preview: <NoPlanLine {...plan} /> };
      const preview = <PlanPreview plan={plan} scene={scene} does={doesNow(plan, armed)} />;
      return { preview, run: () => acts.act(plan, scene) };
    });
  }, [scene, acts, armed]);
  useEffect(() => () => showDesk(null), []);
}

type Props = PartProps & { readonly product: DeskProduct; readonly uid: string };

function Desk({ product, instrument, uid }: Props) {
  const t = useT();
  const desk = useDesk(product, instrument);
  const { scene, acts, asking, ask } = desk;
  const [ladder, setLadder] = useState(false);
  const [alerts, setAlerts] = useState(false);
  const [side, setSide] = useState<SideName>('buy');
  const onLadder = () => setLadder((before) => !before);
  const onAlerts = () => setAlerts(true);
  useKeys({ uid, say: acts.say, onLadder, onAlerts, side, onSide: setSide });
  useSearch(desk);
  return (
    <div className="desk-tools">
      <Button
        look="ghost"
        icon
        aria-pressed={ladder}
        aria-label={t('ladder.title')}
        title={t('ladder.title')}
        onClick={onLadder}
      >
        <Icon name="menu" />
      </Button>
      <ArmSwitch />
      {ladder && (
        <Ladder
          instrument={instrument}
          product={product}
          orders={scene.orders}
          acts={acts}
          onClose={() => setLadder(false)}
        />
      )}
      {alerts && <AlertsDialog instrument={instrument} onClose={() => setAlerts(false)} />}
      {asking !== null && (
        <Question
          plan={planOf(asking, scene)}
          scene={scene}
          onYes={(plan) => acts.carry(plan, scene)}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}

/** The desk of a product. */
export function deskOf<M extends FormMarket, S extends OrderSums>(
  product: DeskProduct<M, S>,
): ComponentType<PartProps> {
  // The desk gives a product no market but its own.
  const any = product as unknown as DeskProduct;
  return function ProductDesk({ instrument }: PartProps) {
    const { user } = useSession();
    if (user === null) return null;
    return <Desk product={any} instrument={instrument} uid={user.uid} />;
  };
}
