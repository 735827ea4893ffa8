import { Button, type ButtonProps } from '@mui/joy'
import { FileJson } from 'lucide-react'
import { useRef } from 'react'

type Props = Pick<ButtonProps, 'variant' | 'color' | 'loading'> & {
  label: string
  onFile: (file: File) => void
}

/** Chooses one JSON file. */
export function FileButton({ label, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} startDecorator={<FileJson size={16} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={label}
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
