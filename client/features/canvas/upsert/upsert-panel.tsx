import './upsert.css'
import { Button } from '@mui/joy'
import { CircleAlert, History, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { CornerPanel } from '#client/components/corner-panel.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUpserts } from '#client/components/upsert-context.ts'
import { useIssueText } from '#client/components/use-issue-text.ts'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { View } from '../board/board.ts'
import { type ChecklistIssue, useChecklistIssues, useShowProblem } from '../checklist/use-checklist-issues.ts'
import { useSync, useSyncState } from '../draft/draft.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { type UpsertStore, upsertStores } from '../graph/upsert-stores.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { UpsertEstimate } from './upsert-estimate.tsx'
import { UpsertSnippets } from './upsert-snippets.tsx'
import { UpsertTiles } from './upsert-tiles.tsx'

const HISTORY = 50

/** The stores of the flow: what each would read, whether it is ready, and what its upsert costs. */
export function UpsertPanel({ view, onClose }: { view: View; onClose: () => void }) {
  const { popup: texts, receipt } = useTexts().upserts
  const store = useCanvasStore()
  const host = useUpserts()
  const flowId = useSavedFlow()
  const stores = useCanvas(({ unplaced, templates }) => upsertStores(unplaced, templates))
  // The panel says itself which stores were never upserted.
  const issues = useChecklistIssues().filter(({ issue }) => issue.name !== 'neverUpserted')
  const [isApi, setApi] = useState(false)
  const blocked = new Set(
    stores.filter(({ nodes }) => blockingOf(issues, nodes).length > 0).map(({ id }) => id),
  )
  const { start, isPending } = useStart(flowId, onClose)
  const wallet = trpc.wallet.get.useQuery()
  const [language] = useLanguage()
  const running = useRunning(flowId)
  const [only] = stores.length === 1 ? stores : []
  const open = stores.filter(({ id }) => !blocked.has(id) && !running.has(id))
  const upsertOpen = () => void start(open.map(({ id }) => id))

  return (
    <CornerPanel
      title={texts.title}
      actions={
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<History size={15} />}
          disabled={flowId === undefined}
          onClick={() =>
            flowId !== undefined &&
            host?.openHistory(
              { id: flowId, name: store.getState().graph.name, purpose: 'flow' },
              open.length > 0 ? upsertOpen : undefined,
            )
          }
        >
          {receipt.history}
        </Button>
      }
      onClose={onClose}
      footer={
        <>
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            aria-expanded={isApi}
            onClick={() => setApi(!isApi)}
          >
            {texts.api}
          </Button>
          {wallet.data && (
            <span className="text-13 text-tertiary">
              {wallet.data.available > 0
                ? texts.left(formatMoney(wallet.data.available, language, 2))
                : texts.short(formatMoney(wallet.data.available, language, 2))}
            </span>
          )}
          {wallet.data && wallet.data.available <= 0 && (
            <Link className="text-link text-13" to="/app/usage-billing" target="_blank" rel="noopener">
              {texts.addBalance}
            </Link>
          )}
          <Button
            disabled={open.length === 0 || flowId === undefined}
            loading={isPending}
            title={open.length === 0 && running.size > 0 ? texts.running : undefined}
            onClick={upsertOpen}
          >
            {only ? texts.upsert(labelText(only.label)) : texts.upsertAll}
          </Button>
        </>
      }
    >
      {stores.map((each) => (
        <StoreBlock
          key={each.id}
          store={each}
          flowId={flowId}
          issues={issues}
          isRunning={running.has(each.id)}
          view={view}
          onUpsert={only ? undefined : () => void start([each.id])}
        />
      ))}
      {isApi && flowId !== undefined && <UpsertSnippets flowId={flowId} stores={stores} />}
    </CornerPanel>
  )
}

/** Saves the draft, which is what an upsert of the canvas reads; undefined until then. */
function useSavedFlow(): string | undefined {
  const store = useCanvasStore()
  const sync = useSync()
  const [isSaved, setSaved] = useState(false)
  const id = useCanvas(({ saved }) => saved?.id)
  useEffect(() => {
    store.getState().flushDrafts()
    void sync.send().then(() => setSaved(true))
  }, [store, sync])
  return isSaved ? id : undefined
}

/** Starts upserts of the latest draft. The panel closes into the status bar. */
function useStart(flowId: string | undefined, onStarted: () => void) {
  const store = useCanvasStore()
  const sync = useSync()
  const host = useUpserts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const upsert = trpc.upsert.start.useMutation()
  async function start(nodeIds: readonly string[]) {
    if (flowId === undefined) {
      return
    }
    store.getState().flushDrafts()
    await sync.send()
    try {
      for (const nodeId of nodeIds) {
        const { upsertId } = await upsert.mutateAsync({ flowId, nodeId })
        const { name } = store.getState().graph
        host?.watch({ id: upsertId, subjectId: flowId, name, purpose: 'flow' })
      }
      onStarted()
    } catch (error) {
      toasts.error(errorText(error))
    }
    host?.watch()
  }
  return { start, isPending: upsert.isPending }
}

