import { IconButton } from '@mui/joy'
import { FileText, Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { MEGABYTE } from '#client/chatbot/uploads/attachment.ts'
import { toDataUrl } from '#client/chatbot/uploads/data-url.ts'
import { acceptOf, documentTypes, mediaTypeOf } from '#client/chatbot/uploads/media-type.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type FileByHand, MAX_SENT_FILES, MAX_SENT_MB } from '#shared/takeover.ts'
import { IMAGE_MB } from '#shared/uploads.ts'

/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', ...documentTypes]

type Props = { files: readonly FileByHand[]; onChange: (files: readonly FileByHand[]) => void }

/** The button that adds files to a reply. */
export function AttachButton({ files, onChange }: Props) {
  const { inbox } = useTexts()
  const toasts = useToasts()
  const picker = useRef<HTMLInputElement>(null)

  async function add(chosen: readonly File[]) {
    let left = MAX_SENT_MB * MEGABYTE - sizeOf(files)
    const fits = chosen.filter((file) => {
      const isFitting = types.includes(mediaTypeOf(file)) && file.size <= Math.min(left, maxBytes(file))
      left -= isFitting ? file.size : 0
      return isFitting
    })
    if (fits.length < chosen.length) {
      toasts.error(inbox.reply.wrongFile(String(IMAGE_MB), String(MAX_SENT_MB)))
    }
    const read = await Promise.all(fits.map(toFile))
    if (files.length + read.length > MAX_SENT_FILES) {
      toasts.error(inbox.reply.manyFiles(String(MAX_SENT_FILES)))
    }
    onChange([...files, ...read].slice(0, MAX_SENT_FILES))
  }

  return (
    <>
      <IconButton
        size="sm"
        variant="plain"
        sx={{ mr: 'auto' }}
        aria-label={inbox.reply.attach}
        title={inbox.reply.attach}
        onClick={() => picker.current?.click()}
      >
        <Paperclip size={15} />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={inbox.reply.attach}
        accept={acceptOf(types)}
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** The files of the next reply. */
export function ReplyFiles({ files, onChange }: Props) {
  const { inbox } = useTexts()
  return (
    files.length > 0 && (
      <ul className="row wraps gap-6 unlisted unpadded" aria-label={inbox.reply.files}>
        {files.map((file) => (
          <li key={file.data} className="inbox-file inline-row gap-6 round-sm outlined text-12 line-16">
            {file.mime.startsWith('image/') ? (
              <img src={file.data} alt="" className="round-xs" width={20} height={20} />
            ) : (
              <FileText size={14} className="rigid" aria-hidden />
            )}
            <span className="truncate">{file.name}</span>
            <IconButton
              size="sm"
              variant="plain"
              aria-label={inbox.reply.removeFile(file.name)}
              title={inbox.reply.removeFile(file.name)}
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              <X size={13} />
            </IconButton>
          </li>
        ))}
      </ul>
    )
  )
}

function sizeOf(files: readonly FileByHand[]) {
  return files.reduce((sum, { data }) => sum + data.length * BYTES_PER_CHARACTER, 0)
}

async function toFile(file: File): Promise<FileByHand> {
  const mime = mediaTypeOf(file)
  return { name: file.name, mime, data: await toDataUrl(file, mime) }
}

function maxBytes(file: File) {
  return (mediaTypeOf(file).startsWith('image/') ? IMAGE_MB : MAX_SENT_MB) * MEGABYTE
}
