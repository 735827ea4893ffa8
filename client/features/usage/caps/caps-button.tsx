import { Button } from '@mui/joy'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const CapsDialog = whenOpened(async () => (await import('./caps-dialog.tsx')).CapsDialog)

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
      {isOpen && <CapsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
