import type { Store, Writer } from '#server/db/store.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { Permit } from '#server/features/takeover/permits.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import { type ChannelPorts, type OutgoingFile, SendFailure } from '#server/ports/channels.ts'
import { channelSends } from '#server/telemetry/metrics/instruments.ts'
import { AppError } from '#shared/errors.ts'
import type { Health } from './channel-health.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import type { ChannelRow, ChatRow, PartRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import * as eventRows from './events.repository.ts'
import { buttonsOf } from './lay-out-message.ts'
import { asLinks, createPartFiles, type Prepared } from './part-files.ts'
import * as partRows from './parts.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  messages: Pick<MessagesService, 'findConversation'>
  uploads: Pick<UploadsService, 'openStored' | 'linkTo'>
  health: Health
  ports: ChannelPorts
  secrets: ChannelSecrets
  webhookUrl(id: string): string
}
type Place = { chat: ChatRow; channel: ChannelRow }
type Ready = { part: PartRow; prepared: Prepared }

/** A switch waits for a second until what is leaving has left (permits.service.ts). */
const LEAVING_MS = 800
const FILE_GONE = 'The file was deleted before it was sent.'

/** Sends a piece of a message, and records what has become of it. */
export function createSendPart({ store, now, messages, uploads, health, ports, secrets, webhookUrl }: Deps) {
  const files = createPartFiles({ uploads })
  /** Accounts that report presses for certain. */
  const withPresses = new Set<string>()

  /** Reads and uploads its file, which nobody sees before it is sent. Undefined when it cannot be sent now. */
  async function prepare({ chat, channel }: Place, part: PartRow): Promise<Ready | undefined> {
    const place = { flowId: channel.flowId ?? '', chatId: chat.chatId }
    const prepared = await files.prepare(place, part, ports[channel.kind])
    if (!prepared) {
      await close(part, { state: 'failed', errorCode: 'file', error: FILE_GONE })
      return undefined
    }
    await (part.choices && allowPresses(channel))
    const [file] = prepared.files
    const { upload } = ports[channel.kind]
    if (!file || !upload || part.uploadId !== null) {
      return { part, prepared }
    }
    if (part.isByAi && (await isOvertaken(place, part))) {
      await close(part, { state: 'dropped' })
      return undefined
    }
    const uploadId = await uploadOnce({ chat, channel }, part, file)
    return uploadId === undefined ? undefined : { part: { ...part, uploadId }, prepared }
  }

  async function uploadOnce({ chat, channel }: Place, part: PartRow, file: OutgoingFile) {
    try {
      const uploadId = await ports[channel.kind].upload?.(secrets.open(channel), file)
      await store.transaction((tx) => partRows.updatePart(tx, part.id, { uploadId, updatedDate: now() }))
      return uploadId
    } catch (error) {
      if (!(error instanceof SendFailure)) {
        throw error
      }
      // Repeated, a file is uploaded twice and sent once.
      const { code, message, retryAfterSeconds } = error
      const failure =
        error.outcome === 'unknown' ? new SendFailure('later', message, { code, retryAfterSeconds }) : error
      await handle(failure, { chat, channel }, part)
      return undefined
    }
  }

  async function isOvertaken(place: { flowId: string; chatId: string }, { fence }: PartRow) {
    const conversation = await messages.findConversation(store.db, place)
    return conversation?.isAiOff !== false || conversation.fence !== fence
  }

  /** Once per process. A platform that does not answer now is asked with the next choices. */
  async function allowPresses(channel: ChannelRow) {
    const { allowPresses: allow } = ports[channel.kind]
    if (allow && !withPresses.has(channel.id)) {
      await allow(secrets.open(channel), { url: webhookUrl(channel.id) }).then(
        () => withPresses.add(channel.id),
        () => undefined,
      )
    }
  }

  async function send({ chat, channel }: Place, { part, prepared }: Ready, permit: Permit) {
    if (part.isByAi && !permit.mayLeave()) {
      return close(part, { state: 'dropped' })
    }
    const port = ports[channel.kind]
    const leaving = limitLeaving(permit)
    try {
      const { id, isAutomatic, uploadId } = part
      const platformId = await port.send(secrets.open(channel), {
        ...{ id, address: chat.address, isAutomatic, uploadId: uploadId ?? undefined, ...prepared },
        ...{ buttons: buttonsOf(part, port.buttons), signal: leaving.signal },
      })
      channelSends.add(1, channel.kind, 'sent')
      await store.transaction((tx) => recordSent(tx, channel, part, platformId))
    } catch (error) {
      if (!(error instanceof SendFailure)) {
        throw error
      }
      channelSends.add(1, channel.kind, error.outcome)
      await handle(error, { chat, channel }, part)
    } finally {
      leaving.end()
    }
  }

  /** A large file may be on its way for longer than a switch waits: its request is aborted then. */
  function limitLeaving(permit: Permit) {
    const controller = new AbortController()
    let timer: NodeJS.Timeout | undefined
    permit.onRevoked(() => {
      timer = setTimeout(() => controller.abort(), LEAVING_MS)
    })
    return { signal: controller.signal, end: () => clearTimeout(timer) }
  }

  /** Platforms may have reported the message before they answered. */
  async function recordSent(tx: Writer, channel: ChannelRow, part: PartRow, platformId: string) {
    const date = now()
    await partRows.updatePart(tx, part.id, {
      state: 'sent',
      platformId,
      errorCode: null,
      error: null,
      updatedDate: date,
    })
    for (const status of await eventRows.listStatuses(tx, channel.id, platformId)) {
      await partRows.applyStatus(tx, status, date)
    }
    if (channel.state === 'failing') {
      await health.recover(tx, channel.id)
    }
  }

  async function handle(failure: SendFailure, { chat, channel }: Place, part: PartRow) {
    const { outcome, code: errorCode, message: error } = failure
    switch (outcome) {
      case 'rejected':
        return hasFile(part) ? linkFiles(part, { errorCode, error }) : fail(part, { errorCode, error })
      case 'unknown':
        await reportFailing(channel, error)
        return close(part, { state: 'unknown', errorCode, error })
      case 'signed_out':
        await close(part, { state: 'queued', errorCode, error })
        return store.transaction((tx) => health.signOut(tx, channel.id, error))
      default:
        return sendLater(failure, { chat, channel }, part)
    }
  }

  async function sendLater(failure: SendFailure, { chat, channel }: Place, part: PartRow) {
    const { code: errorCode, message: error, retryAfterSeconds, movedTo } = failure
    await close(part, { state: 'queued', errorCode, error })
    if (movedTo) {
      return store.transaction((tx) =>
        chatRows.updateChat(tx, chat.chatId, { address: { ...chat.address, ...movedTo } }),
      )
    }
    await reportFailing(channel, error)
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
    throw new AppError('RATE_LIMITED', error, details)
  }

  function close(part: PartRow, changes: Partial<Pick<PartRow, 'state' | 'errorCode' | 'error'>>) {
    return store.transaction((tx) => partRows.updatePart(tx, part.id, { ...changes, updatedDate: now() }))
  }

  /** A message without one of its pieces would be misread. */
  function fail(part: PartRow, changes: Pick<PartRow, 'errorCode' | 'error'>) {
    return store.transaction((tx) => partRows.failMessage(tx, part, { ...changes, updatedDate: now() }))
  }

  /** What the platform does not take as a file goes as a link, next. */
  function linkFiles(part: PartRow, changes: Pick<PartRow, 'errorCode' | 'error'>) {
    const linked = { files: asLinks(part.files ?? []), uploadId: null, state: 'queued' as const }
    return store.transaction((tx) =>
      partRows.updatePart(tx, part.id, { ...changes, ...linked, updatedDate: now() }),
    )
  }

  function reportFailing({ id }: ChannelRow, error: string) {
    return store.transaction((tx) => health.fail(tx, id, error))
  }

  return { prepare, send, close, fail }
}

export type SendPart = ReturnType<typeof createSendPart>

const hasFile = ({ files }: PartRow) => files?.some(({ isLink }) => !isLink) ?? false
