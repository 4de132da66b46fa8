/** Says in advance by which rule margin accounts are called and liquidated. */

import { Dialog } from '../../../components/dialog.tsx';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';

const RULES: readonly MessageId[] = [
  'margin.rule.ratio',
  'margin.rule.keeps',
  'margin.rule.scope',
  'margin.rule.call',
  'margin.rule.liquidation',
  'margin.rule.interest',
];

/** The dialog. */
export function RuleDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('margin.how')} onClose={onClose}>
      <ol className="margin-rules">
        {RULES.map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </ol>
    </Dialog>
  );
}
