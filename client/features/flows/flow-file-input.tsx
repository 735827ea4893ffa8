import type { RefObject } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

export function FlowFileInput({
  input,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}) {
  const { flows: texts } = useTexts()
  return (
    <input
      ref={input}
      type="file"
      accept=".json"
      hidden
      aria-label={texts.importFile}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // Reset, so that the same file can be chosen again after a correction.
        target.value = ''
        if (file) {
          onFile(file)
        }
      }}
    />
  )
}
