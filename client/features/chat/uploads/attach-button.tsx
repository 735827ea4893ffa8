import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { acceptOf } from '#client/chatbot/uploads/media-type.ts'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { types: readonly string[]; disabled: boolean; onFiles: (files: File[]) => void }

export function AttachButton({ types, disabled, onFiles }: Props) {
  const { chatUploads } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={acceptOf(types)}
        aria-label={chatUploads.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <button
        type="button"
        className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={chatUploads.attach}
        title={chatUploads.attach}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={17} aria-hidden />
      </button>
    </>
  )
}
