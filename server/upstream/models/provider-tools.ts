import type { LanguageModelV4ProviderTool } from '@ai-sdk/provider'
import type { ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { nameOf } from './provider-model.ts'

type Tools = Readonly<Record<string, Pick<LanguageModelV4ProviderTool, 'id' | 'name' | 'args'>>>

/** Providers reject an unlimited number of searches or bill each one, so one reply makes at most this many. */
const maxUses = 8

/** Tools that run at the provider, by the names Flowise's files store. */
const known: Readonly<Record<string, Tools>> = {
  openai: {
    web_search_preview: { id: 'openai.web_search_preview', name: 'web_search_preview', args: {} },
    code_interpreter: { id: 'openai.code_interpreter', name: 'code_interpreter', args: {} },
    image_generation: { id: 'openai.image_generation', name: 'image_generation', args: {} },
  },
  google: {
    urlContext: { id: 'google.url_context', name: 'url_context', args: {} },
    googleSearch: { id: 'google.google_search', name: 'google_search', args: {} },
    codeExecution: { id: 'google.code_execution', name: 'code_execution', args: {} },
  },
  anthropic: {
    web_search_20250305: { id: 'anthropic.web_search_20250305', name: 'web_search', args: { maxUses } },
    web_fetch_20250910: { id: 'anthropic.web_fetch_20250910', name: 'web_fetch', args: { maxUses } },
  },
}

/** Throws INVALID_FLOW for a tool the provider does not have. A server behind a custom URL has none. */
export function toProviderTools(
  settings: ModelSettings,
  { providerTools = [] }: ChatRequest,
): LanguageModelV4ProviderTool[] {
  const tools = settings.customBaseUrl ? undefined : known[settings.provider]
  return providerTools.map((name) => {
    const tool = tools?.[name]
    if (!tool) {
      throw new AppError('INVALID_FLOW', `${nameOf(settings)} has no built-in tool ${name}.`)
    }
    return { type: 'provider', ...tool }
  })
}
