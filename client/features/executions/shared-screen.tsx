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
            <header className="execution-head flex wraps gap-12 items-flex-end spread margin-bottom-20">
              <div>
                <h1 className="row wraps gap-12 semibold breaks-anywhere">
                  {texts.public.caption(execution.flowName)}
                  <ExecutionState state={execution.state} />
                </h1>
                <p className="margin-4-0-0 text-tertiary breaks-anywhere">{moment(execution.startedDate)}</p>
              </div>
            </header>
            <ExecutionBody execution={execution} />
          </>
        )}
      </AsyncView>
    </div>
  )
}
