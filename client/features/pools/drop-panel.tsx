import { Button } from '@mui/joy'
import { FileUp, Link as LinkIcon, Type } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { poolExtensions } from '#shared/pools.ts'

type Props = {
  title: string
  onFiles: (files: File[]) => void
  onUrl: () => void
  onText: () => void
}

/** Adds files, a web page or a text. */
export function DropPanel({ title, onFiles, onUrl, onText }: Props) {
  const { drop: texts } = useTexts().pools
  const field = useRef<HTMLInputElement>(null)
  return (
    <section className="pool-drop row wraps gap-8-12 round-md" aria-label={title}>
      <span className="pool-drop-icon centered rigid round-md backdrop-level1" aria-hidden="true">
        <FileUp size={18} />
      </span>
      <span className="grows shrinks pool-drop-text">
        <strong className="block text-14 line-20 semibold">{title}</strong>
        <span className="block text-12 line-16 text-tertiary">{texts.types}</span>
      </span>
      <span className="row wraps gap-8">
        <Button variant="plain" color="neutral" startDecorator={<LinkIcon size={15} />} onClick={onUrl}>
          {texts.addUrl}
        </Button>
        <Button variant="plain" color="neutral" startDecorator={<Type size={15} />} onClick={onText}>
          {texts.addText}
        </Button>
        <Button onClick={() => field.current?.click()}>{texts.choose}</Button>
      </span>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={poolExtensions.join(',')}
        aria-label={texts.choose}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </section>
  )
}
