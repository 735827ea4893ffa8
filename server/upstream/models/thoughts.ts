import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'

/** Reasoning before a tool call, with the signatures the provider requires back. */
export type Thought = { text: string; providerMetadata: SharedV4ProviderMetadata }
type Sealed = { thoughts: Thought[]; call: SharedV4ProviderMetadata | undefined }

/** Max tool calls whose results are still to be sent back; a tool loop needs only the last few. */
const max = 5_000
const sealed = new Map<string, Sealed>()

/**
 * Anthropic rejects a reasoning model's tool call without its signed reasoning, Gemini without its signature. Both
 * use fields of their own, which the engine does not handle, so they are cached here by tool call id while the
 * loop runs. Without them (after a restart) the turn starts again without reasoning.
 */
export function retainSealed(
  callIds: readonly string[],
  thoughts: Thought[],
  calls: Map<string, SharedV4ProviderMetadata>,
) {
  for (const [index, id] of callIds.entries()) {
    const stored =
      index === 0 ? thoughts.filter(({ providerMetadata }) => Object.keys(providerMetadata).length > 0) : []
    const call = calls.get(id)
    if (stored.length > 0 || call) {
      sealed.set(id, { thoughts: stored, call })
    }
  }
  for (const oldest of sealed.keys()) {
    if (sealed.size <= max) {
      break
    }
    sealed.delete(oldest)
  }
}

export function findSealed(callId: string): Sealed | undefined {
  return sealed.get(callId)
}
