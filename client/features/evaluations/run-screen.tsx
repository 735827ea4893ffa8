import { Button, LinearProgress, Skeleton, Stack, Typography } from '@mui/joy'
import { ChartColumn, Download, Play, RotateCw, Square, Table2 } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CSV_TYPE, toCsv, withByteOrderMark } from '#client/components/csv.ts'
import { downloadText } from '#client/components/download.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Evaluation } from '#shared/evaluations.ts'
import './evaluations.css'
import { CostCoach } from './cost-coach.tsx'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { filterRows, type RankedRow, type RowFilter, rankRows, rowFilters } from './rank-rows.ts'
import { ResultDialog } from './result-dialog.tsx'
import { RunChart } from './run-chart.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunMatrix } from './run-matrix.tsx'
import { useFigures } from './use-figures.ts'
import { useFlowCrumbs } from './use-flow-crumbs.ts'

const POLL_MS = 1_000

type Props = { flowId: string; id: string; paths: EvaluationPaths }

/** One run: its versions side by side, row by row. */
export function RunScreen({ flowId, id, paths }: Props) {
  const { evaluations: texts } = useTexts()
  const run = trpc.evaluations.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false) },
  )
  return (
    <AsyncView
      query={run}
      errorTitle={texts.loadFailed}
      skeleton={<Skeleton variant="rectangular" height={420} />}
    >
      {(found) => <Loaded run={found} flowId={flowId} paths={paths} />}
    </AsyncView>
  )
}

function Loaded({ run, flowId, paths }: { run: Evaluation; flowId: string; paths: EvaluationPaths }) {
  const { evaluations: texts } = useTexts()
  const [language] = useLanguage()
  const { total } = useFigures()
  const { params, change } = useUrlState()
  const [isStarting, setStarting] = useState(false)
  const flow = trpc.flows.head.useQuery({ id: flowId })
  const ranked = rankRows(run)
  const isChart = params.get('view') === 'chart'
  const view = useRowFilters()
  const filtered = filterRows(ranked, view)
  const row = params.get('row')
  // A link may lead to a row that the filters hide.
  const rows = row === null || filtered.some(({ number }) => String(number) === row) ? filtered : ranked
  const opened = rows.findIndex(({ number }) => String(number) === row)
  const open = (number: number | undefined) =>
    change({ row: number === undefined ? undefined : String(number) })
  useFlowCrumbs(flowId, flow.data?.name, paths, texts.runName(run.number))
  return (
    <>
      <PageHeader
        title={texts.runName(run.number)}
        text={`${texts.runText(run.datasetName, run.rowCount, run.versions.length)} ${texts.startedBy(run.by, formatMoment(run.createdDate, language))}`}
        action={
          <RunActions
            run={run}
            isChart={isChart}
            onView={() => change({ view: isChart ? undefined : 'chart' })}
            onRun={() => setStarting(true)}
          />
        }
      />
      <RunState run={run} />
      <ListToolbar
        label={texts.search}
        query={view.query}
        onQuery={(query) => change({ q: query })}
        count={texts.shown(rows.length, ranked.length)}
      >
        {rowFilters.map((filter) => (
          <FilterChip
            key={filter}
            label={texts.filters[filter]}
            count={filterRows(ranked, { query: '', filters: [filter] }).length}
            isOn={view.filters.includes(filter)}
            onToggle={() => view.toggle(filter)}
          />
        ))}
      </ListToolbar>
      <RunRows {...{ run, rows, isChart, opened }} onOpen={open} />
      <div className="evaluation-foot">
        <Typography level="body-sm" sx={{ fontFamily: 'code', color: 'text.tertiary' }}>
          {texts.costs(total(run.answersMicro), total(run.judgeMicro), total(run.spentMicro))}
        </Typography>
        <CostCoach run={run} paths={paths} />
      </div>
      {opened >= 0 && (
        <ResultDialog
          run={run}
          rows={rows}
          place={opened}
          paths={paths}
          onMove={open}
          onClose={() => open(undefined)}
        />
      )}
      {params.get('publish') !== null && (
        <PublishDialog
          flowId={flowId}
          paths={paths}
          onRun={() => setStarting(true)}
          onClose={() => change({ publish: undefined })}
        />
      )}
      {isStarting && (
        <RunDialog
          flowId={flowId}
          datasetId={run.datasetId}
          paths={paths}
          onClose={() => setStarting(false)}
        />
      )}
    </>
  )
}

