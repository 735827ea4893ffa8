import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { AdapterPorts, McpAccount } from '../engine/ports.ts'
import type { Secrets } from '../secrets.ts'
import { createConnectionWatch } from '../telemetry/connection-watch.ts'
import type { Metric } from '../telemetry/metrics/registry.ts'
import { createOpenAiResources } from '../upstream/assistants/open-ai-resources.ts'
import { createOpenAssistant } from '../upstream/assistants/open-assistant.ts'
import { createFetchAws } from '../upstream/aws-signature.ts'
import { chooseCards } from '../upstream/cards/choose-cards.ts'
import { createChannelPorts } from '../upstream/channels/create-channels.ts'
import { createQueryDatabase } from '../upstream/databases/query-database.ts'
import { withSampleShop } from '../upstream/databases/sample-shop.ts'
import { createReadDocument } from '../upstream/documents/read-in-process.ts'
import { createLocalStore } from '../upstream/files/local-store.ts'
import { createNamedFiles } from '../upstream/files/named-files.ts'
import { createPartFiles } from '../upstream/files/part-files.ts'
import { createS3Store } from '../upstream/files/s3-store.ts'
import { createUploadFolders } from '../upstream/files/upload-folders.ts'
import { createGuardedFetch, type GuardedFetch } from '../upstream/guarded-fetch.ts'
import { createReadPicture } from '../upstream/images/read-picture.ts'
import { createMailer } from '../upstream/mail/mailer.ts'
import { beginSignIn, createOpenMcp, finishSignIn } from '../upstream/mcp/open-mcp.ts'
import { providerAt } from '../upstream/models/addresses.ts'
import { createChatPort } from '../upstream/models/chat-model.ts'
import { createEmbedPort } from '../upstream/models/embeddings.ts'
import { createListModels } from '../upstream/models/list-models.ts'
import { nameOf } from '../upstream/models/provider-model.ts'
import { createOwnCallbackFetch } from '../upstream/own-callback.ts'
import { chooseRates } from '../upstream/rates/choose-rates.ts'
import { createRedisPort } from '../upstream/redis/open-redis.ts'
import { createLatestRelease } from '../upstream/releases/latest-release.ts'
import { createRunCode } from '../upstream/scripts/run-code.ts'
import { createListVoices, createSpeak } from '../upstream/speech/speak.ts'
import { createTranscribe } from '../upstream/speech/transcribe.ts'
import { createTraceExporter } from '../upstream/telemetry/exporter.ts'
import { createSqlPort } from '../upstream/vector-stores/open-postgres.ts'

/** The address of this server, known once it listens: sandbox services are reached over its own port like any other server. */
export type ServerAddress = {
  url: string | undefined
  /** Ports of the sandbox's mail server. */
  mail?: { imap: number; smtp: number }
}

type Deps = {
  config: Config
  secrets: Secrets
  now: () => Date
  version: string
  place: ServerAddress
  /** Wraps every outgoing connection: tests redirect addresses of services to fakes. */
  through: (fetch: GuardedFetch) => GuardedFetch
}

export type Adapters = ReturnType<typeof createAdapters>

