import type { AssistantPart } from '#shared/assistants.ts'
import { followUpNames, followUpProviders } from '#shared/flow-providers.ts'
import type { ModelChoice } from '#shared/writing.ts'

/** A model node as a choice for the writing helper. Undefined, so the default model, for a node it cannot use. */
export function modelChoiceOf({ name, inputs, credential }: AssistantPart): ModelChoice | undefined {
  const provider = followUpNames.find((each) => followUpProviders[each].node === name)
  const { modelName, baseUrl, FLOWISE_CREDENTIAL_ID: transient } = inputs
  const credentialId = credential || (typeof transient === 'string' ? transient : '')
  if (!provider || typeof modelName !== 'string' || modelName === '') {
    return undefined
  }
  if (followUpProviders[provider].needsCredential && credentialId === '') {
    return undefined
  }
  return { provider, credentialId, modelName, baseUrl: typeof baseUrl === 'string' ? baseUrl : '' }
}
