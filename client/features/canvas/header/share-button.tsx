import { Button } from '@mui/joy'
import { useShare } from '#client/components/share-opener.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'

/** Opens the sharing of the saved flow. Narrow screens have it in the menu. */
export function ShareButton({ onPublish }: { onPublish: () => unknown }) {
  const { canvas, common } = useTexts()
  const share = useShare()
  const id = useCanvas(({ saved }) => saved?.id)
  if (!share) {
    return null
  }
  return (
    <Button
      variant="plain"
      color="neutral"
      className="header-button wide-only"
      aria-disabled={id === undefined}
      data-off={id === undefined || undefined}
      title={id === undefined ? canvas.saveFirst : undefined}
      onClick={() => id !== undefined && share({ id, publish: onPublish })}
    >
      {common.share}
    </Button>
  )
}
