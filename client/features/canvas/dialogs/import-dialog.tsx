import { Button, Typography } from '@mui/joy'
import { useEffect, useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import type { View } from '../board/use-view.ts'
import { writeGraph } from '../graph/flow-graph.ts'
import { type FlowImport, fillCredentials, type ImportFault, readImport } from '../graph/import-flow.ts'
import type { Importing } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { insertFlow, replaceFlow } from './import-actions.ts'
import { ImportCredentials } from './import-credentials.tsx'
import './import.css'

type Props = { view: View; onOpenFlow: (id: string) => void }

/** A flow file that was chosen, dropped or pasted: what is in it, and where it is to go. */
export function ImportDialog(props: Props) {
  const importing = useCanvas((state) => state.importing)
  return importing ? <Import key={importing.text} importing={importing} {...props} /> : null
}

function Import({ importing, ...props }: Props & { importing: Importing }) {
  const store = useCanvasStore()
  const found = useMemo(
    () => readImport(importing.text, importing.name, store.getState().templates),
    [importing, store],
  )
  return 'fault' in found ? (
    <Fault fault={found} />
  ) : (
    <Preview importing={importing} found={found} {...props} />
  )
}

function Fault({ fault }: { fault: ImportFault }) {
  const { canvasImport: texts, common } = useTexts()
  const store = useCanvasStore()
  const close = () => store.getState().put({ importing: undefined })
  return (
    <Dialog title={texts.notAFlow} onClose={close} footer={<Button onClick={close}>{common.close}</Button>}>
      <FormBanner>
        {fault.fault === 'json' ? texts.badJson(fault.at.line, fault.at.column) : texts.notAFlowText}
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
  const { canvas, canvasImport: texts } = useTexts()
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const errorText = useErrorText()
  const begin = trpc.flows.begin.useMutation()
  const isEmpty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const thumbnail = useMemo(() => drawThumbnail(writeGraph(found.graph)), [found])
  const { graph, missing, newer, needs, type } = found
  const fitsHere = (type === 'AGENTFLOW') === (store.getState().saved?.type === 'AGENTFLOW')
  const close = () => store.getState().put({ importing: undefined })
  const filled = () => fillCredentials(graph, needs, chosen)

  // A flow that nobody has named yet takes the name of its file.
  const { name: ownName } = store.getState().graph
  const isFresh = store.getState().saved === undefined && ownName === canvas.untitled
  const name = (isFresh && graph.name) || ownName

  // Onto an empty canvas a file goes without a question; what it lacks stands in the checklist.
  const isPlain = isEmpty && fitsHere
  useEffect(() => {
    if (isPlain) {
      replaceFlow(store, view, { ...graph, name })
    }
  }, [isPlain, store, view, graph, name])
  if (isPlain) {
    return null
  }

  function insert() {
    insertFlow(store, view, filled(), importing.at)
  }

  /** What is here is kept as a version by what watches the steps. */
  function replace() {
    replaceFlow(store, view, { ...filled(), name })
  }

  async function openAsNew() {
    const flowData = JSON.stringify(writeGraph(filled()))
    const flow = await begin
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
      locked={begin.isPending}
      footer={
        <>
          <Button
            variant="plain"
            color="neutral"
            loading={begin.isPending}
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
      {begin.error && <FormBanner>{errorText(begin.error)}</FormBanner>}
      <div className="import-head">
        <FlowFingerprint thumbnail={thumbnail} width={200} height={112} />
        <div>
          <Typography level="title-md">{graph.name || texts.pasted}</Typography>
          <Typography level="body-sm">{texts.counted(graph.nodes.size, graph.edges.size)}</Typography>
          <Typography level="body-sm">{texts.replaceHint}</Typography>
        </div>
      </div>
      {!fitsHere && <FormBanner tone="warning">{texts.otherKind}</FormBanner>}
      {missing.length > 0 && (
        <section className="import-part">
          <h3>{texts.missing(missing.length)}</h3>
          <p>{texts.missingText}</p>
          <ul className="import-names">
            {missing.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </section>
      )}
      {newer.length > 0 && (
        <section className="import-part">
          <h3>{texts.newer}</h3>
          <p>{texts.newerText(newer.join(', '))}</p>
        </section>
      )}
      <ImportCredentials graph={graph} needs={needs} chosen={chosen} onChoose={setChosen} />
      <p className="import-foot">{texts.undoHint}</p>
    </Dialog>
  )
}
