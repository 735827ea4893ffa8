import type { Json } from '#server/engine/inputs.ts'
import { isTooDeepJson, maxJsonDepth } from '#shared/json-depth.ts'

/** Limits of one script. The error names the exceeded limit. */
export const limits = {
  /** Computing, waiting not counted. */
  cpuMs: 2_000,
  wallMs: 10_000,
  /** Longest time a node or a caller may ask for. */
  maxWallMs: 60_000,
  memoryBytes: 32 * 1024 * 1024,
  /** 256 KiB and more let a deep recursion end the whole module instead of the script. */
  stackBytes: 128 * 1024,
  resultCharacters: 256 * 1024,
  /** Of inputs, results, and what goes to the host and back. */
  depth: maxJsonDepth,
  logLines: 200,
  logCharacters: 64 * 1024,
  /** Scripts that run side by side in one thread, and for one flow. */
  perThread: 4,
  perOwner: 3,
  waiting: 500,
  fetches: 20,
  /** Of what one request brings back. */
  fetchCharacters: 4 * 1024 * 1024,
  codeCharacters: 1_000_000,
}

export const tooLong = (cpuMs: number) => `It computed for longer than ${cpuMs / 1_000} seconds.`

export type ScriptOrder = {
  code: string
  /** Names the code finds its values under, without the `$`. */
  names: string[]
  /** The values as JSON, under their names. */
  values: string
  /** Functions of the host it may call, beside `fetch`: found in `$tools`. */
  tools: string[]
  wallMs: number
  cpuMs: number
}

/** To the thread. Values travel as JSON texts: a deep value breaks the cloning of messages without an error. */
export type ThreadOrder =
  | { say: 'start'; watch: SharedArrayBuffer }
  | { say: 'run'; id: number; order: ScriptOrder }
  | { say: 'stop'; id: number }
  | { say: 'answer'; id: number; callId: number; answer: string }

export type HostAnswer = { result: Json } | { refusal: string }

/** From the thread. */
export type ThreadReport =
  | { say: 'call'; id: number; callId: number; name: string; args: string }
  | { say: 'done'; id: number; outcome: ScriptText }

export const tooDeep = `nested too deeply: more than ${limits.depth} levels`

export const isTooDeep = isTooDeepJson

export type ScriptText = { text: string; logs: string[] } | { fault: string; logs: string[] }

export type ScriptOutcome =
  | { value: Json; logs: string[] }
  /** Why there is no value, as a sentence for its author. */
  | { fault: string; logs: string[] }
