import { z } from 'zod'
import type { StoredMessage } from '#server/features/messages/messages.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import { readFileAnnotations } from '#shared/file-annotations.ts'
import { parseJson } from '#shared/json.ts'
import type { Choices, PartFile } from './channels.table.ts'

type Uploads = Pick<UploadsService, 'typeOf' | 'linkTo'>
type Reply = Pick<StoredMessage, 'flowId' | 'chatId' | 'content' | 'extras'>
type Place = Pick<StoredMessage, 'flowId' | 'chatId'>

/** Paths of stored files in answers. */
const FILE_PATH = '/api/v1/get-upload-file?'
const STORED = 'FILE-STORAGE::'
const MAX_FILES = 20
const MAX_PROMPTS = 20

/**
 * What a reply says and brings, for a reader who has no access to the flow: links to files of its conversation are signed,
 * and pictures among them become files. A link to any other file of this server stays as good as its reader's access.
 */
export function contentOf(
  { content, extras, ...place }: Reply,
  { typeOf, linkTo, origin }: Uploads & { origin: string },
): { text: string; files: PartFile[] } {
  const fileOf = (name: string, title = name): PartFile => ({ name, title, mime: typeOf(name) })
  const pictures: PartFile[] = []
  const addressOf = (url: string) => {
    const fileName = storedName(url, place)
    return fileName ? linkTo({ ...place, fileName }) : url.startsWith('/') ? origin + url : url
  }
  const text = content
    .replace(/!\[([^\]\n]*)\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)/g, (_, label: string, url: string) => {
      const name = storedName(url, place)
      if (name) {
        pictures.push(fileOf(name))
      }
      return name ? '' : `[${label || url}](${addressOf(url)})`
    })
    .replace(/\]\((\/[^()\s]+)(?:\s+"[^"\n]*")?\)/g, (_, url: string) => `](${addressOf(url)})`)
    // Bare, as models write it that do not know Markdown. A sentence may end after it.
    .replace(/(?<![\w/(])\/api\/v1\/get-upload-file\?[^\s()<>"'`\]]*[^\s()<>"'`\].,;:!?]/g, addressOf)
  const files = [
    ...(extras?.fileUploads ?? []).flatMap(({ type, name, mime }) =>
      type.startsWith('stored-file') ? [{ ...fileOf(name), ...(mime && { mime }) }] : [],
    ),
    ...readFileAnnotations(extras?.fileAnnotations).flatMap((file) =>
      'fileName' in file ? [fileOf(file.fileName, titleOf(file.filePath))] : [],
    ),
    ...(extras?.artifacts ?? []).flatMap((artifact) => {
      const name = artifactSchema.safeParse(artifact).data?.data
      return name ? [fileOf(name)] : []
    }),
    ...pictures,
  ]
  const unique = [...new Map(files.toReversed().map((file) => [file.name, file])).values()].toReversed()
  return { text: text.trim(), files: unique.slice(0, MAX_FILES) }
}

const artifactSchema = z.object({
  data: z
    .string()
    .startsWith(STORED)
    .transform((data) => data.slice(STORED.length)),
})

/** Undefined for anything but a file of this conversation: a model may have been talked into linking another one. */
function storedName(url: string, { flowId, chatId }: Place): string | undefined {
  const query = url.startsWith(FILE_PATH) ? new URLSearchParams(url.slice(FILE_PATH.length)) : undefined
  const isOwn = query?.get('chatflowId') === flowId && query.get('chatId') === chatId
  return (isOwn && query.get('fileName')) || undefined
}

const titleOf = (path: string) => path.split('/').at(-1) || path

const actionSchema = z.object({
  id: z.string().optional(),
  mapping: z.object({ approve: z.string(), reject: z.string() }),
  data: z.object({ nodeLabel: z.string().optional() }).optional(),
})

/** The wait that a message is about. Only the owner knows whether an uncertain call has happened. */
export function readAction({ extras }: Pick<StoredMessage, 'extras'>) {
  const { data } = actionSchema.safeParse(extras?.action)
  return data && data.data?.nodeLabel !== 'uncertain' ? data : undefined
}

/** What a reply offers: the decisions of a run that waits, else next questions. */
export function choicesOf(reply: Pick<StoredMessage, 'extras'>): Choices | undefined {
  const action = readAction(reply)
  if (action) {
    return { kind: 'wait', labels: [action.mapping.approve, action.mapping.reject] }
  }
  return promptsOf(promptsSchema.safeParse(parseJson(reply.extras?.followUpPrompts ?? '')).data ?? [])
}

const promptsSchema = z.array(z.string())

export function promptsOf(prompts: readonly string[]): Choices | undefined {
  const labels = prompts.map((prompt) => prompt.trim()).filter((prompt) => prompt !== '')
  return labels.length > 0 ? { kind: 'prompt', labels: labels.slice(0, MAX_PROMPTS) } : undefined
}
