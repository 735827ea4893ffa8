import { Button } from '@mui/joy'
import { useCallback, useEffect, useMemo } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { describeTarget, useLinkNames } from '../card/card.ts'
import { findAllTargets, findTargets } from '../graph/fits.ts'
import { findReplacements, replaceNode } from '../graph/replace-node.ts'
import { ChoiceList, Popup } from '../popups/popups.ts'
import { followTarget } from '../store/linking.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function TargetList() {
  const { canvas, nodes, common } = useTexts()
  const store = useCanvasStore()
  const request = useCanvas((state) => state.targetList)
  const close = useCallback(() => store.getState().put({ targetList: undefined }), [store])
  const targets = useMemo(() => {
    const { graph, templates } = store.getState()
    if (request?.port) {
      return findTargets(graph, request.port, templates)
    }
    return request ? findAllTargets(graph, request.node, templates) : []
  }, [request, store])
  if (!request) {
    return null
  }
  return (
    <Popup at={request.at} label={nodes.connectToSomething} onClose={close} sheet width={320}>
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

export function ReplaceList() {
  const { board } = useTexts()
  const store = useCanvasStore()
  const request = useCanvas((state) => state.replaceList)
  const linkNames = useLinkNames()
  const close = useCallback(() => store.getState().put({ replaceList: undefined }), [store])
  const found = useMemo(() => {
    const { graph, summaries, templates } = store.getState()
    return request && graph.nodes.has(request.node)
      ? findReplacements(graph, request.node, summaries, templates)
      : []
  }, [request, store])
  if (!request) {
    return null
  }

  function replace(kind: string) {
    const node = request?.node ?? ''
    store.getState().withTemplates([kind], () => {
      const { graph, templates, act, select } = store.getState()
      const template = templates.get(kind)
      // The node may have been deleted while the template was loading.
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
    <Popup at={request.at} label={board.replaceWith} onClose={close} sheet width={340}>
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

const readMs = 3_500

export function Rejection() {
  const { agent, canvas, common } = useTexts()
  const store = useCanvasStore()
  const rejection = useCanvas((state) => state.rejection)
  const { dismissRejection, replace } = store.getState()
  const passing = rejection !== undefined && rejection.verdict.reason !== 'taken'

  useEffect(() => {
    const timer = passing ? setTimeout(dismissRejection, readMs) : undefined
    return () => clearTimeout(timer)
  }, [passing, dismissRejection])

  if (!rejection) {
    return null
  }
  const { at, ends, verdict } = rejection
  if (verdict.reason === 'taken') {
    const label = store.getState().flowEdges.find(({ id }) => id === verdict.edge)?.ariaLabel ?? ''
    return (
      <Popup at={at} label={canvas.inputTaken} onClose={dismissRejection} className="refusal gap-4">
        <p>
          {canvas.inputTaken}
          <small className="block text-tertiary">{label}</small>
        </p>
        <Button size="sm" variant="plain" color="neutral" onClick={dismissRejection}>
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
      <Popup
        at={at}
        label={canvas.doesNotFit}
        role="status"
        onClose={dismissRejection}
        className="refusal gap-4"
      >
        <p>{agent.rejections[verdict.issue]}</p>
      </Popup>
    )
  }
  const words = nameTypes(ends.sourceHandle, ends.targetHandle, common.kinds)
  return (
    <Popup
      at={at}
      label={canvas.doesNotFit}
      role="status"
      onClose={dismissRejection}
      className="refusal gap-4"
    >
      <p>{verdict.reason === 'self' ? canvas.noSelfLink : canvas.needsGot(words.needs, words.got)}</p>
    </Popup>
  )
}

function nameTypes(source: string, target: string, words: Record<Kind, string>) {
  const [given, expected] = [classesOfHandle(source), classesOfHandle(target)]
  const [got, needs] = [kindOf(given), kindOf(expected)]
  return got === needs
    ? { got: given[0] ?? '', needs: expected.join(' / ') }
    : { got: words[got], needs: words[needs] }
}

// Fetched on first use, because groups are rarely saved.
const SavePartDialog = whenOpened(
  async () => (await import('../arrange/save-part-dialog.tsx')).SavePartDialog,
)

export function SavePart() {
  const store = useCanvasStore()
  const area = useCanvas((state) => state.savedPart)
  return area === undefined ? null : (
    <SavePartDialog area={area} onClose={() => store.getState().put({ savedPart: undefined })} />
  )
}
