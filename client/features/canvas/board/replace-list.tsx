import { useCallback, useMemo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { findReplacements, replaceNode } from '../graph/replace-node.ts'
import { ChoiceList } from '../popups/choice-list.tsx'
import { Popup } from '../popups/popup.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useLinkNames } from './use-node-update.ts'

/** The kinds of node that can stand in the place of one, each with the links it would lose. */
export function ReplaceList() {
  const { board } = useTexts()
  const store = useCanvasStore()
  const wish = useCanvas((state) => state.replaceList)
  const linkNames = useLinkNames()
  const close = useCallback(() => store.getState().put({ replaceList: undefined }), [store])
  const found = useMemo(() => {
    const { graph, summaries, templates } = store.getState()
    return wish && graph.nodes.has(wish.node) ? findReplacements(graph, wish.node, summaries, templates) : []
  }, [wish, store])
  if (!wish) {
    return null
  }

  function replace(kind: string) {
    const node = wish?.node ?? ''
    store.getState().withTemplates([kind], () => {
      const { graph, templates, act, select } = store.getState()
      const template = templates.get(kind)
      // The node may have been deleted while the template was loaded.
      if (template && graph.nodes.has(node)) {
        let fresh = ''
        act({ name: 'replaceNode', what: template.label }, (before) => {
          const { graph: after, id } = replaceNode(before, node, template, templates)
          fresh = id
          return after
        })
        select([fresh])
      }
    })
    close()
  }

  return (
    <Popup at={wish.at} label={board.replaceWith} onClose={close} sheet width={340}>
      <ChoiceList
        label={board.replaceWith}
        chosen={[]}
        options={found.map(({ kind, lost }) => ({
          name: kind.name,
          label: kind.label,
          description: lost.length > 0 ? board.loses(linkNames(lost).join(', ')) : kind.description,
        }))}
        notice={found.length === 0 ? { text: board.nothingReplaces } : undefined}
        onPick={replace}
      />
    </Popup>
  )
}
