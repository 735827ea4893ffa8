import './file-drop-zone.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** Shown while files are dragged over the page. */
  text: string
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** The whole page accepts files. */
export function FileDropZone({ text, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  const receive = useRef(onFiles)
  receive.current = onFiles

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
      const files = [...(event.dataTransfer?.files ?? [])]
      // A field of the page may have taken them.
      if (files.length > 0 && !event.defaultPrevented) {
        event.preventDefault()
        receive.current(files)
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
          {text}
        </div>
      )}
    </>
  )
}
