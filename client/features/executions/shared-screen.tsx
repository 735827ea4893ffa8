import './executions.css'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { ExecutionBody } from './execution-body.tsx'
import { ExecutionState } from './execution-state.tsx'
import { useValues } from './use-values.ts'

/** An execution that its owner has shared, for anyone with the link. */
export function SharedScreen({ id }: { id: string }) {
  const { executions: texts } = useTexts()
  const { moment } = useValues()
  const query = trpc.executions.shared.useQuery({ id })
  return (
    <div className="shared-execution">
      <AsyncView query={query} errorTitle={texts.public.failed}>
        {(execution) => (
          <>
            <header className="execution-head">
              <div>
                <h1>
                  {texts.public.caption(execution.flowName)}
                  <ExecutionState state={execution.state} />
                </h1>
                <p>{moment(execution.startedDate)}</p>
              </div>
            </header>
            <ExecutionBody execution={execution} />
          </>
        )}
      </AsyncView>
    </div>
  )
}
