import { IconButton, Input } from '@mui/joy'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { STARTERS } from '#shared/flow-sections.ts'

/** Starter prompts are a setting of the flow, as in its configuration: they belong to no version. */
export function PromptsSection({ id }: { id: string }) {
  const { editor: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const query = trpc.flows.config.useQuery({ id }, { staleTime: 0 })
  const [edited, setEdited] = useState<readonly string[]>()
  const saving = trpc.flows.saveConfig.useMutation({
    onSuccess: (config) => {
      utils.flows.config.setData({ id }, config)
      void utils.chatbot.offers.invalidate({ flowId: id })
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const prompts = edited ?? query.data?.sections.starterPrompts.prompts ?? []

  /** Empty rows are left out, so that a new row may stay empty for a while. */
  function save(rows: readonly string[]) {
    const filled = rows.map((row) => row.trim()).filter(Boolean)
    saving.mutate({ id, section: 'starterPrompts', value: { prompts: filled } })
  }

  return (
    <section className="stack gap-8">
      <div className="row gap-12 spread">
        <h2 className="assistant-label">{texts.prompts}</h2>
        {prompts.length < STARTERS.max && (
          <button type="button" className="text-link text-13" onClick={() => setEdited([...prompts, ''])}>
            {texts.addPrompt}
          </button>
        )}
      </div>
      <ul className="unlisted unpadded stack gap-8" aria-label={texts.prompts}>
        {prompts.map((prompt, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt has no identity besides its place
          <li key={place} className="row gap-8">
            <Input
              className="grows"
              value={prompt}
              onChange={({ target }) => setEdited(prompts.with(place, target.value))}
              onBlur={() => edited && save(edited)}
              slotProps={{ input: { 'aria-label': texts.prompt(place + 1), maxLength: STARTERS.characters } }}
            />
            <IconButton
              size="sm"
              variant="plain"
              aria-label={texts.removePrompt(place + 1)}
              onClick={() => {
                const rest = prompts.toSpliced(place, 1)
                setEdited(rest)
                save(rest)
              }}
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
