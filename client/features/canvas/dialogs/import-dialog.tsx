import { Button } from '@mui/joy'
import { useEffect, useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FlowPreview } from '#client/components/flow-import/flow-preview.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { View } from '../board/board.ts'
import { writeGraph } from '../graph/flow-graph.ts'
import {
  assignCredentials,
  type FlowImport,
  type ImportIssue,
  readImport,
  withoutMissing,
} from '../graph/import-flow.ts'
import { typeOf } from '../store/document.ts'
import type { Importing } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { insertFlow, replaceFlow } from './import-actions.ts'

type Props = { view: View; onOpenFlow: (id: string) => void }

export function ImportDialog(props: Props) {
  const importing = useCanvas((state) => state.importing)
  return importing ? <Import key={importing.text} importing={importing} {...props} /> : null
}

function Import({ importing, ...props }: Props & { importing: Importing }) {
  const store = useCanvasStore()
  const found = useMemo(
    () => readImport(importing.text, importing.name, store.getState().summaries),
    [importing, store],
  )
  return 'issue' in found ? (
    <Issue issue={found} />
  ) : (
    <Preview importing={importing} found={found} {...props} />
  )
}

function Issue({ issue }: { issue: ImportIssue }) {
  const { canvasImport: texts, common } = useTexts()
  const store = useCanvasStore()
  const close = () => store.getState().put({ importing: undefined })
  return (
    <Dialog title={texts.notAFlow} onClose={close} footer={<Button onClick={close}>{common.close}</Button>}>
      <FormBanner>
        {issue.issue === 'json' ? texts.badJson(issue.at.line, issue.at.column) : texts.notAFlowText}
      </FormBanner>
    </Dialog>
  )
}

function Preview({
  importing,
  found,
  view,
  onOpenFlow,
}: Props & { importing: Importing; found: FlowImport }) {
  const { agent, canvas, canvasImport: texts } = useTexts()
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const errorText = useErrorText()
  const createFlow = trpc.flows.begin.useMutation()
  const isEmpty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [keepsMissing, setKeepsMissing] = useState(true)
  const { needs, type } = found
  const graph = useMemo(() => (keepsMissing ? found.graph : withoutMissing(found)), [found, keepsMissing])
  const file = useMemo(() => writeGraph(graph), [graph])
  const fitsHere = (type === 'AGENTFLOW') === (typeOf(store.getState()) === 'AGENTFLOW')
  const close = () => store.getState().put({ importing: undefined })
  const withChosen = () => assignCredentials(graph, needs, chosen)

  // An unnamed flow takes the name of the file.
  const { name: ownName } = store.getState().graph
  const isFresh =
    store.getState().saved === undefined && (ownName === canvas.untitled || ownName === agent.untitled)
  const name = (isFresh && graph.name) || ownName

  // Imports into an empty canvas without a dialog; the checklist lists what is missing.
  const isPlain = isEmpty && fitsHere
  useEffect(() => {
    if (isPlain) {
      replaceFlow(store, view, { ...graph, name })
      // The dialog is not visible, so its state must be closed when the flow cannot be shown.
      store.getState().put({ importing: undefined })
    }
  }, [isPlain, store, view, graph, name])
  if (isPlain) {
    return null
  }

  function insert() {
    insertFlow(store, view, withChosen(), importing.at)
  }

  /** The sync stores the replaced flow as a version. */
  function replace() {
    replaceFlow(store, view, { ...withChosen(), name })
  }

  async function openAsNew() {
    const flowData = JSON.stringify(writeGraph(withChosen()))
    const flow = await createFlow
      .mutateAsync({ name: graph.name || texts.pasted, type, flowData })
      .catch(() => undefined)
    if (flow) {
      void utils.flows.summaries.invalidate()
      close()
      onOpenFlow(flow.id)
    }
  }

  return (
    <Dialog
      title={texts.title}
      size="m"
      onClose={close}
      locked={createFlow.isPending}
      footer={
        <>
          <Button
            variant="plain"
            color="neutral"
            loading={createFlow.isPending}
            sx={{ mr: 'auto' }}
            onClick={() => void openAsNew()}
          >
            {texts.openAsNew}
          </Button>
          <Button variant="outlined" color="neutral" disabled={!fitsHere} onClick={replace}>
            {texts.replace}
          </Button>
          <Button disabled={!fitsHere} onClick={insert}>
            {texts.insertHere}
          </Button>
        </>
      }
    >
      {createFlow.error && <FormBanner>{errorText(createFlow.error)}</FormBanner>}
      <FlowPreview
        name={graph.name || texts.pasted}
        file={file}
        found={found}
        chosen={chosen}
        onChoose={setChosen}
        includesMissing={keepsMissing}
        onIncludeMissing={setKeepsMissing}
        hint={texts.replaceHint}
      >
        {!fitsHere && <FormBanner tone="warning">{texts.otherKind}</FormBanner>}
      </FlowPreview>
      <p className="import-foot text-13 line-18 text-secondary">{texts.undoHint}</p>
    </Dialog>
  )
}
