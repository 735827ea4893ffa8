import { credentialOf } from '#shared/flow-file.ts'
import type { AnyCall } from './define-node.ts'
import { NodeFailure } from './node-failure.ts'
import type { Step } from './plan-flow.ts'
import type { OpenedCredential } from './ports.ts'
import { readInputs } from './read-inputs.ts'
import { readRetryPolicy } from './retry-policy.ts'
import type { Execution } from './running.ts'
import { rejectUnpaid } from './shared-credential.ts'
import { secretsOf } from './trace.ts'
import { bindWorld } from './world.ts'

/** Call ids of components begin with the key of their step, so that two visits of it are two calls. */
export function scopeOf(id: string, { step }: Pick<Execution, 'step'>) {
  return step && { scope: `${step.key}:${id}`, waiting: step.waiting, runId: step.runId }
}

export async function prepareCall(step: Step, execution: Execution, isEnding: boolean): Promise<AnyCall> {
  const { id, node, data, label } = step
  const { turn, ports, log, signal, stream, built, tracing, reuse } = execution
  const scope = { node: label, turn, built, holder: { id, listens: stream && isEnding } }
  const credentialId = node.credential && credentialOf(data)
  const opened: OpenedCredential | undefined = credentialId
    ? await ports.credential(credentialId, node.credential?.name ?? '')
    : undefined
  tracing?.hide(secretsOf(node.credential?.inputs ?? {}, opened?.values ?? {}))
  if (opened?.platform) {
    rejectUnpaid(node, label)
  }
  const recording = {
    trace: tracing,
    reuse,
    nodeId: id,
    ...scopeOf(id, execution),
    log,
    signal,
    platform: opened?.platform ?? false,
    retryPolicy: readRetryPolicy(data),
    blame: (error: unknown) => new NodeFailure(step, error),
  }
  return {
    inputs: readInputs(node.inputs, data.inputs, scope),
    credential: opened && node.credential && readInputs(node.credential.inputs, opened.values, scope),
    turn,
    signal,
    label,
    isShared: recording.platform,
    shared: execution.shared,
    flowVariables: execution.flowVariables,
    ports: bindWorld(ports, turn, recording),
  }
}
