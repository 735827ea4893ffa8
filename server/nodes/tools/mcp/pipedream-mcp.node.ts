import { z } from 'zod'
import { pipedreamOAuthApi } from '#server/credentials/pipedream-oauth-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { McpSettings } from '#server/engine/ports.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { listActions, mcpActions, openTools } from './open-tools.ts'

type Client = { clientId: string; clientSecret: string; projectId: string; oauthScopes?: string | undefined }
type Place = { environment?: string | undefined; appSlug: string; externalUserId: string }

const SERVICE = 'Pipedream'
/** One or several slugs, separated by commas. */
const SLUGS = /^[a-z0-9][a-z0-9_-]{0,99}(?:,\s*[a-z0-9][a-z0-9_-]{0,99})*$/
/** Header values, so no line breaks; Pipedream accepts up to 250 characters. */
const USER = /^[\w.@+-]{1,250}$/
const tokenSchema = z.object({ access_token: z.string().min(1) })

/** Each of its users connects their own accounts; Pipedream answers with the address where they do so. */
export const pipedreamMCP = defineNode({
  name: 'pipedreamMCP',
  label: 'Pipedream MCP',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Actions of an app that Pipedream connects.',
  icon: 'plug',
  baseClasses: ['Tool'],
  credential: pipedreamOAuthApi,
  inputs: {
    environment: {
      label: 'Environment',
      type: 'options',
      options: [
        { label: 'Development', name: 'development' },
        { label: 'Production', name: 'production' },
      ],
      default: 'development',
    },
    appSlug: {
      label: 'App Slug',
      type: 'string',
      placeholder: 'notion',
      description: 'As in the app’s address at Pipedream; several are separated by commas.',
    },
    externalUserId: {
      label: 'User ID',
      type: 'string',
      placeholder: '{{$vars.user_email}}',
      description: 'Whose accounts are used.',
      acceptVariable: true,
    },
    toolMode: {
      label: 'Tool Mode',
      type: 'options',
      options: [{ label: 'Tools only', name: 'tools-only' }],
      default: 'tools-only',
      additionalParams: true,
    },
    mcpActions,
  },

  loadMethods: {
    async listActions({ credential, inputs, ports }) {
      if (!(ports.fetch && credential && inputs.appSlug)) {
        return []
      }
      // Which actions an app has is the same for every user.
      const user = USER.test(inputs.externalUserId ?? '') ? inputs.externalUserId : undefined
      const place = { ...inputs, appSlug: inputs.appSlug, externalUserId: user ?? 'preview' }
      return listActions(ports, await toSettings(ports.fetch, credential as Client, place))
    },
  },

  async build({ credential, inputs, signal, ports }) {
    const settings = await toSettings(ports.fetch, credential, inputs)
    return openTools(settings, { actions: inputs.mcpActions, signal, ports })
  },
})

async function toSettings(
  fetch: typeof globalThis.fetch,
  client: Client,
  place: Place,
): Promise<McpSettings> {
  const { environment = 'development', appSlug, externalUserId } = place
  if (!SLUGS.test(appSlug)) {
    throw new AppError('INVALID_FLOW', 'Pipedream MCP: an app slug has small letters, digits, - and _ only.')
  }
  if (!USER.test(externalUserId)) {
    throw new AppError('INVALID_FLOW', 'Pipedream MCP: a user ID has letters, digits and . _ @ + - only.')
  }
  return {
    url: 'https://remote.mcp.pipedream.net',
    transport: 'http',
    headers: {
      Authorization: `Bearer ${await fetchToken(fetch, client)}`,
      'x-pd-project-id': client.projectId,
      'x-pd-environment': environment,
      'x-pd-external-user-id': externalUserId,
      'x-pd-app-slug': appSlug,
      'x-pd-tool-mode': 'tools-only',
    },
  }
}

async function fetchToken(fetch: typeof globalThis.fetch, { clientId, clientSecret, oauthScopes }: Client) {
  const body = JSON.stringify({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    ...(oauthScopes && { scope: oauthScopes }),
  })
  const response = await callService(
    { service: SERVICE, fetch, sent: [clientSecret] },
    'https://api.pipedream.com/v1/oauth/token',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body },
  )
  return (await readResponse(SERVICE, response, tokenSchema)).access_token
}
