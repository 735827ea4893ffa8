import { Link } from 'react-router'
import { useTexts } from '#client/texts/texts.tsx'
import { referencedNode } from '#shared/flow-file.ts'
import { disabledAround, setDisabled } from '../graph/edit.ts'
import { type Graph, labelIn } from '../graph/flow-graph.ts'
import { removeEdges, removeNodes } from '../graph/remove.ts'
import { updateNode } from '../graph/update-node.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { ConnectFix, CredentialFix } from './connect-fix.tsx'
import type { ChecklistIssue } from './use-checklist-issues.ts'

type Props = {
  issue: ChecklistIssue
  onShow: (issue: ChecklistIssue) => void
  onCompare: () => void
  /** An update that removes links asks first. */
  onLost: (lost: readonly string[]) => void
  /** What it fixes, for assistive technology. */
  describedBy: string
}

const walletPath = '/app/usage-billing'

/** The button that fixes an issue. */
export function FixButton({ issue, onShow, onCompare, onLost, describedBy }: Props) {
  const { checklist: texts } = useTexts()
  const store = useCanvasStore()
  const fix = fixOf(issue)
  const { nodeId } = issue
  if (fix === undefined) {
    return null
  }
  if (fix === 'connect') {
    return <ConnectFix issue={issue} describedBy={describedBy} />
  }
  if (fix === 'choose' && nodeId !== undefined) {
    return <CredentialFix nodeId={nodeId} describedBy={describedBy} />
  }
  if (fix === 'topUp') {
    // In a new tab, so that the canvas stays open.
    return (
      <Link className="issue-fix" to={walletPath} target="_blank" rel="noopener">
        {texts.fixes.topUp}
      </Link>
    )
  }
  const run = {
    fill: () => onShow(issue),
    choose: () => onShow(issue),
    update: () => update(store, nodeId, onLost),
    remove: () => remove(store, nodeId),
    unlink: () => unlinkHanging(store, nodeId),
    add: () => openQuickAdd(store),
    compare: onCompare,
    enable: () => enable(store, issue),
  }[fix]
  return (
    <button type="button" className="issue-fix" aria-describedby={describedBy} onClick={run}>
      {texts.fixes[fix]}
    </button>
  )
}

type NodeId = string | undefined

function labelOf({ nodes }: Graph, id: NodeId): string {
  return labelIn({ nodes }, id ?? '')
}

function update(store: CanvasStore, nodeId: NodeId, onLost: Props['onLost']) {
  const { graph, templates, act } = store.getState()
  const done = nodeId === undefined ? undefined : updateNode(graph, nodeId, templates)
  if (done && done.lost.length > 0) {
    onLost(done.lost)
  } else if (done) {
    act({ name: 'update', what: labelOf(graph, nodeId) }, () => done.graph)
  }
}

function remove(store: CanvasStore, nodeId: NodeId) {
  const { graph, act } = store.getState()
  if (nodeId !== undefined) {
    act({ name: 'delete', count: 1, what: labelOf(graph, nodeId) }, (before, templates) =>
      removeNodes(before, [nodeId], templates),
    )
  }
}

function enable(store: CanvasStore, { nodeId, field }: ChecklistIssue) {
  const { graph, act } = store.getState()
  const stored = graph.nodes.get(nodeId ?? '')?.data.inputs[field ?? '']
  const ids = [stored].flat().flatMap((each) => disabledAround(graph, referencedNode(each)))
  const what = ids.length === 1 ? labelOf(graph, ids[0]) : ''
  act({ name: 'enable', count: ids.length, what }, (before) => setDisabled(before, ids, false))
}

function unlinkHanging(store: CanvasStore, nodeId: NodeId) {
  const { graph, act } = store.getState()
  const keys = [...graph.edges].flatMap(([key, { source, target }]) =>
    target === nodeId && !graph.nodes.has(source) ? [key] : [],
  )
  act({ name: 'deleteLinks', count: keys.length }, (before, templates) =>
    removeEdges(before, keys, templates),
  )
}

function openQuickAdd(store: CanvasStore) {
  const container = document.querySelector('.workspace-main')?.getBoundingClientRect()
  const at = { x: (container?.left ?? 0) + (container?.width ?? 0) / 2 - 170, y: (container?.top ?? 0) + 96 }
  store.getState().put({ quickAdd: { at, place: { x: 0, y: 0 } } })
}

/**
 * The action of an issue's button. `fill` opens the field, `connect` and `choose` open a list, `update`, `remove` and `unlink`
 * act at once, `add` opens the palette; the others navigate.
 */
const fixes = [
  'fill',
  'connect',
  'choose',
  'update',
  'remove',
  'unlink',
  'add',
  'topUp',
  'compare',
  'enable',
] as const
export type Fix = (typeof fixes)[number]

const byIssue: Partial<Record<ChecklistIssue['issue']['name'], Fix>> = {
  required: 'fill',
  invalid: 'fill',
  variable: 'fill',
  unknownVariable: 'fill',
  modelGone: 'fill',
  promptTooLong: 'fill',
  switchedOff: 'enable',
  noBranch: 'fill',
  loopTarget: 'fill',
  noStore: 'fill',
  componentUnknown: 'fill',
  componentCredential: 'fill',
  unavailable: 'fill',
  unlinked: 'connect',
  lost: 'connect',
  unconnected: 'connect',
  noDocuments: 'connect',
  noTarget: 'connect',
  addMemory: 'connect',
  credential: 'choose',
  credentialGone: 'choose',
  credentialMismatch: 'choose',
  outdated: 'update',
  unknown: 'remove',
  twoStarts: 'remove',
  hanging: 'unlink',
  noEnding: 'add',
  noStart: 'add',
  walletEmpty: 'topUp',
  unpublished: 'compare',
}

/** Undefined where an issue has no button. */
function fixOf({ issue: error }: Pick<ChecklistIssue, 'issue'>): Fix | undefined {
  return byIssue[error.name]
}
