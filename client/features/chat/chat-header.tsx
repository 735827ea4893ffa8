import { SquarePen, Trash2 } from 'lucide-react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

type Props = {
  title: string | undefined
  isRunning: boolean
  onNew: () => void
  onClear: () => Promise<void>
}

export function ChatHeader({ title, isRunning, onNew, onClear }: Props) {
  const { chat } = useTexts()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const isEmpty = title === undefined
  const why = isRunning ? chat.stopFirst : undefined

  async function clear() {
    const isSure = await confirm({
      title: chat.clearTitle,
      description: chat.clearDescription,
      confirmButtonName: chat.clearConfirm,
      danger: true,
    })
    if (isSure) {
      await onClear().catch((error) => toasts.error(errorText(error)))
    }
  }

  return (
    <header className="chat-header row gap-4 line-below min-height-44">
      <h2 className="truncate grows shrinks text-14 medium" title={title}>
        {title ?? chat.newChat}
      </h2>
      <button
        type="button"
        className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={chat.newChat}
        title={why ?? chat.newChat}
        disabled={isEmpty || isRunning}
        onClick={onNew}
      >
        <SquarePen size={17} aria-hidden />
      </button>
      <button
        type="button"
        className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={chat.clearChat}
        title={why ?? chat.clearChat}
        disabled={isEmpty || isRunning}
        onClick={clear}
      >
        <Trash2 size={17} aria-hidden />
      </button>
    </header>
  )
}
