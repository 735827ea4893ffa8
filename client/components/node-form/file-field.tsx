import { Button, FormControl, IconButton } from '@mui/joy'
import { FileText, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FieldLabel } from '#client/components/form-field.tsx'
import { formatBytes } from '#client/components/format-bytes.ts'
import { Below } from '#client/components/setting-fields.tsx'
import {
  type Rejected,
  readChosen,
  readFiles,
  type StoredFile,
  sizeOf,
  writeFiles,
  writeFolder,
} from '#client/components/stored-files.ts'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FieldProps } from './node-field.tsx'

/** Files that are read into the settings. The server stores them with the source. */
export function FileField({ field, value, onChange, issue }: FieldProps) {
  const { stores, canvasFields } = useTexts()
  const texts = stores.form
  const [language] = useLanguage()
  const chooser = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [rejected, setRejected] = useState<readonly Rejected[]>([])
  const isFolder = field.type === 'folder'
  const write = isFolder ? writeFolder : writeFiles
  const files = readFiles(value)

  async function add(chosen: readonly File[]) {
    setReading(true)
    const { files: fresh, rejected: bad } = await readChosen(
      chosen,
      field.fileType === '*' ? undefined : field.fileType,
    )
    setReading(false)
    setRejected(bad)
    if (fresh.length > 0) {
      // Stored and new files cannot be mixed, so new files replace stored ones.
      const before = files.filter(
        ({ data, name }) => data !== undefined && !fresh.some((file) => file.name === name),
      )
      onChange(write([...before, ...fresh]))
    }
  }

  const drop = useFileDrop((chosen, event) => {
    event.stopPropagation()
    void add(chosen)
  })
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      <div className="file-box round-sm" data-over={drop.isOver || undefined} {...drop.handlers}>
        {files.map((file, place) => (
          <FileLine
            key={file.name}
            file={file}
            size={sizeText(file)}
            onRemove={() => onChange(write(files.filter((_, index) => index !== place)))}
          />
        ))}
        <div className="row wraps gap-8 text-13 text-tertiary">
          <Button
            size="sm"
            variant={files.length > 0 ? 'plain' : 'outlined'}
            color="neutral"
            onClick={() => chooser.current?.click()}
          >
            {files.length > 0 ? texts.replaceFile : texts.chooseFile}
          </Button>
          <span>{isReading ? canvasFields.readingFiles : files.length === 0 && texts.orDrop}</span>
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label={field.label}
          accept={isFolder ? undefined : field.fileType}
          {...(isFolder && { webkitdirectory: '' })}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            // Reset, so that the same file can be chosen again after a correction.
            target.value = ''
            void add(chosen)
          }}
        />
      </div>
      {rejected.map(({ name, why }) => (
        <Below key={name} issue={canvasFields.refusedFile[why](name)} />
      ))}
      <Below
        issue={issue}
        help={canvasFields.fileLimits(field.fileType === '*' ? '' : (field.fileType ?? ''))}
      />
    </FormControl>
  )

  function sizeText(file: StoredFile) {
    const bytes = sizeOf(file)
    return bytes === undefined ? canvasFields.fileStored : formatBytes(bytes, language)
  }
}

function FileLine({ file, size, onRemove }: { file: StoredFile; size: string; onRemove: () => void }) {
  const { canvasFields } = useTexts()
  return (
    <p className="row gap-8 text-13">
      <FileText size={15} aria-hidden="true" className="rigid text-tertiary" />
      <span className="truncate grows shrinks" title={file.name}>
        {file.name}
      </span>
      <small className="text-12 text-tertiary rigid">{size}</small>
      <IconButton
        size="sm"
        variant="plain"
        aria-label={canvasFields.removeFile(file.name)}
        onClick={onRemove}
      >
        <X size={14} />
      </IconButton>
    </p>
  )
}
