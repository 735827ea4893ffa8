import type { RunInput, RuntimeMessage, StepWait } from '#shared/runs.ts'
import type { Tool } from '../handles.ts'
import type { Json } from '../inputs.ts'
import type { ChatMessage } from '../ports.ts'
import type { Answered } from '../step-waiting.ts'

/** A wait as a step asks for it; the engine gives it an id. */
type WaitRequest = Omit<StepWait, 'id'>

/** A step behind this one, with its form and the output that leads to it. */
type Follower = { nodeId: string; output: string; inputs: Readonly<Record<string, unknown>> }

export type StepResult =
  | {
      /** The output in the shape of Flowise's executed data: `content`, and what the kind of node adds to it. */
      value: { [key: string]: Json }
      /** The resolved input, shown in executions. */
      input?: Json
      /** Outputs to follow. Without it, all edges are followed. */
      branches?: readonly string[]
      patch?: Readonly<Record<string, Json>>
      messages?: readonly RuntimeMessage[]
      /** Go to the node's jump target instead of along its edges. */
      jump?: true
    }
  /** Ask a person. The step runs again once there is an answer. */
  | { wait: WaitRequest }
  /** Run the nodes inside once for each item; the step's output is their joined content. */
  | { items: readonly Json[]; parallel: number; input?: Json }

/** What a step knows besides its inputs. */
export type StepScope = {
  key: string
  nodeId: string
  /** How often this node has been started in its frame, including this time. */
  visit: number
  /** Times a jump of this node is allowed. Undefined for nodes that do not jump. */
  maxVisits: number | undefined
  runInput: RunInput
  /** Earlier messages of the session; empty when the flow's memory is ephemeral. */
  history(): Promise<readonly ChatMessage[]>
  /** Messages of this run so far. */
  messages: readonly RuntimeMessage[]
  state: Readonly<Record<string, Json>>
  /** Steps that follow this one. */
  followers: readonly Follower[]
  /** Tools that the model of this step may request, and a later step runs. */
  offered: readonly Tool[]
  /** Answers to earlier waits of this step, oldest first. */
  answers: readonly Answered[]
  /** Replaces `{{ output }}` and all other references, in a field that is read after the step's work. */
  interpolate(value: Json, output?: Json): Json
  /** The clock, for durations; references to the time use the time at which the step started. */
  now(): Date
  /** A field as stored, before references are replaced, such as the configuration of a nested component. */
  stored(name: string): unknown
  /**
   * Builds a model, tool or store that is configured inside the node: its name, and its inputs as stored beside it.
   * Calls are recorded under `slot`, which is unique within the step.
   */
  open(slot: string, name: string, config: unknown, more?: Connected): Promise<unknown>
}

/** What the canvas would connect to a component. */
export type Connected = {
  /** Handles by the input that takes them. */
  handles?: Readonly<Record<string, unknown>>
  /** One of several outputs of the component; the first by default. */
  output?: string
}
