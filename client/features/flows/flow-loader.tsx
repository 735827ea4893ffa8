import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowType } from '#shared/flows.ts'
import { FlowImportDialog, type Imported } from './flow-import-dialog.tsx'
import { readAgentFile } from './read-agent-file.ts'
import { readFlowFile } from './read-flow-file.ts'

type Props = {
  file: File
  /** Only admins may create agent flows. */
  takesAgentFlows: boolean
  canvas: (id: string, type: FlowType) => string
  onClose: () => void
}

export function FlowLoader({ file, takesAgentFlows, canvas, onClose }: Props) {
  const { flows: texts } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const [imported, setImported] = useState<Imported>()
  const latest = useRef({ toasts, texts, onClose })
  latest.current = { toasts, texts, onClose }

  useEffect(() => {
    const read = takesAgentFlows ? readAgentFile : readFlowFile
    let isUnmounted = false
    void read(file).then((found) => {
      if (isUnmounted) {
        return
      }
      if ('issue' in found) {
        const now = latest.current
        now.toasts.error(now.texts.importFailed(file.name, now.texts.importFaults[found.issue]))
        now.onClose()
      } else {
        setImported(found)
      }
    })
    return () => {
      isUnmounted = true
    }
  }, [file, takesAgentFlows])

  return (
    imported && (
      <FlowImportDialog
        imported={imported}
        onClose={onClose}
        onDone={(id) => {
          onClose()
          navigate(canvas(id, imported.type))
        }}
      />
    )
  )
}
