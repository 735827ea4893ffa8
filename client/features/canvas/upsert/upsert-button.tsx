import { Button } from '@mui/joy'
import { DatabaseZap } from 'lucide-react'
import { useCallback } from 'react'
import { onDemand } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { View } from '../board/board.ts'
import { upsertStores } from '../graph/upsert-stores.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

const UpsertPanel = onDemand(async () => (await import('./upsert-panel.tsx')).UpsertPanel)

/** Shown for flows with a vector store that has documents connected. On a phone the menu of the flow opens the panel. */
export function UpsertButton({ view }: { view: View }) {
  const { canvas } = useTexts()
  const hasStore = useCanvas(({ unplaced, templates }) => upsertStores(unplaced, templates).length > 0)
  const store = useCanvasStore()
  const isOpen = useCanvas(({ dialog }) => dialog === 'upsert')
  const close = useCallback(() => store.getState().put({ dialog: undefined }), [store])
  if (!hasStore) {
    return null
  }
  return (
    <>
      <Button
        variant={isOpen ? 'soft' : 'plain'}
        color={isOpen ? 'primary' : 'neutral'}
        className="header-button wide-only"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={canvas.upsert}
        title={canvas.upsertHint}
        data-testid="upsert-button"
        startDecorator={<DatabaseZap size={16} />}
        onClick={() => store.getState().put({ dialog: isOpen ? undefined : 'upsert' })}
      >
        {canvas.upsert}
      </Button>
      {isOpen && <UpsertPanel view={view} onClose={close} />}
    </>
  )
}
