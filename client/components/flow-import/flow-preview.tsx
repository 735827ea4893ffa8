import './flow-import.css'
import { Checkbox, FormControl, FormHelperText, Typography } from '@mui/joy'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { FlowFingerprint } from '../fingerprint.tsx'
import type { FlowDescription } from './describe-flow.ts'
import { ImportCredentials } from './import-credentials.tsx'

type Props = {
  name: ReactNode
  file: FlowFile
  found: FlowDescription
  chosen: ReadonlyMap<string, string>
  onChoose: (chosen: ReadonlyMap<string, string>) => void
  includesMissing: boolean
  onIncludeMissing: (keeps: boolean) => void
  hint?: string
  children?: ReactNode
}

export function FlowPreview({ name, file, found, hint, children, ...choices }: Props) {
  const { canvasImport: texts } = useTexts()
  const thumbnail = useMemo(() => drawThumbnail(file), [file])
  const { missing, newer, needs } = found
  return (
    <>
      <div className="import-head row gap-16">
        <FlowFingerprint thumbnail={thumbnail} width={200} height={112} />
        <div className="grows shrinks">
          {typeof name === 'string' ? <Typography level="title-md">{name}</Typography> : name}
          <Typography level="body-sm">{texts.counted(file.nodes.length, file.edges.length)}</Typography>
          {hint && <Typography level="body-sm">{hint}</Typography>}
        </div>
      </div>
      {children}
      {missing.length > 0 && (
        <section className="import-part">
          <h3>{texts.missing(missing.length)}</h3>
          <ul className="import-names flex wraps gap-6 unpadded unlisted margin-8-0-0">
            {missing.map((kind) => (
              <li className="round-6 backdrop-warning code-12 text-warning-soft" key={kind}>
                {kind}
              </li>
            ))}
          </ul>
          <FormControl sx={{ mt: 2 }}>
            <Checkbox
              label={texts.keepMissing}
              checked={choices.includesMissing}
              onChange={({ target }) => choices.onIncludeMissing(target.checked)}
            />
            <FormHelperText>{choices.includesMissing ? texts.missingText : texts.leftOutText}</FormHelperText>
          </FormControl>
        </section>
      )}
      {newer.length > 0 && (
        <section className="import-part">
          <h3>{texts.newer}</h3>
          <p className="text-13 line-18 text-secondary">{texts.newerText(newer.join(', '))}</p>
        </section>
      )}
      <ImportCredentials file={file} needs={needs} chosen={choices.chosen} onChoose={choices.onChoose} />
    </>
  )
}
