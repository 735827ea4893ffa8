import type { Json } from '#server/engine/inputs.ts'
import { isTooDeepJson, maxJsonDepth } from '#shared/json-depth.ts'

/** Limits of one script. The error names the exceeded limit. */
export const limits = {
  cpuMs: 2_000,
  wallMs: 10_000,
  maxWallMs: 60_000,
  memoryBytes: 32 * 1024 * 1024,
  /** From 256 KiB on, deep recursion ends the whole module instead of the script. */
  stackBytes: 128 * 1024,
  resultCharacters: 256 * 1024,
  /** Max nesting of inputs, results and host calls. */
  depth: maxJsonDepth,
  logLines: 200,
  logCharacters: 64 * 1024,
  perThread: 4,
  perOwner: 3,
  waiting: 500,
  fetches: 20,
  fetchCharacters: 4 * 1024 * 1024,
  codeCharacters: 1_000_000,
}

/** Milliseconds of CPU time, which do not pass while other threads of a busy machine run. */
export const cpuMsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

export const tooLong = (cpuMs: number) => `It computed for longer than ${cpuMs / 1_000} seconds.`

export type ScriptOrder = {
  code: string
  /** Names of the script's variables, without the `$`. */
  names: string[]
  /** The values as a JSON object, keyed by name. */
  values: string
  /** Host functions it may call as `$tools`, besides `fetch`. */
  tools: string[]
  wallMs: number
  cpuMs: number
}

/**
 * Messages to the thread. Values travel as JSON text, because cloning a deeply nested value breaks without an
 * error.
 */
export type ThreadOrder =
  | { say: 'start'; watch: SharedArrayBuffer }
  | { say: 'run'; id: number; order: ScriptOrder }
  | { say: 'stop'; id: number }
  | { say: 'answer'; id: number; callId: number; answer: string }

export type HostAnswer = { result: Json } | { rejection: string }

export type ThreadReport =
  | { say: 'call'; id: number; callId: number; name: string; args: string }
  | { say: 'done'; id: number; outcome: ScriptText }

export const tooDeep = `nested too deeply: more than ${limits.depth} levels`

export const isTooDeep = isTooDeepJson

export type ScriptText = { text: string; logs: string[] } | { fault: string; logs: string[] }

export type ScriptOutcome = { value: Json; logs: string[] } | { fault: string; logs: string[] }
