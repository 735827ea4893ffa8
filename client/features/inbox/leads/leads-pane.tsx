import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import type { InboxView } from '../view/use-inbox-view.ts'
import { LeadTable } from './lead-table.tsx'

type Flow = Pick<FlowSummary, 'id' | 'name'>
type Props = { view: InboxView; flows: readonly Flow[] }

/** Who has left contact details, of one flow or of all own flows. */
export function LeadsPane({ view, flows }: Props) {
  const { inbox } = useTexts()
  const query = trpc.leads.listOwn.useQuery(view.flowId ? { flowId: view.flowId } : {})
  return (
    <div className="inbox-leads stack grows shrinks-y">
      <AsyncView query={query} errorTitle={inbox.leads.failed}>
        {(leads) => {
          const rows = leads.map((lead) => ({
            ...lead,
            createdDate: new Date(lead.createdDate).toISOString(),
            flowName: flows.find(({ id }) => id === lead.chatflowid)?.name ?? '',
          }))
          return rows.length === 0 ? (
            <NoLeads view={view} flows={flows} />
          ) : (
            <LeadTable rows={rows} view={view} />
          )
        }}
      </AsyncView>
    </div>
  )
}

function NoLeads({ view, flows }: Props) {
  const { inbox } = useTexts()
  const configure = useOpenFlowConfig()
  const flow = flows.find(({ id }) => id === view.flowId)
  return (
    <div className="inbox-nothing stack items-center gap-8 text-center pad-24">
      <p className="medium">{inbox.leads.emptyTitle}</p>
      <p className="text-13 line-18 text-secondary">{inbox.leads.emptyText}</p>
      {flow && configure && (
        <Button size="sm" onClick={() => configure({ ...flow, section: 'leads' })}>
          {inbox.leads.turnOn}
        </Button>
      )}
    </div>
  )
}
