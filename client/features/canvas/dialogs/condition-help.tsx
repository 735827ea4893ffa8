import { CircleHelp } from 'lucide-react'
import { useId, useState } from 'react'

/** *How to Use* above a table of conditions: opens the lines below it. */
export function ConditionHelp({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link-button condition-how"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <CircleHelp size={14} aria-hidden="true" /> {title}
      </button>
      <ul id={id} className="condition-help" hidden={!isOpen}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
