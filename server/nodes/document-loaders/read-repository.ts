import { z } from 'zod'
import type { Document } from '#server/engine/handles.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import { ServiceError } from '#server/engine/service-error.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { mapConcurrently } from './document-source.ts'

export type Repository = {
  link: string
  branch: string
  recursive: boolean
  ignore: readonly string[]
  atATime: number
  api?: string | undefined
  token?: string | undefined
}

const maxFiles = 2_000
const maxBytes = 1_000_000
const notTexts =
  /\.(png|jpe?g|gif|webp|ico|bmp|svg|pdf|zip|gz|tgz|bz2|7z|rar|jar|war|class|exe|dll|so|dylib|bin|dat|db|sqlite|mp[34]|mov|avi|wav|ogg|woff2?|ttf|eot|otf|docx?|xlsx?|pptx?|lock)$/i

export async function readRepository(
  repository: Repository,
  fetch: typeof globalThis.fetch,
): Promise<Document[]> {
  const { owner, name, api } = placeOf(repository)
  const root = `${api}/repos/${owner}/${name}`
  const ref = encodeURIComponent(repository.branch)
  const tree = await request(
    `${root}/git/trees/${ref}${repository.recursive ? '?recursive=1' : ''}`,
    repository,
    fetch,
  )
  const paths = filesOf(await readResponse('GitHub', tree, treeSchema)).filter(
    (path) => !isIgnored(path, repository.ignore),
  )
  if (paths.length > maxFiles) {
    throw new AppError(
      'TOO_LARGE',
      `The repository has ${paths.length} files; at most ${maxFiles} are read. Leave some out with Ignore Paths.`,
    )
  }
  const spend = characterBudget()
  const read = await mapConcurrently(paths, repository.atATime, async (path) => {
    const place = path.split('/').map(encodeURIComponent).join('/')
    const response = await request(`${root}/contents/${place}?ref=${ref}`, repository, fetch)
    const text = await response.text()
    spend(text)
    return { path, text }
  })
  return read
    .filter(({ text }) => text.trim() !== '' && !text.includes('\u0000'))
    .map(({ path, text }) => {
      const metadata = { source: path, repository: repository.link, branch: repository.branch }
      const document = { pageContent: text, metadata }
      return /\.(md|mdx|markdown)$/i.test(path) ? markMarkdown(document) : document
    })
}

function placeOf({ link, api }: Repository) {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const [owner, name] = url?.pathname.split('/').filter(Boolean) ?? []
  if (!url || !owner || !name) {
    throw new AppError('INVALID_FLOW', `"${link}" is not the address of a repository.`)
  }
  const defaults = url.hostname === 'github.com' || url.hostname === 'www.github.com'
  const own = defaults ? 'https://api.github.com' : `${url.origin}/api/v3`
  return { owner, name: name.replace(/\.git$/, ''), api: (api || own).replace(/\/+$/, '') }
}

const treeSchema = z.object({
  tree: z.array(
    z.object({ path: z.string().optional(), type: z.string().optional(), size: z.number().optional() }),
  ),
})

function filesOf({ tree }: z.output<typeof treeSchema>): string[] {
  return tree.flatMap(({ path, type, size = 0 }) =>
    path !== undefined && type === 'blob' && size <= maxBytes && !notTexts.test(path) ? [path] : [],
  )
}

/** `*` matches within a folder, `**` across folders. A bare name matches at any depth. */
function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const expression = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\*\/?|\*|\?/g, (sign) => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'))
      .replace(/\/$/, '/.*')
    return new RegExp(pattern.includes('/') ? `^${expression}$` : `(^|/)${expression}(/|$)`).test(path)
  })
}

async function request(url: string, { token, link }: Repository, fetch: typeof globalThis.fetch) {
  const init = {
    headers: {
      accept: url.includes('/contents/') ? 'application/vnd.github.raw+json' : 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Flowtill',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }
  const response = await callService({ service: 'GitHub', fetch, accepts: [403, 404, 429] }, url, init)
  if (!response.ok) {
    throw rejectionOf(response.status, link)
  }
  return response
}

function rejectionOf(status: number, link: string) {
  return status === 404
    ? new ServiceError(
        {
          code: 'UPSTREAM_FAILED',
          message: `GitHub found no such branch of ${link}. Check its name, or choose a credential that may read it.`,
        },
        { status },
      )
    : new ServiceError(
        {
          code: 'RATE_LIMITED',
          message: 'GitHub accepts no more requests at the moment. A credential raises the limit.',
        },
        { status },
      )
}
