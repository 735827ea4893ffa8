import { Option, Select } from '@mui/joy'
import { useEffect, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { runStates } from '#shared/runs.ts'
import { type ListView, type Span, spans } from './use-list-view.ts'

const TYPING_MS = 300

export function ExecutionToolbar({ view }: { view: ListView }) {
  const { executions: texts } = useTexts()
  const { filters } = texts
  const counts = trpc.executions.counts.useQuery(view.filter).data
  const shown = counts
    ? runStates
        .filter((state) => view.state === undefined || state === view.state)
        .reduce((sum, state) => sum + counts[state], 0)
    : undefined
  const [session, setSession] = useState(view.sessionId ?? '')
  const { change, sessionId } = view
  useEffect(() => {
    if (session !== (sessionId ?? '')) {
      const timer = setTimeout(() => change({ session: session || undefined }), TYPING_MS)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [session, sessionId, change])

  return (
    <ListToolbar
      label={filters.session}
      query={session}
      onQuery={setSession}
      count={shown === undefined ? '' : filters.shown(shown)}
    >
      {runStates.map((state) => (
        <FilterChip
          key={state}
          label={texts.states[state]}
          count={counts?.[state] ?? 0}
          isOn={view.state === state}
          onToggle={() => change({ state: view.state === state ? undefined : state })}
        />
      ))}
      <FlowSelect view={view} />
      <Select
        className="execution-select"
        value={view.span ?? ''}
        onChange={(_, next) => change({ since: next || undefined })}
        slotProps={{ button: { 'aria-label': filters.date } }}
      >
        <Option value="">{filters.anyDate}</Option>
        {(Object.keys(spans) as Span[]).map((span) => (
          <Option key={span} value={span}>
            {filters[span]}
          </Option>
        ))}
      </Select>
    </ListToolbar>
  )
}

function FlowSelect({ view: { flowId, change } }: { view: ListView }) {
  const { filters } = useTexts().executions
  const flows = trpc.flows.summaries.useQuery({ type: 'AGENT' })
  return (
    <Select
      className="execution-select"
      value={flowId ?? ''}
      onChange={(_, next) => change({ flow: next || undefined })}
      slotProps={{ button: { 'aria-label': filters.flow } }}
    >
      <Option value="">{filters.anyFlow}</Option>
      {(flows.data ?? []).map(({ id, name }) => (
        <Option key={id} value={id}>
          {name}
        </Option>
      ))}
    </Select>
  )
}
