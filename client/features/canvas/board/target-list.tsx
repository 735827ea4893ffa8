import { useCallback, useMemo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { findAllTargets, findTargets } from '../graph/targets.ts'
import { describeTarget, followTarget } from '../inspector/link-section.tsx'
import { ChoiceList } from '../popups/choice-list.tsx'
import { Popup } from '../popups/popup.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Everything a node, or one of its ports, can be linked to: to choose from with the keyboard. */
export function TargetList() {
  const { canvas, nodes, common } = useTexts()
  const store = useCanvasStore()
  const wish = useCanvas((state) => state.targetList)
  const close = useCallback(() => store.getState().put({ targetList: undefined }), [store])
  const targets = useMemo(() => {
    const { graph, templates } = store.getState()
    if (wish?.port) {
      return findTargets(graph, wish.port, templates)
    }
    return wish ? findAllTargets(graph, wish.node, templates) : []
  }, [wish, store])
  if (!wish) {
    return null
  }
  return (
    <Popup at={wish.at} label={nodes.connectToSomething} onClose={close} sheet width={320}>
      <ChoiceList
        label={nodes.connectToSomething}
        chosen={[]}
        options={targets.map((target, index) => ({
          name: String(index),
          label: target.nodeLabel,
          description: describeTarget(target, canvas.replaces, common),
        }))}
        notice={targets.length === 0 ? { text: canvas.nothingFits } : undefined}
        onPick={(name) => {
          followTarget(store, targets[Number(name)])
          close()
        }}
      />
    </Popup>
  )
}
