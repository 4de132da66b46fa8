/** A choice of a few words in a form. */

/** The field. */
export function ChoiceField<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly items: readonly { readonly key: T; readonly label: string }[];
  readonly onChange: (key: T) => void;
}) {
  return (
    <label className="input-box">
      <span className="input-prefix">{props.label}</span>
      <select
        value={props.value}
        onChange={(event) => {
          const chosen = props.items.find(({ key }) => key === event.target.value);
          if (chosen !== undefined) props.onChange(chosen.key);
        }}
      >
        {props.items.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
