type Props = {
  /** What the flows lose, ending with a colon. */
  text: string
  names: readonly string[]
  /** Said after the names, such as how many more there are. */
  rest?: string | undefined
}

/** The flows that a deletion breaks, for the question before it. */
export function Losses({ text, names, rest }: Props) {
  return (
    <>
      {text}
      <ul className="margin-8-0-0 pad-left-20">
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two flows may have one name
          <li key={place}>{name}</li>
        ))}
        {rest && <li>{rest}</li>}
      </ul>
    </>
  )
}
