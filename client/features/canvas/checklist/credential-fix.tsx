import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { noticeOf } from '../fields/options-field.tsx'
import { setCredential } from '../graph/edit.ts'
import type { GraphNode, Templates } from '../graph/flow-graph.ts'
import { ChoiceList } from '../popups/choice-list.tsx'
import { Popup } from '../popups/popup.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'

type Props = { nodeId: string; describedBy: string }

/** The credentials a node takes, or a new one, without leaving the list. */
export function CredentialFix({ nodeId, describedBy }: Props) {
  const { checklist: texts } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="matter-fix"
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

/** What the catalogue says the node takes; of kinds it lacks, what the file says. */
function kindsOf({ data }: GraphNode, templates: Templates): string[] {
  const template = templates.get(data.name)?.credential
  const params = Array.isArray(data.inputParams) ? (data.inputParams as Param[]) : []
  const names = template?.credentialNames ?? params.find(({ type }) => type === 'credential')?.credentialNames
  return Array.isArray(names) ? names.map(String) : []
}
