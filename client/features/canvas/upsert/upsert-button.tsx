import { Button } from '@mui/joy'
import { DatabaseZap } from 'lucide-react'
import { useCallback, useState } from 'react'
import { onDemand } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { View } from '../board/board.ts'
import { upsertStores } from '../graph/upsert-stores.ts'
import { useCanvas } from '../store/use-canvas.ts'

const UpsertPanel = onDemand(async () => (await import('./upsert-panel.tsx')).UpsertPanel)

/** Shown for flows with a vector store that has documents connected. */
export function UpsertButton({ view }: { view: View }) {
  const { canvas } = useTexts()
  const hasStore = useCanvas(({ unplaced, templates }) => upsertStores(unplaced, templates).length > 0)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  if (!hasStore) {
    return null
  }
  return (
    <>
      <Button
        variant={isOpen ? 'soft' : 'plain'}
        color={isOpen ? 'primary' : 'neutral'}
        className="header-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={canvas.upsert}
        title={canvas.upsertHint}
        data-testid="upsert-button"
        startDecorator={<DatabaseZap size={16} />}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="wide-only">{canvas.upsert}</span>
      </Button>
      {isOpen && <UpsertPanel view={view} onClose={close} />}
    </>
  )
}
