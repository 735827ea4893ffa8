import { Button } from '@mui/joy'
import { Rocket } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useSyncState, useUnpublished } from '../draft/sync-store.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** Makes the draft what API and public chat use. */
export function PublishButton({ onPublish }: { onPublish: () => unknown }) {
  const { versions } = useTexts()
  const unpublished = useUnpublished()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const busy = useSyncState(({ status }) => status === 'conflict')
  const off = !unpublished || empty || busy
  const reason = empty ? versions.nothingToPublish : versions.allPublished
  return (
    <Button
      variant={off ? 'soft' : 'solid'}
      color={off ? 'neutral' : 'primary'}
      data-testid="publish-button"
      className="header-button"
      aria-disabled={off}
      data-off={off || undefined}
      title={off ? reason : versions.publishHint}
      onClick={() => !off && onPublish()}
      aria-label={versions.publish}
    >
      <Rocket size={16} className="narrow-only" aria-hidden="true" />
      <span className="wide-only">{versions.publish}</span>
    </Button>
  )
}
