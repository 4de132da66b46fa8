/** What is filled in. */

import { useState } from 'react';
import { NumberField } from '../../components/number-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Group, Sample } from './sample.tsx';

/** The samples. */
export function FieldSamples() {
  const [text, setText] = useState('someone@example.com');
  const [number, setNumber] = useState('1234.5');
  const shared = { label: 'Email', name: 'sample', value: text, onChange: setText };
  const decimal = {
    label: 'Price',
    unit: 'USDT',
    scale: 2,
    value: number,
    onChange: setNumber,
  };
  return (
    <Group title="Fields">
      <Sample name="Text field">
        <TextField {...shared} />
      </Sample>
      <Sample name="Text field with a hint">
        <TextField {...shared} hint="Shown to nobody." />
      </Sample>
      <Sample name="Text field with an error">
        <TextField {...shared} value="" error="Please enter Email" />
      </Sample>
      <Sample name="Number field">
        <NumberField {...decimal} />
      </Sample>
      <Sample name="Number field, empty">
        <NumberField {...decimal} value="" placeholder="0.00" />
      </Sample>
      <Sample name="Number field with an error">
        <NumberField {...decimal} error="Price must be at least 0.01" />
      </Sample>
      <Sample name="Number field, disabled">
        <NumberField {...decimal} disabled />
      </Sample>
      <Sample name="Choices">
        <label className="check">
          <input type="checkbox" defaultChecked /> Checked
        </label>
        <label className="check">
          <input type="checkbox" /> Not checked
        </label>
        <label className="check">
          <input type="checkbox" disabled /> Disabled
        </label>
        <label className="input-box">
          <span className="visually-hidden">Time in force</span>
          <select defaultValue="gtc">
            <option value="gtc">Good till cancelled</option>
            <option value="ioc">Immediate or cancel</option>
          </select>
        </label>
      </Sample>
    </Group>
  );
}
