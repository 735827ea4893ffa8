import { Button, Typography } from '@mui/joy'
import { useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { readGraph } from '../graph/flow-graph.ts'
import { kindsOf } from '../store/catalogue.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { DeviceDraft } from './draft-store.ts'
import { useSync } from './sync-store.ts'

/**
 * Offers a flow an earlier visit could not save. Closing the dialog restores the draft, so that it is never lost
 * by accident.
 */
export function DraftOffer({ offered }: { offered: DeviceDraft | undefined }) {
  const { canvas } = useTexts()
  const [language] = useLanguage()
  const store = useCanvasStore()
  const sync = useSync()
  const [draft, setDraft] = useState(offered)
  if (!draft) {
    return null
  }

  function restore() {
    if (draft) {
      const graph = readGraph(draft.flowData, draft.name)
      store.getState().withTemplates(kindsOf(graph), () => {
        setDraft(undefined)
        store.getState().act({ name: 'load', count: graph.nodes.size }, () => graph)
      })
    }
  }

  function discard() {
    setDraft(undefined)
    void sync.mirror.forgetNew()
  }

  return (
    <Dialog
      title={canvas.draft.title}
      role="alertdialog"
      size="m"
      onClose={restore}
      footer={
        <>
          <Button variant="outlined" color="danger" onClick={discard}>
            {canvas.draft.discard}
          </Button>
          <Button autoFocus onClick={restore}>
            {canvas.draft.restore}
          </Button>
        </>
      }
    >
      <Typography level="body-md">
        {canvas.draft.text(draft.name, formatMoment(draft.at, language))}
      </Typography>
    </Dialog>
  )
}
