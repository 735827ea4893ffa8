import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { positionOf } from '../graph/flow-graph.ts'
import type { Target } from '../graph/targets.ts'
import { describeTarget, followTarget } from '../inspector/link-section.tsx'
import { ChoiceList } from '../popups/choice-list.tsx'
import { Popup } from '../popups/popup.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { choicesFor, endOf } from './connect-choices.ts'
import type { Matter } from './use-matters.ts'

type Props = { matter: Matter; describedBy: string }

/** Offers what stands on the canvas and fits; and, where a port is named, a new node for it. */
export function ConnectFix({ matter, describedBy }: Props) {
  const { checklist: texts, canvas, nodes, common } = useTexts()
  const store = useCanvasStore()
  const button = useRef<HTMLButtonElement>(null)
  const [targets, setTargets] = useState<readonly Target[]>()
  const end = targets && endOf(matter, store.getState())
  const close = () => setTargets(undefined)

  function addNew() {
    const { graph, put } = store.getState()
    const node = end && graph.nodes.get(end.node)
    const { left = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {}
    close()
    if (end && node) {
      const { x, y } = positionOf(node)
      put({
        quickAdd: { at: { x: Math.max(8, left - 300), y: bottom + 4 }, place: { x: x - 420, y }, from: end },
      })
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="matter-fix"
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        aria-expanded={targets !== undefined}
        onClick={() => setTargets(targets ? undefined : choicesFor(matter, store.getState()))}
      >
        {texts.fixes.connect}
      </button>
      {targets && button.current && (
        <Popup at={button.current} label={nodes.connectToSomething} onClose={close} sheet width={300}>
          <ChoiceList
            label={nodes.connectToSomething}
            chosen={[]}
            options={targets.map((target, index) => ({
              name: String(index),
              label: target.nodeLabel,
              description: describeTarget(target, canvas.replaces, common),
            }))}
            notice={targets.length === 0 && !end ? { text: canvas.nothingFits } : undefined}
            onPick={(name) => {
              followTarget(store, targets[Number(name)])
              close()
            }}
            action={end ? { name: texts.addNew, icon: Plus, run: addNew } : undefined}
          />
        </Popup>
      )}
    </>
  )
}
