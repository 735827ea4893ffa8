import { Button, IconButton, LinearProgress } from '@mui/joy'
import { X } from 'lucide-react'
import { formatBytes } from '#client/components/format-bytes.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FileUpload } from './pool-uploads.ts'
import { useUploads } from './use-uploads.ts'

const SHOWN = 20

/** Files on their way to the pool, and those that could not be sent. */
export function UploadList({ poolId }: { poolId: string }) {
  const { uploads: texts } = useTexts().pools
  const { uploads, list } = useUploads(poolId)
  if (list.length === 0) {
    return null
  }
  const failed = list.filter(({ state }) => state === 'failed' || state === 'rejected')
  const going = list.filter(({ state }) => state === 'sending' || state === 'waiting')
  return (
    <section className="pool-uploads surface outlined round-md" aria-label={texts.title}>
      <ul className="unlisted flush unpadded">
        {[...failed, ...going.slice(0, SHOWN)].map((upload) => (
          <Row
            key={upload.key}
            upload={upload}
            onRetry={() => uploads.retry(upload.key)}
            onRemove={() => uploads.remove(upload.key)}
          />
        ))}
      </ul>
      {going.length > SHOWN && (
        <p className="flush pad-10-14 text-13 text-tertiary">+{going.length - SHOWN}</p>
      )}
    </section>
  )
}

type RowProps = { upload: FileUpload; onRetry: () => void; onRemove: () => void }

function Row({ upload, onRetry, onRemove }: RowProps) {
  const { pools, common } = useTexts()
  const { uploads: texts } = pools
  const [language] = useLanguage()
  const { file, state, sent } = upload
  const percent = file.size > 0 ? Math.floor((sent / file.size) * 100) : 0
  const isWrong = state === 'failed' || state === 'rejected'
  const text = useUploadText(upload, percent)
  return (
    <li className="pool-upload row wraps gap-8-12 pad-8-12 text-13">
      <StatusDot state={isWrong ? 'problem' : state === 'sending' ? 'working' : 'fresh'} />
      <span className="grows shrinks">
        <span className="block medium breaks-anywhere">{file.name}</span>
        <span
          className={`block text-12 line-16 ${isWrong ? 'text-danger' : 'text-tertiary'}`}
          role={isWrong ? 'alert' : undefined}
        >
          {text}
        </span>
        {state === 'sending' && (
          <LinearProgress determinate size="sm" value={percent} aria-label={texts.sending(percent)} />
        )}
      </span>
      <span className="text-12 monospace text-tertiary">{formatBytes(file.size, language)}</span>
      {state === 'failed' && (
        <Button size="sm" variant="outlined" color="neutral" onClick={onRetry}>
          {common.tryAgain}
        </Button>
      )}
      <IconButton size="sm" variant="plain" aria-label={texts.removeOf(file.name)} onClick={onRemove}>
        <X size={14} />
      </IconButton>
    </li>
  )
}

function useUploadText({ state, error, why }: FileUpload, percent: number): string {
  const { uploads: texts } = useTexts().pools
  const errorText = useErrorText()
  if (why) {
    return texts.why[why]
  }
  if (state === 'failed') {
    return errorText(error)
  }
  return state === 'sending' ? texts.sending(percent) : texts.waiting
}
