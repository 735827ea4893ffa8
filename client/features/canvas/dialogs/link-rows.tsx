import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { links: readonly string[]; showsFaults: boolean; onChange: (links: string[]) => void }

export function isLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The chosen pages, one to a line: each can be rewritten and taken away. */
export function LinkRows({ links, showsFaults, onChange }: Props) {
  const { links: texts } = useTexts().canvasTools
  const list = useRef<HTMLUListElement>(null)

  /** The focus goes on to the line that takes its place. */
  function focusRow(index: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  }

  return (
    <section aria-label={texts.list}>
      <header className="links-head">
        <h3>{texts.list}</h3>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onChange([...links, ''])
            focusRow(links.length)
          }}
        >
          <Plus size={14} aria-hidden="true" /> {texts.add}
        </button>
        {links.length > 0 && (
          <button type="button" className="link-button" onClick={() => onChange([])}>
            {texts.clear}
          </button>
        )}
      </header>
      {links.length === 0 && <p className="choice-note">{texts.none}</p>}
      <ul className="links-rows" ref={list}>
        {links.map((link, index) => {
          const isWrong = showsFaults && link.trim() !== '' && !isLink(link.trim())
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone: it is being rewritten
            <li key={index}>
              <input
                type="url"
                value={link}
                aria-label={texts.link(index + 1)}
                aria-invalid={isWrong}
                onChange={({ target }) =>
                  onChange(links.map((each, at) => (at === index ? target.value : each)))
                }
              />
              <button
                type="button"
                className="icon-button"
                aria-label={texts.remove(index + 1)}
                onClick={() => {
                  onChange(links.filter((_, at) => at !== index))
                  focusRow(Math.min(index, links.length - 2))
                }}
              >
                <X size={15} />
              </button>
              {isWrong && <small role="alert">{texts.notUrl}</small>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
