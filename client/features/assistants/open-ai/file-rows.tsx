import { Button, IconButton } from '@mui/joy'
import { FilePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { OpenAiFile } from '#shared/open-ai-assistants.ts'

type Props = {
  label: string
  add: string
  files: readonly (OpenAiFile & { note?: string | undefined })[]
  disabled: boolean
  hint: string | undefined
  onAdd: (files: File[]) => Promise<void>
  onRemove: (file: OpenAiFile) => Promise<void>
}

export function FileRows({ label, add, files, disabled, hint, onAdd, onRemove }: Props) {
  const { form: texts } = useTexts().assistants.openAi
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)

  async function run(work: Promise<void>) {
    setBusy(true)
    await work.finally(() => setBusy(false))
  }

  return (
    <div className="grid gap-8">
      <div className="row gap-8 spread">
        <span className="text-13 text-secondary">{label}</span>
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<FilePlus size={14} />}
          loading={isBusy}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {add}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={add}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            target.value = ''
            void (chosen.length > 0 && run(onAdd(chosen)))
          }}
        />
      </div>
      {hint && <p className="text-13 text-secondary">{hint}</p>}
      {files.length > 0 && (
        <ul className="assistant-files flush outlined round-sm" aria-label={label}>
          {files.map((file) => (
            <li key={file.id} className="row gap-8 spread">
              <span className="truncate shrinks text-14">{file.filename || file.id}</span>
              {file.note && <span className="text-12 text-tertiary">{file.note}</span>}
              <IconButton
                size="sm"
                variant="plain"
                disabled={isBusy || disabled}
                aria-label={texts.removeFile(file.filename || file.id)}
                onClick={() => void run(onRemove(file))}
              >
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
