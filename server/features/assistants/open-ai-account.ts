import type { OpenAiAccount, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

export type OpenCredential = (
  userId: string,
  ...named: Parameters<Ports['credential']>
) => ReturnType<Ports['credential']>

/**
 * The OpenAI account of a user's own credential. Throws INVALID_FLOW for a shared one: the usage of file search and
 * code interpreter is unknown in advance, so no funds could be held for it.
 */
export async function openAiAccount(
  openCredential: OpenCredential,
  userId: string,
  credential: string,
): Promise<OpenAiAccount> {
  const { values, platform } = await openCredential(userId, credential, 'openAIApi')
  if (platform) {
    throw new AppError('INVALID_FLOW', 'An assistant at OpenAI needs an OpenAI credential of your own.')
  }
  const { openAIApiKey, basePath } = values as { openAIApiKey?: string; basePath?: string }
  return { apiKey: openAIApiKey ?? '', baseUrl: basePath || undefined }
}
