import { useState } from 'react'
import { randomKey } from '#client/api/random-key.ts'
import {
  type Attachment,
  hindranceOf,
  type Issue,
  issueOf,
  settle,
  typesOf,
} from '#client/chatbot/uploads/attachment.ts'
import { mediaTypeOf } from '#client/chatbot/uploads/media-type.ts'
import type { ChatOffers } from '#shared/chatbot.ts'
import type { Upload } from '#shared/uploads.ts'
import { readUpload } from './read-upload.ts'

type Options = {
  flowId: string
  offers: ChatOffers
  /** Returns the conversation a document is stored for; creates one when there is none. */
  beginChat: () => string
}

/** Attachments of the next question. Files are read as soon as they are chosen, so that errors appear at once. */
export function useAttachments({ flowId, offers, beginChat }: Options) {
  const [list, setList] = useState<readonly Attachment[]>([])
  const types = typesOf(offers)

  function add(files: readonly File[]) {
    const stored = list.filter(({ state }) => state !== 'failed').length
    const added = files.map((file, index) => startReading(file, issueOf(file, offers, stored + index)))
    setList((now) => [...now, ...added.map(({ attachment }) => attachment)])
    for (const { file, attachment } of added) {
      if (attachment.state === 'reading') {
        void read(file, attachment)
      }
    }
  }

  async function read(file: File, { id, mime }: Attachment) {
    try {
      const chatId = mime.startsWith('image/') ? '' : beginChat()
      const upload = await readUpload(file, mime, { flowId, chatId })
      setList((now) => settle(now, id, upload))
    } catch (error) {
      setList((now) => now.map((each) => (each.id === id ? fail(each, error) : each)))
    }
  }

  /** Returns the ready uploads and empties the list. */
  function drain(): Upload[] {
    const uploads = list.flatMap((each) => (each.state === 'ready' ? [each.upload] : []))
    setList([])
    return uploads
  }

  return {
    list,
    types,
    hindrance: hindranceOf(list),
    add,
    drain,
    remove: (id: string) => setList((now) => now.filter((each) => each.id !== id)),
    clear: () => setList([]),
  }
}
export type Attachments = ReturnType<typeof useAttachments>

function startReading(file: File, issue: Issue | undefined) {
  const known = { id: randomKey(), name: file.name, size: file.size, mime: mediaTypeOf(file) }
  const attachment: Attachment = issue ? { ...known, state: 'failed', issue } : { ...known, state: 'reading' }
  return { file, attachment }
}

function fail({ id, name, size, mime }: Attachment, error: unknown): Attachment {
  return { id, name, size, mime, state: 'failed', issue: { type: 'refused', error } }
}
