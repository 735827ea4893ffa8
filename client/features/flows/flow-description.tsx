import { Textarea } from '@mui/joy'
import { type KeyboardEvent, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowSummary } from '#shared/flows.ts'

const MAX_LENGTH = 500

type Props = { flow: Pick<FlowSummary, 'id' | 'name' | 'description'> }

export function FlowDescription({ flow: { id, name, description } }: Props) {
  const { flowList } = useTexts()
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const save = useSaveDescription(id, name)

  if (isEditing) {
    return (
      <DescriptionField
        initial={description ?? ''}
        onClose={(text) => {
          setEditing(false)
          if (text !== undefined && text.trim() !== (description ?? '')) {
            save.mutate({ id, description: text })
          }
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  }
  const shown = save.isPending ? save.variables.description?.trim() : description
  return (
    <button
      ref={button}
      type="button"
      className="flow-description flex full-width unpadded relative inherits-font text-13 line-18 text-secondary no-background borderless round-xs text-left items-flex-start min-height-36"
      data-empty={!shown || undefined}
      aria-label={shown ? flowList.editDescription(name) : flowList.describe(name)}
      title={shown || undefined}
      onClick={() => setEditing(true)}
    >
      <span className="clips breaks-anywhere">{shown || flowList.addDescription}</span>
    </button>
  )
}

function useSaveDescription(id: string, name: string) {
  const { flowList } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  return trpc.flows.update.useMutation({
    onSuccess: () => Promise.all([utils.flows.summaries.invalidate(), utils.flows.get.invalidate({ id })]),
    onError: (error) => toasts.error(`${flowList.descriptionFailed(name)} ${errorText(error)}`),
  })
}

type FieldProps = {
  initial: string
  /** Without a text the edit was cancelled. */
  onClose: (text?: string) => void
}

function DescriptionField({ initial, onClose }: FieldProps) {
  const { flowList } = useTexts()
  const [text, setText] = useState(initial)
  const isClosed = useRef(false)

  // Closing removes the focused field, which blurs it.
  function close(saved?: string) {
    if (!isClosed.current) {
      isClosed.current = true
      onClose(saved)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) {
      return
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      close(text)
    }
  }
  return (
    <Textarea
      className="flow-description-field"
      size="sm"
      minRows={2}
      maxRows={4}
      autoFocus
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => close(text)}
      slotProps={{
        textarea: {
          'aria-label': flowList.description,
          title: flowList.descriptionHint,
          maxLength: MAX_LENGTH,
          onFocus: ({ target }) => target.setSelectionRange(target.value.length, target.value.length),
        },
      }}
    />
  )
}
