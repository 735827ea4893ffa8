import { Button } from '@mui/joy'
import { useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { Popup } from '../popups/popup.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

const readMs = 3_500

/** Says at the pointer why a wire could not be joined, or offers to put it in the place of the one that is there. */
export function Refusal() {
  const { agent, canvas, common } = useTexts()
  const store = useCanvasStore()
  const refusal = useCanvas((state) => state.refusal)
  const { dismissRefusal, replace } = store.getState()
  const passing = refusal !== undefined && refusal.verdict.reason !== 'taken'

  useEffect(() => {
    const timer = passing ? setTimeout(dismissRefusal, readMs) : undefined
    return () => clearTimeout(timer)
  }, [passing, dismissRefusal])

  if (!refusal) {
    return null
  }
  const { at, ends, verdict } = refusal
  if (verdict.reason === 'taken') {
    const label = store.getState().flowEdges.find(({ id }) => id === verdict.edge)?.ariaLabel ?? ''
    return (
      <Popup at={at} label={canvas.inputTaken} onClose={dismissRefusal} className="refusal">
        <p>
          {canvas.inputTaken}
          <small>{label}</small>
        </p>
        <Button size="sm" variant="plain" color="neutral" onClick={dismissRefusal}>
          {common.cancel}
        </Button>
        <Button size="sm" autoFocus onClick={replace}>
          {canvas.replaceLink}
        </Button>
      </Popup>
    )
  }
  if (verdict.reason === 'control') {
    return (
      <Popup at={at} label={canvas.doesNotFit} role="status" onClose={dismissRefusal} className="refusal">
        <p>{agent.refusals[verdict.fault]}</p>
      </Popup>
    )
  }
  const words = nameTypes(ends.sourceHandle, ends.targetHandle, common.kinds)
  return (
    <Popup at={at} label={canvas.doesNotFit} role="status" onClose={dismissRefusal} className="refusal">
      <p>{verdict.reason === 'self' ? canvas.noSelfLink : canvas.needsGot(words.needs, words.got)}</p>
    </Popup>
  )
}

/** Kinds in the reader's words; where both are of one kind, the types themselves. */
function nameTypes(source: string, target: string, words: Record<Kind, string>) {
  const [given, wanted] = [classesOfHandle(source), classesOfHandle(target)]
  const [got, needs] = [kindOf(given), kindOf(wanted)]
  return got === needs
    ? { got: given[0] ?? '', needs: wanted.join(' / ') }
    : { got: words[got], needs: words[needs] }
}
