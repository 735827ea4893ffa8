import { AppError } from '#shared/errors.ts'
import { type AnyCall, type Credential, credentialsOf, type NodeDefinition } from '../define-node.ts'
import type { Holder } from '../handles.ts'
import { NodeFailure } from '../node-failure.ts'
import type { OpenedCredential } from '../ports.ts'
import { readInputs } from '../read-inputs.ts'
import { recordTools } from '../record-tool.ts'
import { readRetryPolicy } from '../retry-policy.ts'
import { createPins } from '../reuse.ts'
import { rejectUnpaid } from '../shared-credential.ts'
import { bindWorld, type World } from '../world.ts'
import type { StepRun } from './run-step.ts'
import type { Connected } from './step.ts'

type Component = {
  /** Unique within the step; part of the ids of its calls. */
  slot: string
  definition: NodeDefinition
  /** Inputs with all references replaced. */
  stored: Record<string, unknown>
  credentialId: string | undefined
  connected?: Connected | undefined
  /** Handles that the inputs refer to. */
  built?: ReadonlyMap<string, unknown>
}

type Opened = {
  inputs: Record<string, unknown>
  credential: Record<string, unknown> | undefined
  /** The kind of the credential, for nodes that accept several. */
  kind: string | undefined
  isShared: boolean
  ports: World
  /** Builds the handle. Its calls are recorded and charged under the step's node. */
  build(): Promise<unknown>
}

/** Reads the inputs and the credential of a step, or of a component configured inside it. */
export async function openComponent(step: StepRun, component: Component): Promise<Opened> {
  const { slot, definition, connected } = component
  const { node, open, turn, log, signal, waiting, ports } = step
  const pins = step.pins?.get(node.id)
  const { label } = node
  const opened = await openCredential(step, component)
  if (opened?.platform) {
    rejectUnpaid(definition, label)
  }
  const recording = {
    ...{ nodeId: node.id, runId: step.runId, scope: `${open.entry.key}:${slot}`, waiting, log, signal },
    ...{ trace: undefined, reuse: pins && createPins(node.id, pins), platform: opened?.platform ?? false },
    retryPolicy: readRetryPolicy(node.data),
    blame: (error: unknown) => new NodeFailure(node, error),
  }
  const holder: Holder = { id: node.id, listens: step.stream && node.streams }
  const handles = Object.entries(connected?.handles ?? {})
  const scope = { node: label, turn, built: new Map([...(component.built ?? []), ...handles]), holder }
  const links = handles.map(([name]) => [name, `{{${name}.data.instance}}`])
  const stored = links.length > 0 ? { ...component.stored, ...Object.fromEntries(links) } : component.stored
  const inputs = readInputs(definition.inputs, stored, scope)
  const credential = opened && readInputs(opened.kind.inputs, opened.values, scope)
  const world = bindWorld(ports, turn, recording)
  return {
    ...{ inputs, credential, kind: opened?.kind.name, ports: world, isShared: recording.platform },
    async build() {
      const { output } = connected ?? {}
      const outputs = definition.outputs ?? {}
      const build = definition.build ?? (outputs[output ?? ''] ?? Object.values(outputs)[0])?.build
      if (!build) {
        throw new AppError('INVALID_FLOW', `${label}: ${definition.label} cannot be used here.`)
      }
      const shared = new Map()
      const flowVariables = new Map()
      const call: AnyCall = {
        ...{ inputs, credential, turn, signal, label, isShared: recording.platform },
        ...{ shared, flowVariables, ports: world },
      }
      const handle = await build(call)
      if (definition.baseClasses.includes('Tool')) {
        return recordTools(handle, { ...recording, simulatesWrites: ports.simulatesWrites })
      }
      return hold(handle, holder)
    },
  }
}

type KnownCredential = OpenedCredential & { kind: Credential }

/** Of several accepted kinds, the one this credential is of. */
async function openCredential(
  { ports: { credential: find } }: StepRun,
  { definition, credentialId }: Component,
): Promise<KnownCredential | undefined> {
  const kinds = credentialsOf(definition)
  if (!credentialId) {
    return undefined
  }
  for (const [index, kind] of kinds.entries()) {
    try {
      return { ...(await find(credentialId, kind.name)), kind }
    } catch (error) {
      const isOther = error instanceof AppError && error.code === 'NOT_FOUND' && index < kinds.length - 1
      if (!isOther) {
        throw error
      }
    }
  }
  return undefined
}

function hold(handle: unknown, holder: Holder): unknown {
  const isHeld =
    typeof handle === 'object' && handle !== null && 'heldBy' in handle && typeof handle.heldBy === 'function'
  return isHeld ? (handle.heldBy as (holder: Holder) => unknown)(holder) : handle
}
