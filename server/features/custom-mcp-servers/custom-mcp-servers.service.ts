import type { z } from 'zod'
import type { Reader, Store } from '#server/db/store.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { McpAccount, McpGrant, McpSettings, Ports, StoredMcpSession } from '#server/engine/ports.ts'
import type { NewId } from '#server/ids.ts'
import type {
  createMcpServerInput,
  finishMcpSignInInput,
  ListedMcpTool,
  mcpToolSettingInput,
  updateMcpServerInput,
} from '#shared/custom-mcp-servers.ts'
import { AppError } from '#shared/errors.ts'
import type { ToolUse } from '#shared/tools.ts'
import * as rows from './custom-mcp-servers.repository.ts'
import type { CustomMcpServerRow } from './custom-mcp-servers.table.ts'
import { createServerSecrets, maskAuth, maskUrl, type Sealing, unmask } from './server-secrets.ts'

type Deps = {
  listFlowUses(db: Reader, userId: string, field: string, ids: readonly string[]): Promise<ToolUse[]>
  store: Store
  newId: NewId
  now: () => Date
  sealing: Sealing
  openMcp: Ports['openMcp']
  signIn: {
    /** Returns the page where a person signs in, or undefined when the account works. */
    begin(url: string, account: McpAccount): Promise<string | undefined>
    finish(url: string, account: McpAccount, code: string): Promise<void>
  }
  /** Names of the local programs that may be started. */
  programs: readonly string[]
  publicUrl(): string
}

type Page = { page?: number | undefined; limit?: number | undefined }

const MAX_SERVERS = 200
const MAX_DESCRIPTION = 4_000
/** Long enough to sign in to a provider with a second factor. */
const SIGN_IN_MS = 15 * 60_000
const CONNECT_MS = 30_000