/** The outside world: the one place where adapters are chosen. */
export function createAdapters({ config, secrets, now, version, place, through }: Deps) {
  const own = () => (config.SANDBOX ? place.url : undefined)
  const ownUrl = () => place.url
  const fetch = through(createGuardedFetch({ allow: config.OUTGOING_ALLOW, own }))
  const sandboxUrl = () => `${place.url ?? 'http://127.0.0.1'}/sandbox/openai/v1`
  const models = {
    chat: createChatPort({ fetch, sandboxUrl }),
    listModels: createListModels({ fetch, sandboxUrl }),
  }
  const localAddresses = addressesOf(config.LOCAL_MODEL_PORTS)
  // Reaches these addresses alone, and nothing but the default model uses it.
  const localFetch = through(createGuardedFetch({ allow: Object.values(localAddresses), own }))
  const databases = join(config.DATA_DIR, 'databases')
  const { SMTP_URL, MAIL_FROM = 'Flowtill <flowtill@localhost>' } = config
  const { cards, standIn: fake, frames } = chooseCards({ config, secret: secrets.tokenSecret, fetch, ownUrl })
  const connections = createConnectionWatch({ now })
  const { watch } = connections
  const notifyUrl = () => place.url && `${place.url}/api/v1/payments/callback`

  const mcp = { fetch, programs: config.MCP_PROGRAMS }
  const openMcp = createOpenMcp(mcp)

  return {
    sandboxUrl,
    models,
    localModels: {
      chat: createChatPort({ fetch: localFetch, sandboxUrl }),
      listModels: createListModels({ fetch: localFetch, sandboxUrl }),
    },
    localAddresses,
    providerAt,
    providerLabel: (provider: string) => nameOf({ provider }),
    /** The adapter of every port that is the same for all runs; the default model is bound in conversations.ts. */
    world: {
      ...models,
      embed: createEmbedPort({ fetch, sandboxUrl }),
      fetch,
      runCode: createRunCode({ fetch }),
      openMcp,
      readDocument: createReadDocument(),
      fetchAws: createFetchAws({ fetch, now }),
      sql: createSqlPort(config.OUTGOING_ALLOW),
      redis: createRedisPort(config.OUTGOING_ALLOW),
      queryDatabase: withSampleShop(
        createQueryDatabase({ folder: databases, allow: config.OUTGOING_ALLOW }),
        databases,
      ),
    } satisfies Omit<AdapterPorts, 'defaultModel'>,
    endMcpSessions: openMcp.endAll,
    mcpSignIn: {
      begin: (url: string, account: McpAccount) => beginSignIn(url, account, mcp),
      finish: (url: string, account: McpAccount, code: string) => finishSignIn(url, account, code, mcp),
    },
    ...createFiles(config, now),
    connections,
    mail: SMTP_URL ? watch('mail', createMailer({ url: SMTP_URL, from: MAIL_FROM })) : undefined,
    cards: cards && {
      ...cards,
      openPage: watch('cards', cards.openPage),
      findPayment: watch('cards', cards.findPayment),
      refund: watch('cards', cards.refund),
      report: watch('cards', cards.report),
    },
    channels: createChannelPorts({
      ...{ fetch, now, own },
      mail: { allow: config.OUTGOING_ALLOW, sandbox: () => (config.SANDBOX ? place.mail : undefined) },
    }),
    /** The address of PayTR's card pages; undefined for pages of this server. */
    cardFrames: frames,
    rates: chooseRates({ config, own, ownUrl }).map((source) => ({
      ...source,
      read: watch('rates', source.read),
    })),
    /** Settings of the sandbox services, while they stand in for the real ones. */
    fakes: {
      cards: fake && {
        credentials: fake,
        notifyUrl,
        fetch: createOwnCallbackFetch(notifyUrl),
        ownOrigin: () => config.PUBLIC_URL ?? place.url,
        now,
      },
      rates: config.SANDBOX ? { now } : undefined,
      channels: config.SANDBOX ? { now, deliver: createDeliver(ownUrl) } : undefined,
    },
    transcribe: createTranscribe({ fetch }),
    speak: createSpeak({ fetch }),
    listVoices: createListVoices({ fetch }),
    openAssistant: createOpenAssistant({ fetch }),
    openAi: createOpenAiResources({ fetch }),
    readPicture: createReadPicture({ fetch, now }),
    traceExporter: createTraceExporter({ fetch, version }),
    exportTelemetry: config.otel && telemetryOf(config.otel, version),
    latestRelease: createLatestRelease({ fetch, url: config.RELEASE_URL, now }),
  }
}

/** Loaded when it is set up alone. Reaches the receivers that the operator named, also inside the network. */
function telemetryOf(settings: NonNullable<Config['otel']>, version: string) {
  const allow = [settings.traces, settings.metrics].flatMap((each) => (each ? [hostAndPort(each.url)] : []))
  const fetch = createGuardedFetch({ allow, own: () => undefined })
  return async (collect: () => Promise<Metric[]>) => {
    const { startExport } = await import('../upstream/telemetry/export-telemetry.ts')
    return startExport({ settings, fetch, version, collect })
  }
}

function hostAndPort(url: string) {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

const CHANNELS_PATH = /^\/api\/v1\/channels\/[\w-]+\/events$/

/** For the sandbox's chat platforms: reaches the channels of this server alone, under whatever name they were given. */
function createDeliver(ownUrl: () => string | undefined) {
  return (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address)
    const url = CHANNELS_PATH.test(pathname) ? `${ownUrl()}${pathname}${search}` : undefined
    return createOwnCallbackFetch(() => url)(url ?? address, init)
  }
}

function createFiles(config: Config, now: () => Date) {
  const {
    FILES_URL: location,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = config
  const keys =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, sessionToken: config.AWS_SESSION_TOKEN }
      : undefined
  const store = location && keys ? createS3Store({ location, keys, now }) : createLocalStore(config.DATA_DIR)
  const flowFiles = createNamedFiles(store, 'files/')
  const uploads = createNamedFiles(store, 'uploads/')
  return {
    fileStore: store,
    files: {
      ...flowFiles,
      // With the uploads of its conversations.
      removeAll: async (flowId: string) => {
        await flowFiles.removeAll(flowId)
        await uploads.removeAll(flowId)
      },
    },
    partFiles: createPartFiles(store),
    openUploadFolder: createUploadFolders(store),
  }
}

function addressesOf(ports: Config['LOCAL_MODEL_PORTS']) {
  const { ollama, lmstudio, llamacpp } = ports
  return {
    ollama: `127.0.0.1:${ollama}`,
    lmstudio: `127.0.0.1:${lmstudio}`,
    llamacpp: `127.0.0.1:${llamacpp}`,
  }
}
