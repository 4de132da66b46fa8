/** The generic form messages as Ant Design's templates: it fills the label and the limits in. */

import type { FormProps } from 'antd';
import type { Translate } from '../../platform/locale/intl.tsx';

type Messages = NonNullable<FormProps['validateMessages']>;

/** Our messages with Ant Design's placeholders in the places of ours. */
export function formMessages(t: Translate): Messages {
  const [label, len, min, max] = ['label', 'len', 'min', 'max'].map((name) => `\${${name}}`) as [
    string,
    string,
    string,
    string,
  ];
  const sizes = (kind: 'string' | 'number' | 'array') => ({
    len: t(`form.${kind}.len`, { label, len }),
    min: t(`form.${kind}.min`, { label, min }),
    max: t(`form.${kind}.max`, { label, max }),
    range: t(`form.${kind}.range`, { label, min, max }),
  });
  return {
    required: t('form.required', { label }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Ant Design's own placeholders
    enum: t('form.enum', { label, values: '${enum}' }),
    whitespace: t('form.whitespace', { label }),
    date: {
      format: t('form.date.format', { label }),
      parse: t('form.date.parse', { label }),
      invalid: t('form.date.invalid', { label }),
    },
    string: sizes('string'),
    number: sizes('number'),
    array: sizes('array'),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Ant Design's own placeholders
    pattern: { mismatch: t('form.pattern', { label, pattern: '${pattern}' }) },
  };
}