/** Which rows are shown, in the URL. */
function useRowFilters() {
  const { params, change } = useUrlState()
  const given = params.get('only')?.split(',') ?? []
  const filters = rowFilters.filter((filter) => given.includes(filter))
  return {
    query: params.get('q') ?? '',
    filters,
    toggle: (filter: RowFilter) =>
      change({
        only: rowFilters.filter((each) => filters.includes(each) !== (each === filter)).join(','),
      }),
  }
}

type RowsProps = {
  run: Evaluation
  rows: readonly RankedRow[]
  isChart: boolean
  opened: number
  onOpen: (row: number) => void
}

function RunRows({ run, rows, isChart, opened, onOpen }: RowsProps) {
  const { evaluations: texts } = useTexts()
  if (rows.length === 0) {
    return <EmptyState dashed title={texts.noMatch} />
  }
  return isChart ? (
    <RunChart run={run} rows={rows} />
  ) : (
    <RunMatrix run={run} rows={rows} opened={opened} onOpen={onOpen} />
  )
}

/** How far it has come, and why it does not go on. */
function RunState({ run }: { run: Evaluation }) {
  const { evaluations: texts } = useTexts()
  const { total } = useFigures()
  const errorText = useErrorText()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const options = {
    onSuccess: () => utils.evaluations.invalidate(),
    onError: (error: unknown) => toasts.error(errorText(error)),
  }
  const stop = trpc.evaluations.stop.useMutation(options)
  const resume = trpc.evaluations.resume.useMutation(options)
  const { id, state, done, reason, isOutdated } = run
  const progress = texts.progress(done, run.total, total(run.spentMicro))
  if (state === 'completed') {
    return isOutdated ? <p className="evaluation-note">{texts.outdated}</p> : null
  }
  return (
    <div className="evaluation-state">
      <LinearProgress
        determinate
        value={(100 * done) / Math.max(1, run.total)}
        aria-label={texts.states[state]}
      />
      <span role="status">
        <b>{texts.states[state]}</b> <span className="evaluation-figure">{progress}</span>
        {reason && ` ${errorText(new Error(reason))}`}
      </span>
      {state === 'running' ? (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<Square size={14} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id })}
        >
          {texts.stop}
        </Button>
      ) : (
        <Button
          size="sm"
          startDecorator={<Play size={14} />}
          loading={resume.isPending}
          title={texts.resumeHelp}
          onClick={() => resume.mutate({ id })}
        >
          {texts.resume}
        </Button>
      )}
    </div>
  )
}

type ActionProps = { run: Evaluation; isChart: boolean; onView: () => void; onRun: () => void }

function RunActions({ run, isChart, onView, onRun }: ActionProps) {
  const { evaluations: texts } = useTexts()
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <Button
        variant="plain"
        color="neutral"
        startDecorator={isChart ? <Table2 size={16} /> : <ChartColumn size={16} />}
        onClick={onView}
      >
        {isChart ? texts.showTable : texts.showChart}
      </Button>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Download size={16} />}
        onClick={() => saveCsv(run)}
      >
        {texts.csv}
      </Button>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<RotateCw size={16} />}
        disabled={run.state === 'running'}
        onClick={onRun}
      >
        {texts.runAgain}
      </Button>
    </Stack>
  )
}

/** Raw figures under English names, for programs. */
function saveCsv({ name, rows, versions, results }: Evaluation) {
  const head = ['row', 'question', 'expected', 'version', 'model', 'score', 'cost_usd', 'seconds', 'answer']
  const lines = results.map(({ row, versionId, score, costMicro, latencyMs, answer }) => {
    const asked = rows.find(({ number }) => number === row)
    const version = versions.find(({ id }) => id === versionId)
    const named = version?.kind === 'draft' ? 'draft' : `v${version?.number ?? ''}`
    return [
      ...[row, asked?.input ?? '', asked?.output ?? '', named, version?.modelName ?? ''],
      ...[score, costMicro / 1_000_000, latencyMs / 1_000, answer],
    ]
  })
  downloadText(`${name}.csv`, withByteOrderMark(toCsv(head, lines)), CSV_TYPE)
}
