import type { ModelSettings, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

/** A model on this machine may have to be loaded first. */
const TIMEOUT_MS = 120_000

/** Sends a minimal prompt. It is not a run, so nothing is charged. Throws the service's error. */
export async function callModel(chat: Ports['chat'], settings: ModelSettings): Promise<void> {
  const request = { messages: [{ role: 'user' as const, content: 'Reply with the word OK.' }] }
  const call = { stream: false, signal: new AbortController().signal }
  const pieces = chat({ ...settings, timeoutMs: TIMEOUT_MS }, request, call)
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  if (step.value.text.trim() === '') {
    throw new AppError('INVALID_INPUT', `${settings.model} gave an empty answer. Choose another model.`)
  }
}
