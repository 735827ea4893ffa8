import { Button } from '@mui/joy'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

const CapsDialog = lazy(async () => ({ default: (await import('./caps-dialog.tsx')).CapsDialog }))

export function CapsButton() {
  const { usage } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="usage-caps"
        variant="outlined"
        color="neutral"
        startDecorator={<SlidersHorizontal size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {usage.caps.open}
      </Button>
      {isOpen && (
        <Suspense>
          <CapsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
