import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'

/** Reasoning before a tool call, with the signatures the provider requires back. */
export type Thought = { text: string; providerMetadata: SharedV4ProviderMetadata }
type Sealed = { thoughts: Thought[]; call: SharedV4ProviderMetadata | undefined }

/** Calls whose answers are still to be sent back; a loop of tools needs the last few. */
const max = 5_000
const sealed = new Map<string, Sealed>()

/**
 * Anthropic refuses a thinking model's call of a tool without the signed thought before it, Gemini without its signature.
 * Both say so in fields of their own, which are no business of the engine: they are kept here, by the call's own id, while
 * its loop runs. Without them (after a restart) such a turn begins again without thoughts.
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
