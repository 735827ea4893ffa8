import './inside.css'
import { useParams } from 'react-router'
import { ExecutionScreen } from '#client/features/executions/execution-screen.tsx'
import { ExecutionsScreen } from '#client/features/executions/executions-screen.tsx'
import { SharedScreen } from '#client/features/executions/shared-screen.tsx'
import { AllTexts } from '#client/texts/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { paths } from './paths.ts'

const executionPaths = {
  list: paths.app('executions'),
  flows: paths.app('agentflows'),
  canvas: paths.agentCanvas,
  execution: paths.execution,
  shared: paths.sharedExecution,
}

export function ExecutionsPage() {
  return <ExecutionsScreen paths={executionPaths} />
}

export function ExecutionPage() {
  const { id = '' } = useParams()
  return <ExecutionScreen key={id} id={id} paths={executionPaths} />
}

/** Shows nothing but the execution: visitors have no menu. */
export function SharedExecution() {
  const { id = '' } = useParams()
  return (
    <AllTexts>
      <BarePage>
        <SharedScreen id={id} />
      </BarePage>
    </AllTexts>
  )
}