/** MCP servers of ADMINs, whose tools their flows use. Secrets are write-only. */
export function createCustomMcpServersService(deps: Deps) {
  const { store, newId, now, openMcp, signIn, listFlowUses } = deps
  const secrets = createServerSecrets(deps.sealing)

  async function list(userId: string, { page = 1, limit = 1_000 }: Page) {
    const found = await rows.listServers(store.db, userId, { limit, offset: (page - 1) * limit })
    return { data: found.map(show), total: await rows.countServers(store.db, userId) }
  }

  /** Flows name their server by its id. */
  async function uses(userId: string) {
    const own = await rows.listServers(store.db, userId, { limit: MAX_SERVERS, offset: 0 })
    return listFlowUses(
      store.db,
      userId,
      'mcpServerId',
      own.map(({ id }) => id),
    )
  }

  const get = async (userId: string, id: string) => show(await find(userId, id))

  async function find(userId: string, id: string) {
    return (await rows.findServer(store.db, userId, id)) ?? rejectUnknown()
  }

  function show(row: CustomMcpServerRow) {
    const { auth } = secrets.open(row)
    const tools = toListed(row)
    const { sealed: _, userId: __, toolSettings: ___, shownUrl, ...shown } = row
    return {
      ...shown,
      serverUrl: shownUrl,
      authConfig: row.authType === 'NONE' ? null : maskAuth(auth),
      tools: JSON.stringify(tools),
      toolCount: tools.length,
      onCount: tools.filter(({ isOn }) => isOn).length,
    }
  }

  async function create(userId: string, input: z.output<typeof createMcpServerInput>) {
    const { url, auth } = unmask({ url: input.serverUrl, auth: input.authConfig ?? {} }, undefined)
    requireProgram(url)
    const date = now()
    const id = newId()
    const row: CustomMcpServerRow = {
      ...{ id, userId, name: input.name, shownUrl: maskUrl(url), authType: input.authType },
      ...{ iconSrc: input.iconSrc ?? null, color: input.color ?? null },
      sealed: secrets.seal({ id, userId }, { url, auth, grant: {} }),
      ...{ tools: [], toolSettings: {}, status: 'PENDING', error: null, listedDate: null },
      ...{ createdDate: date, updatedDate: date },
    }
    await store.transaction(async (tx) => {
      if ((await rows.countServers(tx, userId)) >= MAX_SERVERS) {
        throw new AppError('CONFLICT', `An account may have ${MAX_SERVERS} MCP servers.`)
      }
      await rows.insertServer(tx, row)
    })
    return show(row)
  }

  /** Another address or another way to sign in needs a new authorization. */
  function update(userId: string, { id, ...input }: z.output<typeof updateMcpServerInput>) {
    return store.transaction(async (tx) => {
      const row = (await rows.findServer(tx, userId, id)) ?? rejectUnknown()
      const stored = secrets.open(row)
      const { authType = row.authType } = input
      const { url, auth } = unmask(
        { url: input.serverUrl ?? stored.url, auth: input.authConfig ?? stored.auth },
        stored,
      )
      requireProgram(url)
      const isOther =
        url !== stored.url ||
        authType !== row.authType ||
        JSON.stringify(auth) !== JSON.stringify(stored.auth)
      const { name = row.name, iconSrc = row.iconSrc, color = row.color } = input
      const updated = await rows.updateServer(tx, userId, id, {
        ...{ name, iconSrc, color, authType, updatedDate: now() },
        ...(isOther && {
          shownUrl: maskUrl(url),
          sealed: secrets.seal(row, { url, auth, grant: {} }),
          ...{ status: 'PENDING' as const, error: null, tools: [], listedDate: null },
        }),
      })
      return show(updated ?? rejectUnknown())
    })
  }

  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      const affected = (await rows.deleteServer(tx, userId, id)) || rejectUnknown()
      return { affected, raw: [] as [] }
    })
  }

  /** Connects and lists the tools. A server that cannot be reached is a result: its row says why. */
  async function authorize(userId: string, id: string, signal: AbortSignal) {
    const row = await find(userId, id)
    const account = accountOf(row)
    if (account) {
      try {
        const { url } = secrets.open(row)
        const authorizationUrl = await signIn.begin(url, account)
        if (authorizationUrl !== undefined) {
          await account.write({ startedDate: now().getTime() })
          return { ...(await get(userId, id)), authorizationUrl }
        }
      } catch (error) {
        return { ...(await storeIssue(row, error)), authorizationUrl: null }
      }
    }
    return { ...(await listTools(row, signal)), authorizationUrl: null }
  }

  /** Called once the browser has come back from the sign-in. Throws CONFLICT for one that is not expected. */
  async function finish(
    userId: string,
    { state, code }: z.output<typeof finishMcpSignInInput>,
    signal: AbortSignal,
  ) {
    const row = await rows.findServer(store.db, userId, state.split('.')[0] ?? '')
    const account = row && accountOf(row)
    const grant = (await account?.read()) ?? {}
    const isRecent = now().getTime() - Number(grant.startedDate ?? 0) < SIGN_IN_MS
    if (!(row && account) || grant.state !== state || !isRecent) {
      throw new AppError(
        'CONFLICT',
        'This sign-in was replaced or took too long. Authorize the server again.',
      )
    }
    // Once only, whatever comes of it.
    await account.write({ state: null })
    await signIn.finish(secrets.open(row).url, account, code)
    return listTools(await find(userId, row.id), signal)
  }

  async function listTools(row: CustomMcpServerRow, signal: AbortSignal) {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
      const session = await openMcp(settingsOf(row), within)
      const tools = session.tools.map((tool) => ({
        ...tool,
        description: tool.description.slice(0, MAX_DESCRIPTION),
      }))
      const date = now()
      const changes = {
        status: 'AUTHORIZED' as const,
        error: null,
        tools,
        listedDate: date,
        updatedDate: date,
      }
      return await save(row, changes)
    } catch (error) {
      signal.throwIfAborted()
      return storeIssue(row, error)
    }
  }

  /** The tools stay as they were: flows that use them say what is wrong when they are run. */
  function storeIssue(row: CustomMcpServerRow, error: unknown) {
    if (!(error instanceof AppError)) {
      throw error
    }
    const status = isSignInNeeded(error) ? 'PENDING' : 'ERROR'
    return save(row, { status, error: error.message, updatedDate: now() })
  }

  async function save(row: CustomMcpServerRow, changes: Partial<CustomMcpServerRow>) {
    const updated = await store.transaction((tx) => rows.updateServer(tx, row.userId, row.id, changes))
    return show(updated ?? rejectUnknown())
  }

  function setTool(userId: string, { id, name, isOn, needsApproval }: z.output<typeof mcpToolSettingInput>) {
    return store.transaction(async (tx) => {
      const row = (await rows.findServer(tx, userId, id)) ?? rejectUnknown()
      if (!row.tools.some((tool) => tool.name === name)) {
        throw new AppError('NOT_FOUND', `This MCP server has no tool named ${name}.`)
      }
      const { isOff, needsApproval: asked } = row.toolSettings[name] ?? {}
      const setting = {
        ...((isOn === undefined ? isOff : !isOn) && { isOff: true as const }),
        ...((needsApproval ?? asked) && { needsApproval: true as const }),
      }
      const toolSettings = { ...row.toolSettings, [name]: setting }
      const updated = await rows.updateServer(tx, userId, id, { toolSettings, updatedDate: now() })
      return show(updated ?? rejectUnknown())
    })
  }

  const tools = async (userId: string, id: string) => toListed(await find(userId, id))

  /**
   * For a run. Its tools are those that were listed when the owner looked last, as they were described then: what a
   * server adds or changes later reaches no model before that.
   */
  async function open(userId: string, id: string, signal: AbortSignal): Promise<StoredMcpSession> {
    const row = await find(userId, id)
    const noteEnd = async (error: unknown) => {
      if (isSignInNeeded(error)) {
        await storeIssue(row, error)
      }
      throw error
    }
    const session = await openMcp(settingsOf(row), signal).catch(noteEnd)
    const offered = new Set(session.tools.map(({ name }) => name))
    return {
      call: (...args) => session.call(...args).catch(noteEnd),
      tools: row.tools
        .filter(({ name }) => offered.has(name) && !row.toolSettings[name]?.isOff)
        .map((tool) => ({ ...tool, needsApproval: row.toolSettings[tool.name]?.needsApproval ?? false })),
    }
  }

  async function listNames(userId: string) {
    const found = await rows.listServers(store.db, userId)
    return found.map(({ id, name, shownUrl }) => ({ id, name, description: shownUrl }))
  }

  function settingsOf(row: CustomMcpServerRow): McpSettings {
    const { url, auth } = secrets.open(row)
    return {
      url,
      ...(row.authType === 'CUSTOM_HEADERS' && { headers: auth.headers }),
      ...(row.authType === 'OAUTH' && { account: accountOf(row) }),
    }
  }

  function accountOf({ userId, id, ...row }: CustomMcpServerRow): McpAccount | undefined {
    if (row.authType !== 'OAUTH') {
      return undefined
    }
    const { url, auth } = secrets.open({ userId, id, ...row })
    const { clientId, clientSecret, scope } = auth
    return {
      id,
      redirectUrl: new URL('/app/tools/mcp-servers/signed-in', deps.publicUrl()).href,
      ...(clientId && { client: { id: clientId, secret: clientSecret || undefined } }),
      ...(scope && { scope }),
      async read() {
        const { grant, url: current } = secrets.open(await find(userId, id))
        return current === url ? grant : {}
      },
      write: (changes) =>
        store.transaction(async (tx) => {
          const stored = (await rows.findServer(tx, userId, id)) ?? rejectUnknown()
          const opened = secrets.open(stored)
          if (opened.url === url) {
            const grant = merge(opened.grant, changes)
            await rows.updateServer(tx, userId, id, { sealed: secrets.seal(stored, { ...opened, grant }) })
          }
        }),
    }
  }

  function requireProgram(url: string) {
    const { protocol, pathname } = new URL(url)
    if (protocol === 'stdio:' && !deps.programs.includes(pathname)) {
      throw new AppError(
        'INVALID_INPUT',
        `This server starts no program named ${pathname}. Programs are named in its configuration, MCP_PROGRAMS.`,
      )
    }
  }

  const programs = () => deps.programs.map((name) => ({ name, address: `stdio:${name}` }))

  return {
    list,
    uses,
    get,
    create,
    update,
    remove,
    authorize,
    finish,
    tools,
    setTool,
    open,
    listNames,
    programs,
  }
}

const isSignInNeeded = (error: unknown) => error instanceof AppError && error.details?.needsSignIn === true

function toListed({ tools, toolSettings }: CustomMcpServerRow): ListedMcpTool[] {
  return orderTools(tools).map(({ name, description, parameters, effect }) => ({
    ...{ name, description, effect, inputSchema: parameters as ListedMcpTool['inputSchema'] },
    isOn: !toolSettings[name]?.isOff,
    needsApproval: toolSettings[name]?.needsApproval ?? false,
  }))
}

function merge(grant: McpGrant, changes: McpGrant): McpGrant {
  return Object.fromEntries(Object.entries({ ...grant, ...changes }).filter(([, value]) => value !== null))
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This MCP server does not exist.')
}

export type CustomMcpServersService = ReturnType<typeof createCustomMcpServersService>
