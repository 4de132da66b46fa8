/** A choice of a few words of the draft, its name inside. */

/** The field. */
export function WordField<Word extends string>(props: {
  readonly label: string;
  readonly words: readonly Word[];
  readonly value: Word;
  readonly nameOf: (word: Word) => string;
  readonly onChoose: (word: Word) => void;
}) {
  const { label, words, value, nameOf, onChoose } = props;
  return (
    <label className="input-box">
      <span className="input-prefix">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          for (const word of words) if (word === target.value) onChoose(word);
        }}
      >
        {words.map((word) => (
          <option key={word} value={word}>
            {nameOf(word)}
          </option>
        ))}
      </select>
    </label>
  );
}
