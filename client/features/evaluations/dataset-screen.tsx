import { Button, Skeleton, Stack } from '@mui/joy'
import { Download, Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CSV_TYPE, withByteOrderMark } from '#client/components/csv.ts'
import { downloadText } from '#client/components/download.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DatasetWithRows } from '#shared/datasets.ts'
import './evaluations.css'
import { ChecksTab } from './checks-tab.tsx'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { EvaluatorsTab } from './evaluators-tab.tsx'
import { listOf } from './list-of.ts'
import { RowsTab } from './rows-tab.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunsTab } from './runs-tab.tsx'
import { useFlowCrumbs } from './use-flow-crumbs.ts'

const tabs = ['rows', 'evaluators', 'runs', 'checks'] as const
type Tab = (typeof tabs)[number]
type Props = { flowId: string; id: string; paths: EvaluationPaths }

/** One data set: its rows, evaluators and runs, and the publish checks of its flow. */
export function DatasetScreen({ flowId, id, paths }: Props) {
  const { evaluations: texts } = useTexts()
  const set = trpc.datasets.get.useQuery({ id })
  const skeleton = <Skeleton variant="rectangular" height={320} />
  return (
    <AsyncView query={set} errorTitle={texts.loadFailed} skeleton={skeleton}>
      {(found) => <Loaded set={found} flowId={flowId} paths={paths} />}
    </AsyncView>
  )
}

function Loaded({ set, flowId, paths }: { set: DatasetWithRows; flowId: string; paths: EvaluationPaths }) {
  const { evaluations: texts } = useTexts()
  const { params, change } = useUrlState()
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'rows'
  const [isStarting, setStarting] = useState(false)
  const flow = trpc.flows.head.useQuery({ id: flowId })
  const runs = trpc.evaluations.of.useQuery({ datasetId: set.id })
  const flowName = flow.data?.name
  useFlowCrumbs(flowId, flowName, paths, set.name)
  const label = {
    rows: texts.tabs.rows(set.rows.length),
    evaluators: texts.tabs.evaluators(set.evaluatorIds.length),
    runs: texts.tabs.runs(runs.data ? listOf(runs.data).length : 0),
    checks: texts.tabs.checks,
  }
  return (
    <>
      <PageHeader
        title={set.name}
        text={texts.setText(flowName ?? '…', set.rows.length)}
        action={<SetActions set={set} flowId={flowId} paths={paths} onRun={() => setStarting(true)} />}
      />
      <Tabs<Tab>
        id="dataset"
        label={set.name}
        value={tab}
        options={tabs.map((value) => ({ value, label: label[value] }))}
        onChange={(next) => change({ tab: next === 'rows' ? undefined : next })}
      >
        {tab === 'rows' && <RowsTab set={set} />}
        {tab === 'evaluators' && <EvaluatorsTab set={set} />}
        {tab === 'runs' && (
          <RunsTab set={set} flowId={flowId} paths={paths} onRun={() => setStarting(true)} />
        )}
        {tab === 'checks' && <ChecksTab flowId={flowId} paths={paths} onRun={() => setStarting(true)} />}
      </Tabs>
      {isStarting && (
        <RunDialog flowId={flowId} datasetId={set.id} paths={paths} onClose={() => setStarting(false)} />
      )}
    </>
  )
}

type ActionProps = { set: DatasetWithRows; flowId: string; paths: EvaluationPaths; onRun: () => void }

function SetActions({ set: { id, name, rows }, flowId, paths, onRun }: ActionProps) {
  const { evaluations: texts } = useTexts()
  const utils = trpc.useUtils()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const remove = trpc.datasets.remove.useMutation({
    onSuccess: async () => {
      await utils.datasets.ofFlow.invalidate()
      void navigate(paths.flow(flowId))
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  async function ask() {
    const options = { title: texts.removeSetTitle(name), description: texts.removeSetText, danger: true }
    if (await confirm({ ...options, confirmButtonName: texts.removeSet })) {
      remove.mutate({ id })
    }
  }
  async function download() {
    const { csv } = await utils.datasets.exportCsv.fetch({ id })
    downloadText(`${name}.csv`, withByteOrderMark(csv), CSV_TYPE)
  }
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <Button variant="plain" color="neutral" onClick={() => void ask()}>
        {texts.removeSet}
      </Button>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Download size={16} />}
        disabled={rows.length === 0}
        onClick={() => void download().catch((error: unknown) => toasts.error(errorText(error)))}
      >
        {texts.exportCsv}
      </Button>
      <Button startDecorator={<Play size={16} />} disabled={rows.length === 0} onClick={onRun}>
        {texts.runPlain}
      </Button>
    </Stack>
  )
}
