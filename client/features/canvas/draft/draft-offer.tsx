import { Button, Typography } from '@mui/joy'
import { Dialog } from '#client/components/dialog.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import type { Draft } from './draft-store.ts'

type Props = { draft: Draft; onRestore: () => void; onDiscard: () => void }

/** Work that an earlier visit could not save. Closing is no answer: the draft is too dear for that. */
export function DraftOffer({ draft, onRestore, onDiscard }: Props) {
  const { canvas } = useTexts()
  const [language] = useLanguage()
  const saved = useCanvas((state) => state.saved)
  const isBehind = saved !== undefined && saved.updatedDate !== draft.basedOn
  return (
    <Dialog
      title={canvas.draft.title}
      role="alertdialog"
      size="m"
      onClose={onRestore}
      footer={
        <>
          <Button variant="outlined" color="danger" onClick={onDiscard}>
            {canvas.draft.discard}
          </Button>
          <Button autoFocus onClick={onRestore}>
            {canvas.draft.restore}
          </Button>
        </>
      }
    >
      <Typography level="body-md">
        {canvas.draft.text(draft.name, formatMoment(draft.at, language))}
      </Typography>
      {isBehind && (
        <Typography level="body-sm" color="warning" sx={{ mt: 2 }}>
          {canvas.draft.behind}
        </Typography>
      )}
    </Dialog>
  )
}
