import { Download, FileText, FolderOpen, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { formatBytes } from '#client/components/format-bytes.ts'
import {
  type Rejected,
  readChosen,
  readFiles,
  type StoredFile,
  sizeOf,
  writeFiles,
  writeFolder,
} from '#client/components/stored-files.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FieldProps } from './field-props.ts'
import './file-field.css'

const manyFiles = 50

/** File picker and drop target. New files are embedded in the flow until the server stores them. */
export function FileField(props: FieldProps) {
  return <FileBox {...props} write={writeFiles} />
}

/** All files of a folder with an accepted type. */
export function FolderField(props: FieldProps) {
  return <FileBox {...props} write={writeFolder} folder />
}

type Props = FieldProps & { write: (files: readonly StoredFile[]) => string; folder?: boolean }

function FileBox({ input, value, onChange, id, labelId, describedBy, place, write, folder = false }: Props) {
  const { canvasFields } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ reading: boolean; over: boolean; rejected: readonly Rejected[] }>({
    reading: false,
    over: false,
    rejected: [],
  })
  const files = readFiles(value)
  // Reading takes time, and the value may change meanwhile.
  const latest = useRef(value)
  latest.current = value

  async function addFiles(chosen: readonly File[]) {
    if (chosen.length === 0) {
      return
    }
    setState({ reading: true, over: false, rejected: [] })
    const { files: fresh, rejected } = await readChosen(chosen, input.fileType)
    // Files of other types in a folder are skipped silently.
    setState({
      reading: false,
      over: false,
      rejected: rejected.filter(({ why }) => !(folder && why === 'type')),
    })
    if (fresh.length > 0) {
      const before = folder ? [] : readFiles(latest.current)
      const stored = before.filter(({ data, name }) => data !== undefined && !has(fresh, name))
      latest.current = write([...stored, ...fresh])
      onChange(latest.current)
    }
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    event.stopPropagation()
    void addFiles([...event.dataTransfer.files])
  }

  const isSmall = place === 'card'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drop target; its button does the same for keyboards
    <div
      className="field-files nodrag grows shrinks text-13 pad-8-12 round-6"
      data-over={state.over || undefined}
      data-small={isSmall || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!state.over) {
          setState({ ...state, over: true })
        }
      }}
      onDragLeave={() => setState({ ...state, over: false })}
      onDrop={onDrop}
    >
      <FileList
        files={isSmall ? files.slice(0, 1) : files}
        folder={folder}
        onRemove={(place) => onChange(write(files.filter((_, index) => index !== place)))}
      />
      {isSmall && files.length > 1 && <small>+{files.length - 1}</small>}
      <FileFoot
        {...{ input, id, labelId, describedBy, folder }}
        isSmall={isSmall}
        isEmpty={files.length === 0}
        onChoose={() => chooser.current?.click()}
      />
      {state.reading && <small role="status">{canvasFields.readingFiles}</small>}
      {state.rejected.map(({ name, why }) => (
        <small key={name} className="field-issue block full-width text-12 line-16 text-danger" role="alert">
          {canvasFields.refusedFile[why](name)}
        </small>
      ))}
      {folder && files.length > manyFiles && (
        <small className="field-warning" role="status">
          {canvasFields.manyFiles(files.length)}
        </small>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label={input.label}
        accept={folder ? undefined : input.fileType}
        {...(folder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          void addFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}

type FootProps = Pick<FieldProps, 'input' | 'id' | 'labelId' | 'describedBy'> & {
  folder: boolean
  isSmall: boolean
  isEmpty: boolean
  onChoose: () => void
}

function FileFoot({ input, id, labelId, describedBy, folder, isSmall, isEmpty, onChoose }: FootProps) {
  const { canvasFields } = useTexts()
  const choose = folder ? canvasFields.chooseFolder : canvasFields.chooseFiles
  return (
    <p className="field-files-foot flex wraps text-12 line-18 text-tertiary margin-4-0-0 content-middle">
      {!isSmall && <span>{folder ? canvasFields.dropFolder : canvasFields.dropFiles}</span>}
      <button
        id={id}
        type="button"
        className="link-button"
        aria-labelledby={`${labelId} ${id}`}
        aria-describedby={describedBy}
        onClick={onChoose}
      >
        {isSmall && !isEmpty ? canvasFields.replaceFile : choose}
      </button>
      {!isSmall && <span>· {canvasFields.fileLimits(input.fileType ?? '')}</span>}
    </p>
  )
}

function has(files: readonly StoredFile[], name: string) {
  return files.some((file) => file.name === name)
}

type ListProps = { files: readonly StoredFile[]; folder: boolean; onRemove: (place: number) => void }

function FileList({ files, folder, onRemove }: ListProps) {
  const { canvasFields } = useTexts()
  const [language] = useLanguage()
  const sizeText = (bytes: number | undefined) =>
    bytes === undefined ? canvasFields.fileStored : formatBytes(bytes, language)
  const Icon = folder ? FolderOpen : FileText
  return files.length === 0 ? null : (
    <ul>
      {files.map((file, place) => (
        <li key={file.name}>
          <Icon size={14} aria-hidden="true" />
          <span title={file.name}>{file.name}</span>
          <small>{sizeText(sizeOf(file))}</small>
          {file.data !== undefined && (
            <a
              className="icon-button"
              href={file.data}
              download={file.name}
              aria-label={canvasFields.downloadFile(file.name)}
            >
              <Download size={13} />
            </a>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={canvasFields.removeFile(file.name)}
            onClick={() => onRemove(place)}
          >
            <X size={13} />
          </button>
        </li>
      ))}
    </ul>
  )
}
