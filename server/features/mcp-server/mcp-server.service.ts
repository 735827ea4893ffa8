import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowAccess } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { readInput } from '#server/http/read-input.ts'
import { AppError } from '#shared/errors.ts'
import { flowSections } from '#shared/flow-sections.ts'
import type { McpServer, offerFlowInput, updateMcpServerInput } from '#shared/mcp-server.ts'
import { type FlowTool, type ToolValues, toolOf, withUniqueNames } from './flow-tools.ts'
import * as rows from './mcp-tokens.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  flows: Pick<FlowsService, 'find' | 'findOwn' | 'listNames' | 'startOf' | 'config'>
  chat: Pick<ChatService, 'trigger'>
  access: Pick<FlowAccess, 'countRequest'>
  limits: Pick<AttemptLimits, 'countOwn'>
}

/** Per flow or account, and address, whatever the flow allows. */
const requestLimit = { max: 600, windowMs: 60_000 }
/** Clients send all tools to their model with every question. */
const MAX_TOOLS = 100

/** Flows as tools of MCP clients: each at an address of its own, and those of an account at one. */
export function createMcpServerService({ store, now, flows, chat, access, limits }: Deps) {
  async function get(userId: string, id: string): Promise<McpServer> {
    return show(await flows.findOwn(userId, id))
  }

  /** Throws INVALID_INPUT for a name or a description that clients do not accept. */
  async function offer(
    userId: string,
    { id, ...named }: z.output<typeof offerFlowInput>,
  ): Promise<McpServer> {
    await saveSettings(userId, id, { ...named, status: true })
    return (await rows.findToken(store.db, id)) ? get(userId, id) : replaceToken(userId, id)
  }

  async function update(userId: string, { id, enabled, ...changes }: z.output<typeof updateMcpServerInput>) {
    const current = flows.config.mcpServerOf(await flows.findOwn(userId, id))
    const { toolName = current.toolName, description = current.description } = changes
    await saveSettings(userId, id, { toolName, description, status: enabled ?? current.status })
    return get(userId, id)
  }

  /** Keeps the settings and the token, for another time. */
  async function disable(userId: string, id: string) {
    await update(userId, { id, enabled: false })
    return { message: 'MCP server config disabled' }
  }

  function saveSettings(
    userId: string,
    id: string,
    value: { status: boolean; toolName: string; description: string },
  ) {
    return flows.config.save(userId, {
      ...{ id, section: 'mcpServer' },
      value: readInput(flowSections.mcpServer, value),
    })
  }

  /** Clients that hold the token before it are rejected from now on. */
  async function replaceToken(userId: string, id: string): Promise<McpServer> {
    const flow = await flows.findOwn(userId, id)
    const token = randomBytes(16).toString('hex')
    const row = { flowId: id, hash: hashOf(token), ending: token.slice(-4), createdDate: now() }
    await store.transaction((tx) => rows.saveToken(tx, row))
    return { ...(await show(flow)), token }
  }

  async function show(flow: FlowRow): Promise<McpServer> {
    const { status: enabled, toolName, description } = flows.config.mcpServerOf(flow)
    const token = await rows.findToken(store.db, flow.id)
    return { enabled, toolName, description, token: token ? `…${token.ending}` : '' }
  }

  /**
   * The tool at the flow's own address. Throws NOT_FOUND for a flow that is not offered, and UNAUTHENTICATED with
   * another token.
   */
  async function openFlow(id: string, token: string, address: string): Promise<FlowTool[]> {
    const flow = await flows.find(id)
    await countRequest(flow.id, address)
    const settings = flows.config.mcpServerOf(flow)
    if (!settings.status) {
      throw new AppError('NOT_FOUND', 'This flow is not offered to MCP clients.')
    }
    const known = await rows.findToken(store.db, id)
    if (!known || !timingSafeEqual(Buffer.from(known.hash), Buffer.from(hashOf(token)))) {
      throw new AppError('UNAUTHENTICATED', 'The token is missing or wrong.')
    }
    const tool = toolOf(flow, await flows.startOf(flow), settings)
    return tool ? [tool] : []
  }

  /** The published flows of an account. Those that start by themselves cannot be asked. */
  async function openAccount(userId: string, address: string): Promise<FlowTool[]> {
    await countRequest(userId, address)
    const tools: FlowTool[] = []
    for (const { id, versionId } of await flows.listNames(userId)) {
      // A flow that has not been published has no start.
      const start = await flows.startOf({ versionId }).catch(() => undefined)
      const flow = await flows.find(id)
      const tool = start && toolOf(flow, start, flows.config.mcpServerOf(flow))
      if (tool && tools.push(tool) === MAX_TOOLS) {
        break
      }
    }
    return withUniqueNames(tools)
  }

  async function countRequest(who: string, address: string) {
    await limits.countOwn(
      `mcp:${who}:${address}`,
      requestLimit,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { details }),
    )
  }

  /** Runs the flow, which its owner pays for, until the signal is aborted. */
  async function call({ flow }: FlowTool, values: ToolValues, signal: AbortSignal, address: string) {
    await access.countRequest(flow, address)
    const { run, reply } = await chat.trigger(flow, values, 'MCP')
    const stop = () => run.stop(signal.reason as AppError)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { text, json } = await reply(false)
      return text ?? JSON.stringify(json ?? null)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return { get, offer, update, disable, replaceToken, openFlow, openAccount, call }
}

const hashOf = (token: string) => hash('sha256', token)
