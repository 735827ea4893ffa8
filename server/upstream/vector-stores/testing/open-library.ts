import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { createSearch } from '#server/search/search.ts'
import { createFetchAws } from '../../aws-signature.ts'
import { readDocument } from '../../documents/read-document.ts'
import { createLocalStore } from '../../files/local-store.ts'
import { createNamedFiles } from '../../files/named-files.ts'
import { createGuardedFetch } from '../../guarded-fetch.ts'
import { createChatPort } from '../../models/chat-model.ts'
import { createEmbedPort } from '../../models/embeddings.ts'
import { openSandboxModels } from '../../models/testing/sandbox-models.ts'
import { openPinecone } from './fakes.ts'

/**
 * For tests: everything retrieval needs, real except for the providers. Model providers' hosts lead to the
 * sandbox, Pinecone's to a fake; `places` redirects further hosts.
 */
export async function openLibrary(places: Record<string, string> = {}) {
  const { url } = await openSandboxModels()
  const origin = new URL(url).origin
  const pinecone = await openPinecone()
  const hosts = [origin, pinecone.origin, ...Object.values(places)].map((place) => new URL(place).host)
  const guarded = createGuardedFetch({ allow: hosts, own: () => undefined })
  const calls: string[] = []
  const fetch: typeof guarded = (input, init) => {
    const { host, pathname, search } = new URL(String(input))
    calls.push(`${host}${pathname}`)
    // Azure's path has a deployment where OpenAI's has the version.
    const path = pathname.replace(/^\/openai\/deployments\/[^/]+/, '/v1') + search
    const elsewhere = places[host] ?? (host.endsWith('pinecone.io') ? pinecone.origin : undefined)
    if (hosts.includes(host)) {
      return guarded(input, init)
    }
    return guarded((elsewhere ?? `${origin}/sandbox/openai`) + path, init)
  }
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-library-'))
  const search = createSearch({ folder, now: () => new Date() })
  onTestFinished(() => {
    search.close()
    rmSync(folder, { recursive: true })
  })
  const files = createNamedFiles(createLocalStore(folder), 'files/')
  const outside = { fetch, sandboxUrl: () => url }
  const world = {
    openIndex: (recipe, signal) => search.openIndex('ada', recipe, signal),
    records: (name) => search.records('ada', name),
    openFile: (reference) => files.open('flow', reference),
    readDocument: (bytes, format, settings = {}) => readDocument(bytes, format, settings),
    fetchAws: createFetchAws({ fetch, now: () => new Date() }),
  } satisfies Partial<Ports>
  return {
    chat: createChatPort(outside),
    embed: createEmbedPort(outside),
    fetch,
    world,
    files,
    calls,
    pinecone,
    url,
  }
}
