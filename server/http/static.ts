// Plain routes: files of the built client, compressed when it was built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { programFolder } from '../program-folder.ts'

const ASSET_TAG = 'W/"1"'
const YEAR_SECONDS = 31_536_000

/** An unknown API path is a JSON 404, a known one with another method a 405; the client handles every other path. */
export async function mountStatic(
  app: FastifyInstance,
  methodsAt: (path: string) => string[],
  clientFolder = join(programFolder, 'dist', 'client'),
) {
  const isBuilt = existsSync(join(clientFolder, 'index.html'))
  if (isBuilt) {
    app.addHook('onRoute', (route) => {
      if (route.url === '/*') {
        route.onRequest = [skipServerPaths, confirmAsset, ...[route.onRequest ?? []].flat()]
      }
    })
    await app.register(fastifyStatic, {
      root: clientFolder,
      preCompressed: true,
      // The file index.html is served below and never cached, because it names the files of its build.
      index: false,
      // Assets have content hashes and the ETag suffices for the rest: this saves 70 bytes per file.
      lastModified: false,
      acceptRanges: false,
      setHeaders(response, path) {
        if (/[/\\]assets[/\\]/.test(path)) {
          response.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
          // Under one name the content is always the same, so the shortest tag is enough.
          response.header('etag', ASSET_TAG)
        } else {
          response.header('cache-control', 'no-cache')
        }
      },
    })
    app.get('/', { config: { open: true } }, (_, reply) => sendPage(reply))
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsAt(path)
    if (methods.includes(request.method)) {
      // The router matches all other paths of a route, so a parameter exceeds its maximum length.
      throw new AppError('URI_TOO_LONG', 'The URL is too long.')
    }
    if (methods.length > 0) {
      return answerOtherMethod(request.method, methods, reply)
    }
    const isPage = isBuilt && request.method === 'GET' && !/^\/(api|trpc|sandbox|assets)(\/|$)/.test(path)
    if (!isPage) {
      throw new AppError('NOT_FOUND', 'There is nothing here.')
    }
    return sendPage(reply)
  })
}

/** The static plugin would respond with errors of its own, such as 403 for a name that is too long. */
async function skipServerPaths({ url }: FastifyRequest, reply: FastifyReply) {
  if (/^\/(api|trpc|sandbox)(\/|$)/.test(url)) {
    reply.callNotFound()
    return reply
  }
}

/** The plugin compares with tags of its own. */
async function confirmAsset({ url, headers }: FastifyRequest, reply: FastifyReply) {
  if (url.startsWith('/assets/') && headers['if-none-match'] === ASSET_TAG) {
    return reply.code(304).send()
  }
}

function answerOtherMethod(method: string, methods: readonly string[], reply: FastifyReply) {
  reply.header('allow', methods.join(', '))
  if (method !== 'OPTIONS') {
    throw new AppError('METHOD_NOT_ALLOWED', `${method} is not allowed here. Use ${methods.join(' or ')}.`)
  }
  return reply.code(204).send()
}

function sendPage(reply: FastifyReply) {
  return reply.sendFile('index.html')
}
