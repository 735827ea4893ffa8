import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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

export function FileDropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const { flows: texts } = useTexts()
  const [isOver, setOver] = useState(false)
  const receive = useRef(onFile)
  receive.current = onFile

  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const onDragOver = (event: DragEvent) => {
      if (hasFile(event)) {
        event.preventDefault()
        setOver(true)
      }
    }
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) {
        event.preventDefault()
        receive.current(file)
      }
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [])

  return (
    <>
      {children}
      {isOver && (
        <div
          className="drop-veil centered semibold untouchable fixed text-accent-soft round-lg"
          role="status"
        >
          {texts.dropHere}
        </div>
      )}
    </>
  )
}