function useRunning(flowId: string | undefined): ReadonlySet<string> {
  const { data } = useEntries(flowId)
  return new Set(data?.flatMap(({ status, nodeId }) => (status === 'PROCESSING' ? [nodeId] : [])))
}

function useEntries(flowId: string | undefined) {
  return trpc.upsert.list.useQuery(
    { subjectId: flowId ?? '', limit: HISTORY },
    { enabled: flowId !== undefined },
  )
}

type BlockProps = {
  store: UpsertStore
  flowId: string | undefined
  issues: readonly ChecklistIssue[]
  isRunning: boolean
  view: View
  /** Its own button, where the flow has several stores. */
  onUpsert: (() => void) | undefined
}

function StoreBlock({ store, flowId, issues, isRunning, view, onUpsert }: BlockProps) {
  const { popup: texts } = useTexts().upserts
  const [language] = useLanguage()
  const blocking = blockingOf(issues, store.nodes)
  const warnings = issuesOf(issues, store.nodes).filter(({ severity }) => severity === 'warning')
  const { data: entries } = useEntries(flowId)
  const last = entries?.find(({ nodeId, status }) => nodeId === store.id && status === 'COMPLETED')
  const revision = useSyncState(({ head }) => head?.revision)
  return (
    <section className="grid gap-12" aria-label={labelText(store.label)} data-testid="upsert-store">
      <div className="row wraps gap-8">
        <KindGlyph kind="retriever" size={13} silent />
        <h3 className="flush text-14 semibold">{labelText(store.label)}</h3>
        <span className="text-13 text-tertiary">
          {last ? texts.last(formatMoment(last.date, language)) : texts.never}
        </span>
        <span className="row gap-8 text-13 pushed-right" data-testid="upsert-readiness">
          <StatusDot state={blocking.length > 0 ? 'problem' : warnings.length > 0 ? 'draft' : 'live'} />
          {blocking.length > 0
            ? texts.missing(blocking.length)
            : warnings.length > 0
              ? texts.warnings
              : texts.ready}
        </span>
      </div>
      <UpsertTiles store={store} issues={issues} inIndex={last?.counts?.totalKeys} />
      {[...blocking, ...warnings].map((issue) => (
        <IssueLine key={JSON.stringify([issue.nodeId, issue.field, issue.issue])} issue={issue} view={view} />
      ))}
      {flowId !== undefined && blocking.length === 0 && (
        <UpsertEstimate flowId={flowId} nodeId={store.id} revision={revision} />
      )}
      {onUpsert && (
        <Button
          size="sm"
          variant="outlined"
          className="at-end"
          disabled={blocking.length > 0 || isRunning || flowId === undefined}
          title={isRunning ? texts.running : undefined}
          onClick={onUpsert}
        >
          {texts.upsert(labelText(store.label))}
        </Button>
      )}
    </section>
  )
}

/** What is wrong with one node, and the way to it. */
function IssueLine({ issue, view }: { issue: ChecklistIssue; view: View }) {
  const { popup: texts } = useTexts().upserts
  const textOf = useIssueText()
  const show = useShowProblem(view)
  const name = useCanvas(({ graph }) => (issue.nodeId === undefined ? '' : labelIn(graph, issue.nodeId)))
  const isBlocking = issue.blocking
  const Sign = isBlocking ? CircleAlert : TriangleAlert
  return (
    <div
      className={`row gap-8 text-13 line-18 round-sm pad-8-10 ${isBlocking ? 'backdrop-danger text-danger-soft' : 'backdrop-warning text-warning-soft'}`}
      role={isBlocking ? 'alert' : undefined}
    >
      <Sign size={15} className="rigid" aria-hidden="true" />
      <span className="grows shrinks">
        <strong className="semibold">{nodeText(name)}</strong>: {textOf(issue)}
      </span>
      <Button
        size="sm"
        variant="outlined"
        color={isBlocking ? 'danger' : 'warning'}
        className="rigid"
        onClick={() => show(issue)}
      >
        {issue.field === undefined ? texts.goToNode : texts.goToField}
      </Button>
    </div>
  )
}

function issuesOf(issues: readonly ChecklistIssue[], nodes: ReadonlySet<string>) {
  return issues.filter(({ nodeId }) => nodeId !== undefined && nodes.has(nodeId))
}

function blockingOf(issues: readonly ChecklistIssue[], nodes: ReadonlySet<string>) {
  return issuesOf(issues, nodes).filter(({ blocking }) => blocking)
}
