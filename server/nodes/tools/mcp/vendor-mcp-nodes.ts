import { browserlessApi } from '#server/credentials/browserless-api.credential.ts'
import { githubApi } from '#server/credentials/github-api.credential.ts'
import { slackOAuth2 } from '#server/credentials/slack-oauth2.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { McpSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { listActions, mcpActions, openTools } from './open-tools.ts'

const common = { version: 1, category: 'Tools (MCP)', icon: 'plug', baseClasses: ['Tool'] } as const

/** Addresses of the vendors' own servers, as their documentation gives them. */
export const slackMCP = defineNode({
  ...common,
  name: 'slackMCP',
  label: 'Slack MCP',
  description: 'Searches, reads and writes in a Slack workspace.',
  credential: slackOAuth2,
  inputs: { mcpActions },
  loadMethods: {
    listActions: ({ credential, ports }) =>
      listActions(ports, withToken('https://mcp.slack.com/mcp', credential?.accessToken)),
  },
  build: ({ credential, inputs, signal, ports }) =>
    openTools(withToken('https://mcp.slack.com/mcp', credential.accessToken), {
      actions: inputs.mcpActions,
      signal,
      ports,
    }),
})

export const githubMCP = defineNode({
  ...common,
  name: 'githubMCP',
  label: 'Github MCP',
  description: 'Repositories, issues and pull requests of GitHub.',
  credential: githubApi,
  inputs: {
    mcpActions,
    githubEnterpriseUrl: {
      label: 'GitHub Enterprise URL',
      type: 'string',
      placeholder: 'https://octocorp.ghe.com',
      description: 'Of an enterprise with data residency.',
      optional: true,
      additionalParams: true,
    },
  },
  loadMethods: {
    listActions: ({ credential, inputs, ports }) =>
      listActions(ports, withToken(githubUrl(inputs.githubEnterpriseUrl), credential?.accessToken)),
  },
  build: ({ credential, inputs, signal, ports }) =>
    openTools(withToken(githubUrl(inputs.githubEnterpriseUrl), credential.accessToken), {
      actions: inputs.mcpActions,
      signal,
      ports,
    }),
})

export const browserlessMCP = defineNode({
  ...common,
  name: 'browserlessMCP',
  label: 'Browserless MCP',
  description: 'Opens web pages in a browser at browserless.io.',
  credential: browserlessApi,
  inputs: { mcpActions },
  loadMethods: {
    listActions: ({ credential, ports }) =>
      listActions(ports, withToken('https://mcp.browserless.io/mcp', credential?.token)),
  },
  build: ({ credential, inputs, signal, ports }) =>
    openTools(withToken('https://mcp.browserless.io/mcp', credential.token), {
      actions: inputs.mcpActions,
      signal,
      ports,
    }),
})

export const teradataMCP = defineNode({
  ...common,
  name: 'teradataMCP',
  label: 'Teradata MCP',
  description: 'Tools of a Teradata MCP server of your own.',
  inputs: {
    mcpUrl: {
      label: 'MCP Server URL',
      type: 'string',
      placeholder: 'https://teradata.example.com/mcp',
    },
    bearerToken: { label: 'Bearer Token', type: 'password', optional: true },
    mcpActions,
  },
  loadMethods: {
    listActions: ({ inputs, ports }) =>
      listActions(ports, withToken(inputs.mcpUrl ?? '', inputs.bearerToken)),
  },
  build: ({ inputs, signal, ports }) =>
    openTools(withToken(inputs.mcpUrl, inputs.bearerToken), { actions: inputs.mcpActions, signal, ports }),
})

export const supergatewayMCP = defineNode({
  ...common,
  name: 'supergatewayMCP',
  label: 'Supergateway MCP',
  description: 'Tools of a server that Supergateway offers over HTTP.',
  inputs: {
    arguments: {
      label: 'Arguments',
      type: 'string',
      rows: 4,
      placeholder: '--streamableHttp "https://mcp.example.com/mcp"',
      description:
        'Its address: --streamableHttp or --sse with a URL, --oauth2Bearer and --header where it wants them.',
    },
    mcpActions,
  },
  loadMethods: {
    listActions: ({ inputs, ports }) => listActions(ports, readArguments(inputs.arguments ?? '')),
  },
  build: ({ inputs, signal, ports }) =>
    openTools(readArguments(inputs.arguments), { actions: inputs.mcpActions, signal, ports }),
})

export const vendorMcpNodes = [slackMCP, githubMCP, browserlessMCP, teradataMCP, supergatewayMCP]

/** GitHub serves enterprises with data residency at a name of their own. */
function githubUrl(enterprise: string | undefined) {
  const host = enterprise && URL.canParse(enterprise) ? new URL(enterprise).host : undefined
  return host ? `https://copilot-api.${host}/mcp` : 'https://api.githubcopilot.com/mcp/'
}

function withToken(url: string, token: string | undefined): McpSettings {
  return { url, ...(token && { headers: { Authorization: `Bearer ${token}` } }) }
}

/** The arguments of its command line, as far as they say where and how to connect. */
function readArguments(text: string): McpSettings {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (word) => word[1] ?? word[2] ?? word[3] ?? '',
  )
  const valuesOf = (flag: string) =>
    words.flatMap((word, index) => (word === flag ? (words[index + 1] ?? []) : []))
  const [http] = valuesOf('--streamableHttp')
  const [sse] = valuesOf('--sse')
  const url = http ?? sse
  if (url === undefined) {
    throw new AppError(
      'INVALID_FLOW',
      'Supergateway MCP: give --streamableHttp or --sse with a URL. This server starts no programs.',
    )
  }
  const headers = valuesOf('--header').map((line) => /^([^:]+):\s*(.*)$/.exec(line))
  const [token] = valuesOf('--oauth2Bearer')
  return {
    url,
    transport: http ? 'http' : 'sse',
    headers: {
      ...Object.fromEntries(headers.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : []))),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  }
}
