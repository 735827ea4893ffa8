import { Button, FormControl, Textarea } from '@mui/joy'
import { useId, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Draft } from './use-assistant-draft.ts'
import { WriteDialog } from './write-dialog.tsx'

type Open = 'expanded' | 'writing'

export function InstructionSection({ id, draft }: { id: string; draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const label = useId()
  const [open, setOpen] = useState<Open>()
  const { details, change } = draft
  const close = () => setOpen(undefined)
  const field = (rows: { minRows: number; maxRows: number }) => (
    <Textarea
      {...rows}
      placeholder={texts.instructionHint}
      value={details.instruction}
      onChange={({ target }) => change({ instruction: target.value })}
      slotProps={{ textarea: { name: 'instruction', 'aria-label': texts.instruction, required: true } }}
    />
  )
  return (
    <section className="stack gap-8" data-field="instruction">
      <div className="row wraps gap-12 spread">
        <h2 className="assistant-label" id={label}>
          {texts.instruction}
        </h2>
        <span className="row gap-12">
          <button type="button" className="text-link text-13" onClick={() => setOpen('expanded')}>
            {texts.expand}
          </button>
          <button type="button" className="text-link text-13" onClick={() => setOpen('writing')}>
            {texts.write}
          </button>
        </span>
      </div>
      <FormControl>{field({ minRows: 4, maxRows: 12 })}</FormControl>
      {open === 'expanded' && (
        <Dialog
          title={texts.instruction}
          size="l"
          onClose={close}
          footer={<Button onClick={close}>{texts.done}</Button>}
        >
          {field({ minRows: 18, maxRows: 28 })}
        </Dialog>
      )}
      {open === 'writing' && (
        <WriteDialog
          id={id}
          model={details.chatModel}
          beforeWrite={() => draft.flush()}
          onUse={(instruction) => {
            change({ instruction })
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
