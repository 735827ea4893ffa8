import { Tooltip } from '@mui/joy'
import { FileInput } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { isFolded: boolean; onFile: (file: File) => void }

/** Product spec: the load-chatflow item accepts a .json file, which is read as text. */
export function LoadChatflow({ isFolded, onFile }: Props) {
  const { flowList } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const button = (
    <button
      type="button"
      className="menu-item row gap-10 text-secondary no-underline full-width inherits-font no-background pressable pad-0-10 height-36 filled-on-hover text-left round-sm relative"
      aria-label={isFolded ? flowList.loadFile : undefined}
      onClick={() => input.current?.click()}
    >
      <FileInput size={16} aria-hidden="true" />
      {!isFolded && <span className="truncate grows shrinks">{flowList.loadFile}</span>}
    </button>
  )
  return (
    <>
      {isFolded ? (
        <Tooltip title={flowList.loadFile} placement="right">
          {button}
        </Tooltip>
      ) : (
        button
      )}
      <input
        ref={input}
        type="file"
        id="load-chatflow"
        accept=".json"
        hidden
        aria-label={flowList.loadFile}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Reset, so that the same file can be chosen again after a correction.
          target.value = ''
          if (file) {
            onFile(file)
          }
        }}
      />
    </>
  )
}
