import { IconButton, Input } from '@mui/joy'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { STARTERS } from '#shared/flow-sections.ts'
import type { Draft } from './use-assistant-draft.ts'

export function PromptsSection({ id, draft }: { id: string; draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const stored = draft.details.starterPrompts ?? []
  /** Rows as typed: a new one may stay empty for a while. */
  const [rows, setRows] = useState<readonly string[]>(stored)
  const [shown, setShown] = useState(stored)
  useConfiguredPrompts(id, draft)
  // Replaced from outside the section, such as by a restored version.
  if (!isSame(shown, stored)) {
    setShown(stored)
    setRows(isSame(filled(rows), stored) ? rows : stored)
  }

  function edit(next: readonly string[]) {
    setRows(next)
    draft.change({ starterPrompts: filled(next) })
  }

  return (
    <section className="stack gap-8">
      <div className="row gap-12 spread">
        <h2 className="assistant-label">{texts.prompts}</h2>
        {rows.length < STARTERS.max && (
          <button type="button" className="text-link text-13" onClick={() => setRows([...rows, ''])}>
            {texts.addPrompt}
          </button>
        )}
      </div>
      <ul className="unlisted unpadded stack gap-8" aria-label={texts.prompts}>
        {rows.map((prompt, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt has no identity besides its place
          <li key={place} className="row gap-8">
            <Input
              className="grows"
              value={prompt}
              onChange={({ target }) => edit(rows.with(place, target.value))}
              slotProps={{ input: { 'aria-label': texts.prompt(place + 1), maxLength: STARTERS.characters } }}
            />
            <IconButton
              size="sm"
              variant="plain"
              aria-label={texts.removePrompt(place + 1)}
              onClick={() => edit(rows.toSpliced(place, 1))}
            >
              <Trash2 size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="text-12 text-tertiary">{texts.promptsHelp}</p>
    </section>
  )
}

/** Follows the dialog of the flow's configuration, where they can be edited too. */
function useConfiguredPrompts(id: string, { details, change }: Draft) {
  const { data } = trpc.flows.config.useQuery({ id }, { staleTime: 0 })
  const configured = data?.sections.starterPrompts.prompts
  const before = useRef(configured)
  useEffect(() => {
    const last = before.current
    before.current = configured
    const isChanged = last && configured && !isSame(last, configured)
    if (isChanged && isSame(details.starterPrompts ?? [], last)) {
      change({ starterPrompts: configured })
    }
  }, [configured, details.starterPrompts, change])
}

const filled = (rows: readonly string[]) => rows.map((row) => row.trim()).filter(Boolean)
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((prompt, place) => prompt === other[place])
