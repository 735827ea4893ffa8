import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { describeTarget } from '../card/card.ts'
import { noticeOf } from '../fields/fields.ts'
import { setCredential } from '../graph/edit.ts'
import { findAllTargets, findTargets, type OpenEnd, type Target } from '../graph/fits.ts'
import { type GraphNode, positionOf, type Templates } from '../graph/flow-graph.ts'
import { inputPorts, shapeOf } from '../graph/shape.ts'
import { ChoiceList, Popup } from '../popups/popups.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { followTarget } from '../store/linking.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { ChecklistIssue } from './use-checklist-issues.ts'

type Props = { issue: ChecklistIssue; describedBy: string }

/** Offers nodes of the canvas that fit and, where the issue names a port, a new node. */
export function ConnectFix({ issue, describedBy }: Props) {
  const { checklist: texts, canvas, nodes, common } = useTexts()
  const store = useCanvasStore()
  const button = useRef<HTMLButtonElement>(null)
  const [targets, setTargets] = useState<readonly Target[]>()
  const end = targets && endOf(issue, store.getState())
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
        className="issue-fix"
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        aria-expanded={targets !== undefined}
        onClick={() => setTargets(targets ? undefined : listTargets(issue, store.getState()))}
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

/** The port an issue is about, if it accepts links. */
function endOf(
  { nodeId, field }: Pick<ChecklistIssue, 'nodeId' | 'field'>,
  { graph, templates }: Pick<CanvasState, 'graph' | 'templates'>,
): OpenEnd | undefined {
  const node = nodeId === undefined ? undefined : graph.nodes.get(nodeId)
  const input = node && inputPorts(shapeOf(node, templates)).find(({ name }) => name === field)
  return nodeId !== undefined && input ? { node: nodeId, handle: input.id, side: 'in' } : undefined
}

/** Link targets for the port of an issue, or for all ports of its node. */
function listTargets(
  issue: Pick<ChecklistIssue, 'nodeId' | 'field'>,
  state: Pick<CanvasState, 'graph' | 'templates'>,
): Target[] {
  const { graph, templates } = state
  const end = endOf(issue, state)
  return end
    ? findTargets(graph, end, templates)
    : issue.nodeId === undefined
      ? []
      : findAllTargets(graph, issue.nodeId, templates)
}

type CredentialFixProps = { nodeId: string; describedBy: string }

/** Chooses or creates a credential inside the checklist. */
export function CredentialFix({ nodeId, describedBy }: CredentialFixProps) {
  const { checklist: texts } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="issue-fix"
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.fixes.choose}
      </button>
      {isOpen && button.current && (
        <Popup at={button.current} label={texts.credentials} onClose={() => setOpen(false)} sheet width={300}>
          <Credentials nodeId={nodeId} onClose={() => setOpen(false)} />
        </Popup>
      )}
    </>
  )
}

function Credentials({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const { checklist: texts, nodes } = useTexts()
  const store = useCanvasStore()
  const { graph, templates } = store.getState()
  const node = graph.nodes.get(nodeId)
  const kinds = node ? kindsOf(node, templates) : []
  const query = trpc.credentials.list.useQuery({ credentialName: kinds }, { staleTime: 0 })

  function choose(id: string) {
    const what = node ? nodeLabel(node.data) : nodeId
    store.getState().act({ name: 'edit', what }, (before) => setCredential(before, nodeId, id))
    onClose()
  }

  return (
    <ChoiceList
      label={texts.credentials}
      chosen={[]}
      options={(query.data ?? []).map(({ id, name, shared }) => ({
        name: id,
        label: name,
        description: shared ? nodes.platformCredential : undefined,
      }))}
      notice={
        query.data?.length === 0 ? { text: texts.noCredentials } : noticeOf(query, nodes.loadingOptions)
      }
      onPick={choose}
      action={{
        name: nodes.createCredential,
        icon: Plus,
        run: () => {
          onClose()
          store.getState().put({ newCredential: { node: nodeId, kinds } })
        },
      }}
    />
  )
}

type Param = { type?: unknown; credentialNames?: unknown }

/** Credential kinds from the catalogue, or from the file if the node type is unknown. */
function kindsOf({ data }: GraphNode, templates: Templates): string[] {
  const template = templates.get(data.name)?.credential
  const params = Array.isArray(data.inputParams) ? (data.inputParams as Param[]) : []
  const names = template?.credentialNames ?? params.find(({ type }) => type === 'credential')?.credentialNames
  return Array.isArray(names) ? names.map(String) : []
}
