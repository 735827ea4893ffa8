import { withoutDisabled } from './disabled-nodes.ts'
import { findEndings, type Kinds, type Net } from './flow-endings.ts'
import type { Severity } from './flow-issues.ts'
import { isRecord, parseJson } from './json.ts'

type DeploymentIssue =
  | { name: 'walletEmpty' | 'unprotected' | 'starterPrompts' }
  | { name: 'unpublished'; count: number }
  | { name: 'addMemory'; label: string }

export type DeploymentProblem = {
  nodeId: string | undefined
  field?: string
  issue: DeploymentIssue
  severity: Severity
  blocking: boolean
}

/** Stored settings of a flow, as JSON texts. Absent until loaded. */
type FlowSettings = {
  isPublic: boolean
  apiConfig: string | null
  chatbotConfig: string | null
}

export type Deployment = {
  /** Whether the wallet covers the next message; undefined while unknown. */
  canPay?: boolean | undefined
  /** Changes that only the draft has; 0 when there are none or nothing is published. */
  unpublished: number
  settings?: FlowSettings | undefined
}

export function checkDeployment(
  net: Net,
  kinds: Kinds,
  { canPay, unpublished, settings }: Deployment,
): DeploymentProblem[] {
  const flow = (issue: DeploymentIssue, severity: Severity): DeploymentProblem => ({
    nodeId: undefined,
    issue,
    severity,
    blocking: severity === 'blocking',
  })
  return [
    ...(canPay === false ? [flow({ name: 'walletEmpty' }, 'blocking')] : []),
    ...(settings?.isPublic && !isProtected(settings) ? [flow({ name: 'unprotected' }, 'warning')] : []),
    ...(unpublished > 0 ? [flow({ name: 'unpublished', count: unpublished }, 'warning')] : []),
    ...(settings?.isPublic && !hasStarters(settings) ? [flow({ name: 'starterPrompts' }, 'tip')] : []),
    ...memoryTip(net, kinds),
  ]
}

/** True with a rate limit or allowed domains. */
function isProtected({ apiConfig, chatbotConfig }: FlowSettings): boolean {
  const limit = at(apiConfig, 'rateLimit')
  const origins = at(chatbotConfig, 'allowedOrigins')
  const named =
    Array.isArray(origins) && origins.some((origin) => typeof origin === 'string' && origin.trim() !== '')
  return named || (isRecord(limit) && limit.status !== false && Boolean(limit.limitMax))
}

function hasStarters({ chatbotConfig }: FlowSettings): boolean {
  const starters = at(chatbotConfig, 'starterPrompts')
  return isRecord(starters) && Object.values(starters).some((each) => isRecord(each) && Boolean(each.prompt))
}

function memoryTip(graph: Net, kinds: Kinds): DeploymentProblem[] {
  const net = withoutDisabled(graph)
  const { ending } = findEndings(net, kinds)
  const node = ending === undefined ? undefined : net.nodes.get(ending)
  const memory = node && kinds.get(node.data.name)?.inputs.find(({ type }) => type === 'BaseMemory')
  if (!(node && memory?.optional) || node.data.inputs[memory.name]) {
    return []
  }
  const issue: DeploymentIssue = { name: 'addMemory', label: node.data.label || node.data.name }
  return [{ nodeId: ending, field: memory.name, issue, severity: 'tip', blocking: false }]
}

function at(text: string | null, key: string): unknown {
  const parsed = parseJson(text ?? '{}')
  return isRecord(parsed) ? parsed[key] : undefined
}
