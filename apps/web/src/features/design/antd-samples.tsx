/** The parts of Ant Design that the pages of forms and tables use. */

import { Alert, Button, Checkbox, DatePicker, Form, Input, Segmented, Select, Tag } from 'antd';
import { useEffect } from 'react';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { CardTable } from '../../components/antd/card-table.tsx';
import { Group, Sample } from './sample.tsx';

interface Row {
  readonly key: string;
  readonly coin: string;
  readonly available: string;
}

const COLUMNS = [
  {
    key: 'coin',
    title: 'Coin',
    render: ({ coin }: Row) => coin,
    sorter: (a: Row, b: Row) => a.coin.localeCompare(b.coin),
  },
  {
    key: 'available',
    title: 'Available',
    align: 'end' as const,
    render: ({ available }: Row) => available,
  },
];
const ROWS: readonly Row[] = [
  { key: 'BTC', coin: 'BTC', available: '2.00000000' },
  { key: 'USDT', coin: 'USDT', available: '100,000.00' },
];
const TABLES = [
  ['Table', ROWS, false],
  ['Table, empty', [], false],
  ['Table, loading', ROWS, true],
] as const;

function FormSample() {
  const [form] = Form.useForm();
  useEffect(() => {
    // Shows the messages of the empty form at once.
    form.validateFields().catch(() => undefined);
  }, [form]);
  return (
    <Form form={form} layout="vertical" initialValues={{ label: 'ab' }}>
      <Form.Item name="name" label="Name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="label" label="Label" rules={[{ min: 3, max: 20 }]}>
        <Input />
      </Form.Item>
      <Form.Item name="ok" valuePropName="checked">
        <Checkbox>Read</Checkbox>
      </Form.Item>
    </Form>
  );
}

/** The samples. */
export function AntdSamples() {
  return (
    <AntdFrame>
      <Group title="Ant Design">
        {TABLES.map(([name, rows, loading]) => (
          <Sample key={name} name={name}>
            <CardTable<Row>
              label={name}
              size="small"
              rowKey="key"
              columns={COLUMNS}
              dataSource={[...rows]}
              loading={loading}
            />
          </Sample>
        ))}
        <Sample name="Form with errors">
          <FormSample />
        </Sample>
        <Sample name="Buttons">
          <Button type="primary">Primary</Button>
          <Button>Default</Button>
          <Button danger>Danger</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Loading</Button>
        </Sample>
        <Sample name="Choices">
          <Select
            aria-label="Kind"
            defaultValue="buy"
            options={[
              { value: 'buy', label: 'Buy' },
              { value: 'sell', label: 'Sell' },
            ]}
          />
          <Segmented options={['Day', 'Week', 'Month']} />
          <DatePicker aria-label="Day" />
        </Sample>
        <Sample name="Tags and alerts">
          <Tag>Default</Tag>
          <Alert type="info" showIcon title="Information" />
          <Alert type="warning" showIcon title="Warning" />
          <Alert type="error" showIcon title="Error" />
        </Sample>
      </Group>
    </AntdFrame>
  );
}
