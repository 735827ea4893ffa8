import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { newAgentFlow } from '#client/features/canvas/agent/new-agent-flow.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { CanvasPage } from './canvas-page.tsx'
import { paths } from './paths.ts'

/** The canvas of an agent flow. Without an id one is begun, for it is none without its start. */
export function AgentCanvasPage() {
  const { shell } = useTexts()
  const { id } = useParams()
  return (
    <AdminOnly screen={shell.pages.agentCanvas}>{id === undefined ? <Begin /> : <CanvasPage />}</AdminOnly>
  )
}

function Begin() {
  const { agent } = useTexts()
  const navigate = useNavigate()
  const begun = useRef(false)
  const [error, setError] = useState<unknown>()
  const begin = trpc.flows.begin.useMutation()

  useEffect(() => {
    if (begun.current) {
      return
    }
    begun.current = true
    begin
      .mutateAsync({ name: agent.untitled, type: 'AGENTFLOW', flowData: newAgentFlow(agent.start) })
      .then(({ id }) => navigate(paths.agentCanvas(id), { replace: true }), setError)
  }, [begin, navigate, agent])

  return error === undefined ? null : <ErrorPanel error={error} title={agent.beginFailed} />
}
